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
    try await ledger.replicas.status().replicas.map(\.commits).reduce(0, +)
  }

  @Test func manyAreErasedInFewCommits() async throws {
    let ledger = try await household(1200)
    let before = try await commits(ledger)
    let told = Locked<[ErasureProgress]>([])
    let receipt = try await ledger.erasures.erase(request) { progress in
      told.withLock { $0.append(progress) }
    }
    #expect(receipt.erasures.count == 1201 && receipt.erased.lines == 1201)
    #expect(try await commits(ledger) - before == 3)
    #expect(told.withLock { $0 } == [ErasureProgress(erased: 1201, entities: 1201)])
    let asked = try await ledger.erasures.list()
    #expect(asked.count == 1201)
    #expect(asked.first { $0.id == receipt.erasures.first }?.entity == "home")
    #expect(try await ledger.query(Query("house.member")).rows.allSatisfy { $0.erased.contains("name") })
    #expect(try await ledger.erasures.preview(request).lines == 0)
  }

  /// As where only the first of several commits was written.
  @Test func whatWasBrokenOffGoesOn() async throws {
    let ledger = try await household(5)
    for id in ["m0", "m1", "m2"] {
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: id))
    }
    let preview = try await ledger.erasures.preview(request)
    #expect(preview.parts.first?.id == "home" && preview.parts.first?.name == nil)
    #expect(Set(preview.parts.filter { $0.lines > 0 }.map(\.id)) == ["home", "m3", "m4"])
    #expect(try await ledger.erasures.erase(request).erasures.count == 3)
    #expect(try await ledger.erasures.preview(request).lines == 0)
  }

  /// What one command erased is withdrawn together, also what another run of it erased.
  @Test func theyAreWithdrawnTogether() async throws {
    let ledger = try await household(1200)
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "m7"))
    let erased = try await ledger.erasures.erase(request)
    try await ledger.commit {
      try $0.upsert(Member(id: "late") { ($0.name, $0.household) = ("Late", "home") })
      try $0.upsert(Household(id: "home") { $0.address = "Long Lane 2" })
    }
    #expect(try await ledger.erasures.erase(request).erasures.count == 2)
    let together = try await ledger.erasures.list().filter {
      $0.root == EntityName(kind: "house.household", id: "home")
    }
    #expect(Set(together.map(\.id)).isSuperset(of: erased.erasures) && together.count == 1202)
    let before = try await commits(ledger)
    let some = try await ledger.erasures.withdraw(Array(together.prefix(3).map(\.id)))
    #expect(some.withdrawn.count == 3 && some.late == [])
    // What is withdrawn already is left out.
    let withdrawal = try await ledger.erasures.withdraw(together.map(\.id), by: "david")
    #expect(withdrawal.withdrawn.count == 1199 && withdrawal.late == [])
    #expect(try await commits(ledger) - before == 3)
    let rows = try await ledger.query(Query("house.member")).rows
    #expect(rows.count == 1201 && rows.filter { $0.erased.contains("name") }.map(\.id) == ["m7"])
    await #expect(throws: LedgerError.self) { try await ledger.erasures.withdraw(together.map(\.id)) }
    await #expect(throws: LedgerError.self) {
      try await ledger.erasures.withdraw([together[0].id, "nosuch"])
    }
  }

  @Test func whatComesTooLateStaysErased() async throws {
    let ledger = try await household(3)
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "m0"))
    try await ledger.erasures.removeTexts(now: true)
    try await ledger.erasures.erase(request)
    let all = try await ledger.erasures.list()
    let withdrawal = try await ledger.erasures.withdraw(all.map(\.id))
    #expect(withdrawal.withdrawn.count == 3)
    #expect(withdrawal.late == all.filter { $0.entity == "m0" }.map(\.id))
    let rows = try await ledger.query(Query("house.member")).rows
    #expect(rows.filter { $0.erased.contains("name") }.map(\.id) == ["m0"])
  }

  private func friendship(_ op: EventOperation, of id: String, with other: String) -> Mutation {
    Mutation(op, kind: "house.member", id: id, rel: "friends", to: other)
  }

  /// Neither a delete nor an erasure of belongings takes what only refers to the entity.
  @Test func whatRefersIsListedAndTakenByItsKind() async throws {
    let ledger = try await household(3)
    try await ledger.append([
      friendship(.link, of: "m1", with: "m0"), friendship(.link, of: "m2", with: "m1"),
    ])
    var request = ErasureRequest(kind: "house.member", id: "m0")
    let preview = try await ledger.erasures.preview(request)
    #expect(preview.parts.map(\.id) == ["m0"])
    #expect(preview.referrers.map(\.id) == ["m1"] && preview.referrers.first?.fields == ["friends"])
    #expect(preview.referrers.first?.lines == 1 && preview.referrers.first?.name == "Member 1")
    // One that did so once, or is gone, too.
    try await ledger.append([
      friendship(.unlink, of: "m1", with: "m0"),
      Mutation(.delete, kind: "house.member", id: "m1"),
    ])
    #expect(try await ledger.erasures.preview(request).referrers.map(\.id) == ["m1"])
    request.referringKinds = ["house.household"]
    #expect(try await ledger.erasures.preview(request).parts.map(\.id) == ["m0"])
    request.referringKinds = ["house.member"]
    let taken = try await ledger.erasures.preview(request)
    #expect(taken.parts.map(\.id) == ["m0", "m1"] && taken.referrers.map(\.id) == ["m2"])
    #expect(try await ledger.erasures.erase(request).erasures.count == 2)
    #expect(Set(try await ledger.erasures.list().map(\.root?.id)) == ["m0"])
    #expect(try await ledger.erasures.preview(ErasureRequest(kind: "house.member", id: "m0")).referrers == [])
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
    var writing = ErasureWriting(of: preview, request)
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
