import DaybookLog
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// A ledger in a tar, made by whatever tar the system has, answers as the folder does, and keeps nothing of it.
@Suite(.tools("tar")) struct TarLedgerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  private func options(_ state: String) -> LedgerOptions {
    var options = LedgerOptions.prompt
    (options.stateDirectory, options.cacheDirectory) = ("\(path)/\(state)", "\(path)/\(state)-cache")
    return options
  }

  /// With a sealed and an open segment and a blob.
  private func made() async throws -> Hash256? {
    try await Ledger.create(at: "\(path)/l.daybook", name: "desk", options: options("writer"))
    let ledger = try await Ledger.open(at: "\(path)/l.daybook", systems: [.house], options: options("writer"))
    let picture = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
    let ann = Member(id: "ann") { ($0.name, $0.picture) = ("Ann Lee", picture) }
    try await ledger.commit { try $0.upsert(ann) }
    _ = try await ledger.maintenance.seal()
    try await ledger.append([Mutation(.upsert, kind: "house.member", id: "ben", set: ["name": "Ben Ode"])])
    let digest = try await ledger.audit.replay().digest
    await ledger.close()
    return digest
  }

  private func requireSame(_ name: String, _ digest: Hash256?) async throws {
    let ledger = try await Ledger.open(at: "\(path)/\(name)", systems: [.house], options: options("reader"))
    #expect(try await ledger.audit.replay().digest == digest)
    #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"] == "Ben Ode")
    #expect(try await ledger.get(Ref<Member>("ann"))?.picture?.count == 100_000)
    #expect(try await ledger.search("lee").map(\.id) == ["ann"])
    #expect(try await ledger.audit.verify().isSound)
    let status = try await ledger.replicas.status()
    #expect(status.replicas.count == 1 && status.strangers.isEmpty && status.findings.isEmpty)
    var events = 0
    try await ledger.history.log { _ in
      events += 1
      return true
    }
    #expect(events == 3)
    #expect(try await ledger.audit.checkReplay().isSame)
    #expect(
      try await ledger.query(Query("house.member"), at: .seen(by: status.replicas[0].id, commit: 2)).count
        == 1)
    // Whoever only reads leaves nothing anywhere.
    #expect(!FileManager.default.fileExists(atPath: "\(path)/reader"))
    #expect(!FileManager.default.fileExists(atPath: "\(path)/reader-cache"))
  }

  @Test(arguments: ["ustar", "gnu", "posix"]) func everyFormatReads(_ format: String) async throws {
    let digest = try await made()
    try await folder.run("tar", "--format=\(format)", "-cf", "a.tar", "l.daybook")
    try await requireSame("a.tar", digest)
    try await folder.run("tar", "--format=\(format)", "-cf", "b.tar", "-C", "l.daybook", ".")
    try await requireSame("b.tar", digest)
  }

  @Test(.tools("zstd")) func aPackedOneReads() async throws {
    let digest = try await made()
    try await folder.run("tar", "-cf", "a.tar", "l.daybook")
    try await folder.run("zstd", "-q", "a.tar", "-o", "a.tar.zst")
    try await folder.run("sh", "-c", "zstd -q --long=27 --no-check -c < a.tar > b.tar.zst")
    try await requireSame("a.tar.zst", digest)
    try await requireSame("b.tar.zst", digest)
  }

  @Test func writingIsRefusedInOneLine() async throws {
    _ = try await made()
    try await folder.run("tar", "-cf", "a.tar", "l.daybook")
    let ledger = try await Ledger.open(at: "\(path)/a.tar", systems: [.house], options: options("reader"))
    let path = path
    let attempts: [@Sendable () async throws -> Void] = [
      { try await ledger.append([Mutation(.delete, kind: "house.member", id: "ben")]) },
      { _ = try await ledger.maintenance.seal() }, { _ = try await ledger.maintenance.repair() },
      { try await ledger.replicas.replicate(with: "\(path)/other") },
      { try await ledger.replicas.replicate(with: "\(path)/l.daybook", direction: .pull) },
    ]
    for attempt in attempts {
      let error = await #expect(throws: LedgerError.self) { try await attempt() }
      #expect(error?.code == .refused && error?.what == "a ledger in a tar is read-only")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(path)/reader"))
    // It can give what it has.
    try await ledger.replicas.replicate(with: "\(path)/other", direction: .push)
    let other = try await Ledger.open(at: "\(path)/other", systems: [.house], options: options("reader"))
    #expect(try await other.audit.replay().digest == ledger.audit.replay().digest)
  }

  @Test func whatIsNoTarIsOneError() async throws {
    _ = try await made()
    try await folder.run("tar", "-cf", "a.tar", "l.daybook")
    try await folder.run(
      "sh", "-c",
      "head -c 3000 a.tar > cut.tar; echo hello > text; : > empty; gzip -c a.tar > a.tgz; tar -cf none.tar text"
    )
    for (name, code, says) in [
      ("cut.tar", .badData, "cut off"), ("text", .noLedger, "neither a ledger's folder nor a tar"),
      ("empty", .noLedger, "neither a ledger's folder nor a tar"), ("a.tgz", .badData, "not with zstd"),
      ("none.tar", .noLedger, "the tar holds no ledger"), ("nothing", .noLedger, "there is no such folder"),
    ] as [(String, LedgerError.Code, String)] {
      let error = await #expect(throws: LedgerError.self) {
        _ = try await Ledger.open(at: "\(path)/\(name)", systems: [], options: options("reader"))
      }
      #expect(error?.code == code && error?.what.contains(says) == true, "\(name): \(error.debugDescription)")
    }
  }
}
