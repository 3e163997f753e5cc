import DaybookLog
import DaybookRecords
import DaybookTestSupport
import Testing

@testable import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A greeting that everybody has.
private struct Greeting: Entity {
  var id = ID()
  var text = ""
  var order = 0
  var note: String?
  var createdAt = Date.unwritten
  init() {}

  static let hello = Ref<Greeting>("00000000-0000-4000-8000-000000000001")
  static let bye = Ref<Greeting>("00000000-0000-4000-8000-000000000002")

  static let schema = Schema("polite.greeting") {
    Provided {
      [
        Greeting(id: hello) { ($0.text, $0.order, $0.note) = ("Hello", 1, "first") },
        Greeting(id: bye) { ($0.text, $0.order) = ("Goodbye", 2) },
      ]
    }
    Check(\.text, "must not be empty") { !$0.text.isEmpty }
  }
}

extension System {
  fileprivate static let polite = System(
    "polite", version: 1, kinds: [Greeting.self], providing: [Greeting.self])
}

/// Entities that are there without an event each.
@Suite struct ProvidedTests {
  private let kind = "polite.greeting"
  private let hello = Greeting.hello.rawValue
  private let bye = Greeting.bye.rawValue

  private func texts(_ ledger: Ledger, where condition: String? = nil) async throws -> [JSONValue?] {
    var query = Query(kind, sort: [SortKey("order")])
    query.condition = try condition.map {
      try WhereParser.parse($0, kind: kind, registry: ledger.schemas, now: Instant(milliseconds: 0))
    }
    return try await ledger.query(query).rows.map { $0["text"] }
  }

