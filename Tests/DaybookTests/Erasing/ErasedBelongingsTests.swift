import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import Daybook

/// An entity and all that belongs to it are erased in few commits, and what was broken off goes on.
@Suite struct ErasedBelongingsTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  private func household(_ count: Int) async throws -> Ledger {
    try await Ledger.create(at: place.ledger, name: "here", options: place.options)
    let ledger = try await place.open()
    try await ledger.commit { batch in
      try batch.upsert(Household(id: "home") { $0.address = "Long Lane 1" })
      for number in 0..<count {
        try batch.upsert(
          Member(id: Ref("m\(number)")) { ($0.name, $0.household) = ("Member \(number)", "home") })
      }
    }
    return ledger
  }

  private var request: ErasureRequest {
    var request = ErasureRequest(kind: "house.household", id: "home")
    request.withBelongings = true
    return request
  }

  private func commits(_ ledger: Ledger) async throws -> UInt64 {
    try await ledger.status().replicas.map(\.commits).reduce(0, +)
  }

  @Test func manyAreErasedInFewCommits() async throws {
    let ledger = try await household(1200)
    let before = try await commits(ledger)
    let told = Locked<[ErasureProgress]>([])
    let receipt = try await ledger.erase(request) { progress in told.withLock { $0.append(progress) } }
    #expect(receipt.erasures.count == 1201 && receipt.erased.lines == 1201)
    #expect(try await commits(ledger) - before == 3)
    #expect(told.withLock { $0 } == [ErasureProgress(erased: 1201, entities: 1201)])
    let asked = try await ledger.erasures()
    #expect(asked.count == 1201)
    #expect(asked.first { $0.id == receipt.erasures.first }?.entity == "home")
    #expect(try await ledger.query(Query("house.member")).rows.allSatisfy { $0.erased.contains("name") })
    #expect(try await ledger.previewErasure(request).lines == 0)
  }

  /// As where only the first of several commits was written.
  @Test func whatWasBrokenOffGoesOn() async throws {
    let ledger = try await household(5)
    for id in ["m0", "m1", "m2"] { try await ledger.erase(ErasureRequest(kind: "house.member", id: id)) }
    let preview = try await ledger.previewErasure(request)
    #expect(preview.parts.first?.id == "home" && preview.parts.first?.name == nil)
    #expect(Set(preview.parts.filter { $0.lines > 0 }.map(\.id)) == ["home", "m3", "m4"])
    #expect(try await ledger.erase(request).erasures.count == 3)
    #expect(try await ledger.previewErasure(request).lines == 0)
  }

  @Test func aCommitIsBoundedAndTheNamedEntityIsLast() throws {
    var preview = ErasurePreview()
    var lines: [ErasureSurvey.Line] = []
    for part in 0..<30_000 {
      preview.parts.append(ErasurePreview.Part(kind: "k", id: "\(part)", lines: part == 7 ? 0 : 1))
      if part == 7 { continue }
      let hash = Hash256.of(Array("\(part)".utf8).span)
      let line = EraseEvent.Line(replica: ReplicaID(rawValue: 1), leaf: hash, fields: .all, stub: hash)
      lines.append(ErasureSurvey.Line(part: part, line: line, fields: [], values: [:], isForced: false))
    }
    var writing = ErasureWriting(of: preview, fields: [])
    var count = 0
    try writing.plan(lines) {
      count += 1
      return "e\(count)"
    }
    #expect(writing.groups.count == 3 && writing.erasures.count == 29_999)
    let commits = writing.groups.flatMap { $0 }
    #expect(commits.allSatisfy { $0.events <= Ledger.eraseEventsMax + 1 })
    #expect(commits.reduce(0) { $0 + $1.entities } == 29_999)
    // The first of the erasures is the entity's, which was planned last.
    #expect(writing.erasures.first == "e29999")
  }
}
