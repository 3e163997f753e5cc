import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// A process that writes publishes, and begins its journal anew, between two steps of another process that reads: what
/// was accepted before the reading began is found all the same.
@Suite(.serialized) struct PublicationBetweenTests {
  /// What the writer does besides.
  enum Then: CaseIterable { case nothing, writesOn, closes, seals }

  private func scene() async throws -> ReadersScene {
    try await ReadersScene(
      publishing: .onClose,
      stopsAt: { $0.name == .read && $0.path.hasPrefix("replicas/") })
  }

  private func name(in ledger: Ledger) async throws -> JSONValue? {
    try await ledger.get(kind: Member.kind, id: "ann")?["name"]
  }

  /// What `read` returns, where the last two commits wait when it begins, and are published once it has listed the
  /// folder.
  private func result<Value: Sendable>(
    _ scene: ReadersScene, _ then: Then, of read: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await scene.write("published before", id: "bo")
    await scene.ledger.publish()
    for name in ["first", "second"] { try await scene.write(name, id: "ann") }
    let before = try scene.files()
    let reading = scene.gate.run(read)
    #expect(await scene.gate.isReached(), "it reads a file")
    await scene.ledger.publish()
    #expect(try scene.files() != before)
    switch then {
    case .nothing: break
    case .writesOn: try await scene.write("written since", id: "bo")
    case .closes: await scene.ledger.close()
    case .seals:
      _ = try await scene.ledger.maintenance.seal()
      try await scene.write("written since", id: "bo")
    }
    scene.gate.open()
    let value = try await reading.value
    #expect(!scene.gate.hasTimedOut)
    return value
  }

  @Test(arguments: Then.allCases) func opening(_ then: Then) async throws {
    let scene = try await scene()
    let ledger = try await result(scene, then) { try scene.open() }
    #expect(try await name(in: ledger) == "second")
  }

  @Test(arguments: Then.allCases) func refreshing(_ then: Then) async throws {
    let scene = try await scene()
    let ledger = try scene.open()
    #expect(try await name(in: ledger) == "ann lee")
    #expect(try await result(scene, then) { try await ledger.refresh() })
    #expect(try await name(in: ledger) == "second")
    try await ledger.refresh()
    let last = [.writesOn, .seals].contains(then) ? "written since" : "published before"
    #expect(try await ledger.get(kind: Member.kind, id: "bo")?["name"] == .string(last))
  }

  @Test(arguments: Then.allCases) func proving(_ then: Then) async throws {
    let scene = try await scene()
    await scene.ledger.publish()
    let auditor = try scene.open().auditor
    let proof = try await result(scene, then) {
      try auditor.prove(ProofRequest(.entity(kind: Member.kind, id: "ann")))
    }
    #expect(proof.eventCount == 7)
  }
}