  @Test func anEmptyLedgerShowsThemAndItsLogHasNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.polite])
    let plain = try Ledger.inMemory(systems: [])
    #expect(try await texts(ledger) == ["Hello", "Goodbye"])
    #expect(try await ledger.count(Greeting.self) == 2)
    let row = try #require(try await ledger.get(kind: kind, id: hello))
    #expect(row.stamp == nil && row["note"] == "first" && row["order"] == 1)
    let report = try await ledger.audit.replay()
    #expect(report.events == 0 && report.entities.isEmpty)
    #expect(try await ledger.withRecords { $0.digest() } == plain.withRecords { $0.digest() })
    #expect(try await ledger.withRecords { $0.digest() } == report.digest)
  }

  @Test func conditionsSortingAndGroupsReadThem() async throws {
    let ledger = try Ledger.inMemory(systems: [.polite])
    _ = try await ledger.append([
      Mutation(.upsert, kind: kind, id: "own", set: ["text": "Good evening", "order": 3])
    ])
    #expect(try await texts(ledger) == ["Hello", "Goodbye", "Good evening"])
    #expect(try await texts(ledger, where: "text contains 'good'") == ["Goodbye", "Good evening"])
    #expect(try await texts(ledger, where: "order = 1") == ["Hello"])
    #expect(try await texts(ledger, where: "text in ('Hello', 'Good evening')") == ["Hello", "Good evening"])
    #expect(try await texts(ledger, where: "note is null") == ["Goodbye", "Good evening"])
    #expect(try await texts(ledger, where: "_stamp is null") == ["Hello", "Goodbye"])
    var groups = Query(kind)
    groups.groupBy = "note"
    #expect(try await ledger.query(groups).groups?.map(\.count).sorted() == [1, 2])
  }

  @Test func aWriteOverridesOneFieldAndAnEmptyOneGivesItBack() async throws {
    let ledger = try Ledger.inMemory(systems: [.polite])
    let before = try await ledger.audit.replay().lastStamp
    #expect(before == nil)
    let receipt = try await ledger.commit { batch in
      try batch.upsert(Greeting(id: Greeting.hello) { ($0.text, $0.order, $0.note) = ("Hi", 1, "first") })
    }
    // Only what differs from what the program provides.
    #expect(receipt.events.map(\.mutation.set) == [["text": "Hi"]])
    let row = try #require(try await ledger.get(kind: kind, id: hello))
    #expect(row["text"] == "Hi" && row["order"] == 1 && row["note"] == "first" && row.stamp != nil)
    let typed = try #require(try await ledger.get(Greeting.hello))
    #expect(typed.text == "Hi" && typed.note == "first")
    _ = try await ledger.append([Mutation(.upsert, kind: kind, id: hello, set: ["text": .null])])
    #expect(try await texts(ledger) == ["Hello", "Goodbye"])
    // A field that has room for null reads as null when somebody writes it.
    _ = try await ledger.append([Mutation(.upsert, kind: kind, id: hello, set: ["note": .null])])
    #expect(try await ledger.get(kind: kind, id: hello)?["note"] == JSONValue.null)
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.upsert, kind: kind, id: hello, set: ["text": ""])])
    }
    #expect(error?.what == "polite.greeting.text must not be empty")
  }

  @Test func aDeleteHidesThemAndARestoreBringsThemBack() async throws {
    let store = MemoryFileStore()
    let ledger = try made(store)
    _ = try await ledger.append([Mutation(.delete, kind: kind, id: hello)])
    #expect(try await texts(ledger) == ["Goodbye"])
    var query = Query(kind)
    query.includesDeleted = true
    #expect(try await ledger.query(query).rows.map(\.isGone).count == 2)
    let cold = try reopened(store)
    #expect(try await texts(cold) == ["Goodbye"])
    _ = try await ledger.append([Mutation(.restore, kind: kind, id: hello)])
    #expect(try await texts(ledger) == ["Hello", "Goodbye"])
    try await expectNotFound(ledger)
  }

  private func expectNotFound(_ ledger: Ledger) async throws {
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.delete, kind: kind, id: "nobody")])
    }
    #expect(error?.code == .notFound)
  }

  @Test func undoingGivesBackWhatIsProvided() async throws {
    let ledger = try Ledger.inMemory(systems: [.polite])
    let written = try await ledger.append([
      Mutation(.upsert, kind: kind, id: hello, set: ["text": "Hi", "note": "mine"])
    ])
    let undo = try await ledger.history.undo(try #require(written.lastStamp))
    // Nobody made it, so nothing deletes it.
    #expect(undo.written.events.map(\.mutation.op) == [.upsert])
    let row = try #require(try await ledger.get(kind: kind, id: hello))
    #expect(row["text"] == "Hello" && row["note"] == "first")
    let deleted = try await ledger.append([Mutation(.delete, kind: kind, id: bye)])
    let redo = try await ledger.history.undo(try #require(deleted.lastStamp))
    #expect(redo.written.events.map(\.mutation.op) == [.restore])
    #expect(try await texts(ledger) == ["Hello", "Goodbye"])
  }

  @Test func aColdReadingAnEarlierTimeAndAnotherMachineSeeTheSame() async throws {
    let store = MemoryFileStore()
    let ledger = try made(store)
    let first = try await ledger.append([Mutation(.upsert, kind: kind, id: bye, set: ["text": "Bye"])])
    let past = try #require(first.lastStamp).instant
    #expect(
      try await ledger.query(
        Query(kind, sort: [SortKey("order")]), at: .asOf(Instant(milliseconds: past.milliseconds - 1))
      )
      .rows.map { $0["text"] } == ["Hello", "Goodbye"])
    let cold = try reopened(store)
    #expect(try await texts(cold) == ["Hello", "Bye"])
    #expect(try await cold.withRecords { $0.digest() } == ledger.withRecords { $0.digest() })
    #expect(try await cold.audit.replay().digest == ledger.withRecords { $0.digest() })
    _ = try await ledger.append([Mutation(.upsert, kind: kind, id: hello, set: ["text": "Hullo"])])
    try await cold.refresh()
    #expect(try await texts(cold) == ["Hullo", "Bye"])
  }

  private func made(_ store: MemoryFileStore) throws -> Ledger {
    let options = LedgerOptions.prompt
    let descriptor = LedgerDescriptor(ledger: UUIDText.random(options.random), createdAt: options.now())
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    return try reopened(store)
  }

  private func reopened(_ store: MemoryFileStore) throws -> Ledger {
    try Ledger.open(store, path: "memory:", [.polite], .inMemory(), LedgerOptions.prompt)
  }
}
