import Daybook
import DaybookTestSupport
import Testing

/// Events and commits taken back.
@Suite struct UndoTests {
  private func row(_ ledger: Ledger, _ id: String, kind: String = "house.member") async throws -> Row? {
    try await ledger.get(kind: kind, id: id)
  }

  private func member(_ id: String, _ set: JSONObject) -> Mutation {
    Mutation(.upsert, kind: "house.member", id: id, set: set)
  }

  private func edge(_ op: EventOperation, _ id: String, _ to: String) -> Mutation {
    Mutation(op, kind: "house.member", id: id, rel: "friends", to: to)
  }

  private func write(_ ledger: Ledger, _ mutations: Mutation...) async throws -> Stamp {
    try #require(try await ledger.append(mutations, options: AppendOptions(by: "ann")).lastStamp)
  }

  @Test func aFieldGetsItsFormerValue() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann"]))
    let stamp = try await write(ledger, member("a", ["name": "Anna", "email": "a@x.example"]))
    let receipt = try await ledger.history.undo(stamp)
    #expect(receipt.written.events.map(\.mutation.set) == [["name": "Ann", "email": .null]])
    #expect(receipt.written.events.map(\.mutation.why) == ["undo \(stamp)"])
    #expect(receipt.left.isEmpty && receipt.undone.map(\.stamp) == [stamp])
    // Once more there is nothing to do: what it wrote shows no longer, and that is said.
    let again = try await ledger.history.undo(stamp)
    #expect(again.written.commit == nil && again.left.map(\.what) == ["name", "email"])
  }

  @Test func whatWasWrittenSinceIsLeftAndNamed() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann", "born": "1980-03-01"]))
    let stamp = try await write(ledger, member("a", ["name": "Anna", "born": "1981-03-01"]))
    let later = try await write(ledger, member("a", ["name": "Annie"]))
    let receipt = try await ledger.history.undo(stamp)
    #expect(receipt.written.events.map(\.mutation.set) == [["born": "1980-03-01"]])
    #expect(receipt.left.map(\.description) == ["house.member a name was written again at \(later) by ann"])
    #expect(try await row(ledger, "a")?["name"] == "Annie")
  }

  /// An author's last change is their part of the last commit in which they wrote, even if others have written since.
  @Test func theLastChangeIsTheAuthorsOwn() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let nothing = try await ledger.history.lastChange(by: "ann")
    #expect(nothing == nil)
    _ = try await write(ledger, member("a", ["name": "Ann"]))
    let second = try await write(ledger, member("a", ["name": "Anna"]), member("b", ["name": "Bo"]))
    try await ledger.append([member("a", ["email": "a@x.example"])], options: AppendOptions(by: "ben"))
    let change = try #require(try await ledger.history.lastChange(by: "ann"))
    #expect(change.entries.map(\.event.mutation.id) == ["a", "b"] && change.isWholeCommit)
    #expect(change.entries.last?.event.stamp == second)
    // Of a commit that several wrote only what is theirs.
    var (mine, theirs) = (member("c", ["name": "Cy"]), member("d", ["name": "Di"]))
    (mine.by, theirs.by) = ("ann", "ben")
    try await ledger.append([mine, theirs])
    let part = try #require(try await ledger.history.lastChange(by: "ann"))
    #expect(part.entries.map(\.event.mutation.id) == ["c"] && !part.isWholeCommit)
    try await ledger.history.undo(part.entries.map(\.event.stamp), options: AppendOptions(by: "ann"))
    #expect(try await row(ledger, "c") == nil)
    #expect(try await row(ledger, "d") != nil)
    // The undo is a change, and taking that back is one too.
    let undo = try #require(try await ledger.history.lastChange(by: "ann"))
    #expect(undo.entries.map(\.event.mutation.op) == [.delete])
  }

  /// A recorded reading is a commit, but not a change.
  @Test func aRecordedReadingIsNotAChange() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann"]))
    var access = Access()
    (access.by, access.command) = ("ann", "get")
    try await ledger.audit.recordAccess(access)
    let change = try #require(try await ledger.history.lastChange(by: "ann"))
    #expect(change.entries.map(\.event.mutation.kind) == ["house.member"])
  }

  @Test func whatWasMadeGoesAndWhatWasDeletedComesBack() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let made = try await write(ledger, member("a", ["name": "Ann", "email": "a@x.example"]))
    let undo = try await ledger.history.undo(made)
    #expect(undo.written.events.map(\.mutation.op) == [.delete])
    #expect(try await row(ledger, "a") == nil)
    // Undoing the undo.
    let stamp = try #require(undo.written.lastStamp)
    let redo = try await ledger.history.undo(stamp)
    #expect(redo.written.events.map(\.mutation.op) == [.restore])
    #expect(try await row(ledger, "a")?["email"] == "a@x.example")
    // And that again.
    try await ledger.history.undo(try #require(redo.written.lastStamp))
    #expect(try await row(ledger, "a") == nil)
  }

  @Test func whatSomebodyElseWroteOnStays() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let made = try await write(ledger, member("a", ["name": "Ann", "born": "1980-03-01"]))
    _ = try await write(ledger, member("a", ["name": "Anna"]))
    let receipt = try await ledger.history.undo(made)
    #expect(receipt.left.map(\.what) == [nil, "name"])
    #expect(try await row(ledger, "a")?["name"] == "Anna")
    #expect(try await row(ledger, "a")?["born"] == .null)
  }

  @Test func linksReferencesAndDismissals() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["household": "h"]), member("b", [:]), edge(.link, "a", "b"))
    let unlinked = try await write(ledger, edge(.unlink, "a", "b"))
    try await ledger.history.undo(unlinked)
    #expect(try await row(ledger, "b")?["befriendedBy"] == ["a"])
    let linked = try await write(ledger, edge(.link, "a", "c"))
    let undone = try await ledger.history.undo(linked)
    #expect(undone.written.events.map(\.mutation.op) == [.unlink])
    let moved = try await write(
      ledger, Mutation(.link, kind: "house.household", id: "i", rel: "members", to: "a"))
    #expect(try await row(ledger, "a")?["household"] == "i")
    try await ledger.history.undo(moved)
    #expect(try await row(ledger, "a")?["household"] == "h")
    let dismissed = try await write(ledger, Mutation(.dismiss, kind: "house.member", id: "a"))
    try await ledger.history.undo(dismissed)
    #expect(try await row(ledger, "a")?["dismissedAt"] == .null)
    // A link again of what is linked wrote nothing new, and takes nothing away.
    let repeated = try await write(ledger, edge(.link, "a", "b"))
    #expect(try await ledger.history.undo(repeated).written.commit == nil)
  }

  @Test func aRestoreKeepsADismissal() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann"]))
    _ = try await write(ledger, Mutation(.dismiss, kind: "house.member", id: "a"))
    let dismissedAt = try await row(ledger, "a")?["dismissedAt"]
    let deleted = try await write(ledger, Mutation(.delete, kind: "house.member", id: "a"))
    try await ledger.history.undo(deleted)
    #expect(try await row(ledger, "a")?["dismissedAt"] == dismissedAt)
    #expect(dismissedAt?.isNull == false)
  }

  @Test func reCreationsAndWhatTheyHid() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann", "email": "a@x.example"]), edge(.link, "a", "b"))
    _ = try await write(ledger, Mutation(.delete, kind: "house.member", id: "a"))
    _ = try await write(ledger, member("a", ["name": "again"]))
    let deleted = try await write(ledger, Mutation(.delete, kind: "house.member", id: "a"))
    // The delete taken back, what the re-creation had hidden stays hidden.
    try await ledger.history.undo(deleted)
    let row = try #require(try await row(ledger, "a"))
    #expect(row["name"] == "again" && row["email"] == .null && row["friends"] == [])
  }

  @Test func aRestoreThatUncovered() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    _ = try await write(ledger, member("a", ["name": "Ann", "email": "a@x.example"]), edge(.link, "a", "b"))
    _ = try await write(ledger, Mutation(.delete, kind: "house.member", id: "a"))
    let again = try await write(ledger, member("a", ["name": "again"]))
    let restored = try await write(ledger, Mutation(.restore, kind: "house.member", id: "a"))
    #expect(try await row(ledger, "a")?["friends"] == ["b"])
    try await ledger.history.undo(restored)
    let hidden = try #require(try await row(ledger, "a"))
    #expect(hidden["name"] == "again" && hidden["email"] == .null && hidden["friends"] == [])
    // The re-creation has been overwritten, by the restore; but not the name it gave.
    try await ledger.history.undo(again)
    #expect(try await row(ledger, "a")?["name"] == "Ann")
  }

  @Test func syncedEntities() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    var gone = Mutation(.sync, kind: "house.member", id: "a", set: ["name": "x"])
    gone.present = false
    _ = try await write(ledger, Mutation(.sync, kind: "house.member", id: "a", set: ["name": "Ann"]))
    let stamp = try await write(ledger, gone)
    #expect(try await row(ledger, "a") == nil)
    let receipt = try await ledger.history.undo(stamp)
    #expect(receipt.written.events.allSatisfy { $0.mutation.op == .sync })
    #expect(try await row(ledger, "a")?["name"] == "Ann")
  }

  @Test func anUnknownStampIsNotFound() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let stamp = try await write(ledger, member("a", ["name": "Ann"]))
    for wrong in [
      Stamp(time: stamp.time + 1, replica: stamp.replica), Stamp(time: 1, replica: stamp.replica),
    ] {
      await #expect(throws: LedgerError.self) { try await ledger.history.undo(wrong) }
    }
  }

  @Test func aDryRunSaysWhatWouldBe() async throws {
    let ledger = try Ledger.inMemory(systems: [.house])
    let stamp = try await write(ledger, member("a", ["name": "Ann"]))
    var options = AppendOptions(by: "ben", why: "a slip")
    options.isDryRun = true
    let receipt = try await ledger.history.undo(stamp, options: options)
    #expect(receipt.written.events.map(\.mutation.op) == [.delete] && receipt.written.commit == nil)
    #expect(receipt.written.events.first?.mutation.why == "a slip")
    #expect(try await row(ledger, "a") != nil)
  }

  /// Raw kinds have registers as any other.
  @Test func rawKinds() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    _ = try await write(ledger, Mutation(.upsert, kind: "x.thing", id: "1", set: ["a": 1]))
    let stamp = try await write(ledger, Mutation(.upsert, kind: "x.thing", id: "1", set: ["a": 2, "b": 3]))
    try await ledger.history.undo(stamp)
    let row = try #require(try await row(ledger, "1", kind: "x.thing"))
    #expect(row["a"] == 1 && row["b"] == .null)
  }
}
