import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// What was erased reads as erased everywhere, whoever holds its text.
@Suite struct ErasedReadingTests {
  private let place: RepairTests.Place

  init() throws { place = try RepairTests.Place() }

  private func entries(_ ledger: Ledger) async throws -> [LogEntry] {
    let entries = Locked<[LogEntry]>([])
    try await ledger.history.log { entry in
      entries.withLock { $0.append(entry) }
      return true
    }
    return entries.withLock { $0 }
  }

  private func text(_ ledger: Ledger) async throws -> String {
    var text = ""
    for entry in try await entries(ledger) {
      text += "\(entry.event) \(String(decoding: entry.line, as: UTF8.self))\n"
    }
    text += "\(try await ledger.history.steps(kind: "house.member", id: "ann"))\n"
    text += "\(String(describing: try await ledger.history.blame(kind: "house.member", id: "ann")))\n"
    return text
  }

  @Test func anEntityIsErased() async throws {
    let ledger = try await place.family()
    let before = try await ledger.audit.replay(digests: true).digest
    let preview = try await ledger.erasures.preview(ErasureRequest(kind: "house.member", id: "ann"))
    #expect(preview.lines == 2 && preview.parts[0].fields["name"] == 2, "\(preview)")
    #expect(try await ledger.audit.replay(digests: true).digest == before)
    let receipt = try await ledger.erasures.erase(
      ErasureRequest(kind: "house.member", id: "ann"), by: "david", why: "her wish")
    #expect(receipt.erasures.count == 1 && receipt.erased == preview)
    let shown = try await text(ledger)
    #expect(!shown.contains("Ann") && !shown.contains("lee@") && !shown.contains("card"), "\(shown)")
    let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
    #expect(row["name"] == .null && row["email"] == .null && row.erased == ["name", "email"], "\(row)")
    #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"] == .string("Ben"))
    let digest = try await ledger.audit.replay(digests: true).digest
    #expect(digest != before)
    #expect(try await ledger.audit.checkReplay().isSame)
    #expect(try await ledger.audit.verify().findings == [])
    await ledger.close()

    // With the snapshot, and without.
    for policy in [SnapshotPolicy.always, .always, .never] {
      var options = place.options
      options.snapshots = policy
      let again = try await Ledger.open(at: place.ledger, systems: [.house], options: options)
      #expect(try await again.audit.replay(digests: true).digest == digest)
      #expect(try await text(again) == shown)
      #expect(try await again.get(kind: "house.member", id: "ann")?.erased == ["name", "email"])
    }
  }

  @Test func aFieldIsErasedAndTheOthersStay() async throws {
    let ledger = try await place.family()
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = ["email"]
    try await ledger.erasures.erase(request)
    let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
    #expect(row["name"] == "Ann Lee" && row["email"] == .null && row.erased == ["email"], "\(row)")
    let shown = try await text(ledger)
    #expect(shown.contains("Ann Lee") && !shown.contains("@example"), "\(shown)")
    #expect(try await ledger.audit.checkReplay().isSame)
    request.fields = ["mail"]
    await #expect(throws: LedgerError.self) { try await ledger.erasures.erase(request) }
  }

  @Test func thePastDoesNotShowIt() async throws {
    let ledger = try await place.family()
    let moment = try #require(try await entries(ledger).last).event.stamp.instant
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let past = try #require(try await ledger.get(kind: "house.member", id: "ann", at: .asOf(moment)))
    #expect(past["name"] == .null && past.erased.contains("name"), "\(past)")
    #expect(try await ledger.query(Query("house.member"), at: .asOf(moment)).rows.count == 2)
  }

  @Test func whatIsWrittenLaterShows() async throws {
    let ledger = try await place.family()
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Anna" }) }
    let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
    #expect(row["name"] == "Anna" && row.erased == ["email"], "\(row)")
    #expect(try await ledger.audit.checkReplay().isSame)
  }

  @Test func anErasedValueDoesNotComeBackByUndo() async throws {
    let ledger = try await place.family()
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    let receipt = try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Anna" }) }
    let undo = try await ledger.history.undo(try #require(receipt.lastStamp))
    #expect(
      undo.left.map(\.what) == ["name"] && undo.left[0].reason == "its earlier value is erased", "\(undo)"
    )
    #expect(try await ledger.get(kind: "house.member", id: "ann")?["name"] == "Anna")
  }

  @Test func noEventErasesByItself() async throws {
    let ledger = try await place.family()
    var mutation = Mutation(.erase, kind: "house.member", id: "ann")
    mutation.other["erases"] = .object(["of": "x"])
    await #expect(throws: LedgerError.self) { try await ledger.append([mutation]) }
    await #expect(throws: LedgerError.self) {
      try await ledger.erasures.erase(ErasureRequest(kind: "daybook.replica", id: "0000000000000000"))
    }
    await #expect(throws: LedgerError.self) {
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "nobody"))
    }
  }
}
