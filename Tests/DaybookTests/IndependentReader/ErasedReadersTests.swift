import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// What the program erased reads alike by a reader written from the page: while the texts lie there, and when stubs do.
@Suite(.tools("python3", "zstdcat")) struct ErasedReadersTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  private func text() async throws -> String {
    try await place.folder.run(
      "sh", "-c", "python3 \"$1\" --text l > text", "sh", IndependentReaderTests.reader.path)
    return String(decoding: try Data(contentsOf: URL(filePath: place.folder.path + "/text")), as: UTF8.self)
  }

  private func expectEqualDigest(_ ledger: Ledger) async throws {
    let text = try await text()
    #expect(
      try await ledger.audit.replay(digests: true).digest == Hash256.of(Array(text.utf8).span), "\(text)")
  }

  private func request(_ fields: [String] = []) -> ErasureRequest {
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = fields
    return request
  }

  @Test(arguments: [[], ["email"]])
  func erasedValuesReadAlikeWithTextsAndWithStubs(_ fields: [String]) async throws {
    let ledger = try await place.family()
    try await ledger.erasures.erase(request(fields))
    try await expectEqualDigest(ledger)
    let before = try await text()
    #expect(before.contains("\"erased\":true") && !before.contains("@example"), "\(before)")
    #expect(before.contains("Ann Lee") == !fields.isEmpty)
    let report = try await ledger.erasures.removeTexts(now: true)
    #expect(!report.written.isEmpty)
    try await expectEqualDigest(ledger)
    // What vouches is no entity.
    #expect(try await text() == before)
  }

  /// An erasure that was withdrawn holds for the lines of a replica that has begun.
  @Test(arguments: [nil, false, true])
  func aWithdrawnErasureReadsAlike(_ hasBegun: Bool?) async throws {
    let ledger = try await place.family()
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: place.ledger + "/replicas").first)
    let id = try #require(try await ledger.erasures.erase(request()).erasures.first)
    let erasure = ErasureID(author: try #require(ReplicaID(folder)), id: id)
    for act in (hasBegun.map { $0 ? [.begun, .withdrawn] : [.withdrawn] } ?? []) as [EraseEvent.Act] {
      var options = AppendOptions()
      options.mayErase = true
      let batch = Batch([Ledger.mutation(act, of: erasure)])
      _ = try await ledger.commit(CommitRequest(content: batch, options: options))
    }
    try await ledger.refresh()
    try await expectEqualDigest(ledger)
    #expect(try await text().contains("@example") == (hasBegun == false))
  }

  /// By an event in the same file, and by none.
  @Test(arguments: [false, true])
  func aStubThatNobodyVouchesForHasNoEffect(_ isVouched: Bool) async throws {
    var replica = OddReplica(key: try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32))))
    try replica.set("ann", to: "secret")
    try replica.set("ben", to: "kept")
    let named = replica.events[0]
    let stub = Stub.make(of: named.line.span, named.event, leaf: named.leaf, erasing: .all)
    let line = EraseEvent.Line(
      replica: replica.id, leaf: named.leaf, fields: .all, stub: Hash256.of(stub.span))
    let event = EraseEvent(
      author: replica.id, kind: named.event.kind.text(named.line.span),
      id: named.event.id.text(named.line.span), erasure: ErasureID(author: replica.id, id: "x"),
      act: .line(line))
    if isVouched {
      try replica.write([
        .event(
          ",\"op\":\"erase\",\"kind\":\"\(event.kind)\",\"id\":\"\(event.id)\",\"erases\":\(event.json)}")
      ])
    }
    let stubs = OddStubs(lines: [named.leaf: stub])
    let file = replica.sealed(0..<replica.commits.count, frames: 9, stubs)
    let text = try await IndependentReaderTests().expectEqualText(of: [file])
    #expect(text.contains("ben") && !text.contains("secret"))
    #expect(text.contains("\"ann\"") == isVouched && text.contains("erased") == isVouched, "\(text)")
  }

  /// Whichever of two files comes first.
  @Test(arguments: [false, true])
  func aTextCountsBesideAStubThatNobodyVouchesFor(_ isStubFirst: Bool) async throws {
    var replica = OddReplica(key: try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32))))
    try replica.set("ann", to: "secret")
    try replica.set("ben", to: "kept")
    let named = replica.events[0]
    let stub = Stub.make(of: named.line.span, named.event, leaf: named.leaf, erasing: .all)
    let stubs = OddStubs(lines: [named.leaf: stub])
    // The longer one is read first.
    let files = [
      replica.sealed(0..<(isStubFirst ? 2 : 1), frames: 9, stubs),
      replica.sealed(0..<(isStubFirst ? 1 : 2), frames: 9),
    ]
    let text = try await IndependentReaderTests().expectEqualText(of: files)
    #expect(text.contains("secret") && text.contains("kept"), "\(text)")
  }
}
