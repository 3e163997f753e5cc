import Daybook
import FoundationEssentials
import Testing

@testable import SAM

/// Many tasks at one ledger, of which each does one thing again and again. Only values and ids pass between
/// them.
struct Hammer: Sendable {
  let ledger: Ledger
  let acknowledged = Acknowledged()
  var rounds = 15
  /// Opens the same folder once more, as another process would; nil where there is none.
  var openAgain: (@Sendable () async throws -> Ledger)?

  /// Until everybody is done; throws what the first of them threw.
  func run() async throws {
    let changes = await ledger.changes(to: Person.self)
    let listener = Task {
      var count = 0
      for await change in changes {
        count += 1
        if change.ref.rawValue == Self.last { break }
      }
      return count
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 { group.addTask { try await commit(number) } }
      for number in 0..<3 { group.addTask { try await upsert(number) } }
      for number in 0..<2 { group.addTask { try await sync(number) } }
      for number in 0..<3 { group.addTask { try await read(number) } }
      group.addTask { try await maintain() }
      if let openAgain { group.addTask { try await watch(openAgain) } }
      try await group.waitForAll()
    }
    try await append([Mutation(.upsert, kind: Person.kind, id: Self.last, set: ["displayNameCache": "last"])])
    let heard = await listener.value
    let written = await acknowledged.personEvents
    #expect(heard == written, "every change is heard of once")
  }

  private static let last = "the-last-one"

  private func append(_ mutations: [Mutation], key: String? = nil) async throws {
    let receipt = try await ledger.append(mutations, options: AppendOptions(by: "hammer", key: key))
    if !receipt.isRepeat { await acknowledged.note(receipt.events) }
  }

  // MARK: Writers

  private func commit(_ number: Int) async throws {
    for round in 0..<rounds {
      let id = "person-\(number)-\(round % 5)"
      let name = JSONValue.string("Person \(number) \(round)")
      let mutation = Mutation(.upsert, kind: Person.kind, id: id, set: ["displayNameCache": name])
      let key = round % 3 == 0 ? "key-\(number)-\(round)" : nil
      try await append([mutation], key: key)
      // The same again under its key writes nothing.
      if key != nil { try await append([mutation], key: key) }
      // What no rule allows, in the middle of the others' commits.
      await #expect(throws: LedgerError.self) {
        try await ledger.append([
          Mutation(.upsert, kind: Person.kind, id: id, set: ["consentAlertsCount": 1])
        ])
      }
    }
  }

  private func upsert(_ number: Int) async throws {
    for round in 0..<rounds {
      var item = EvidenceItem(id: Ref("item-\(number)-\(round)"))
      item.title = "Call \(number) \(round)"
      item.occurredAt = Date(timeIntervalSince1970: Double(round * 3600))
      let person = await acknowledged.anyID(of: Person.kind).map { Ref<Person>($0) }
      let receipt = try await ledger.commit(by: "hammer") { [item] batch in
        try batch.upsert(item)
        if let person { try batch.link(item.id, \.linkedPeople, to: person) }
      }
      await acknowledged.note(receipt.events)
      if round % 4 == 3 {
        let undone = try await ledger.history.undo(try #require(receipt.lastStamp), wholeCommit: true)
        let redone = try await ledger.history.undo(try #require(undone.written.lastStamp), wholeCommit: true)
        #expect(redone.left.isEmpty)
      }
    }
  }

  private func sync(_ number: Int) async throws {
    for round in 0..<rounds {
      let id = "context-\(number)-\(round % 3)"
      let receipt = try await ledger.sync(AppendOptions(by: "sync")) { state, _ in
        var plan = SyncPlan()
        let name = JSONValue.string("Context \(number) \(round)")
        if state.entities("sam.context", where: "name", equals: name).isEmpty {
          plan.mutations = [Mutation(.sync, kind: "sam.context", id: id, set: ["name": name])]
        }
        return plan
      }
      #expect(receipt.events == 1)
      await acknowledged.note(
        receipt.plan.mutations.map {
          Event(stamp: receipt.lastStamp ?? Stamp(time: 0, replica: .init(rawValue: 0)), seq: 0, mutation: $0)
        })
    }
  }

  // MARK: Readers

  private func read(_ number: Int) async throws {
    for round in 0..<rounds * 2 {
      switch (number + round) % 4 {
      case 0:
        let items = try await ledger.fetch(
          EvidenceItem.self, sort: [SortKey("occurredAt", descending: true)], limit: 5)
        #expect(zip(items, items.dropFirst()).allSatisfy { $0.occurredAt >= $1.occurredAt })
      case 1:
        // Projections and inverses.
        for person in try await ledger.fetch(Person.self, limit: 20) {
          #expect(person.consentAlertsCount == 0 && person.contextChips.isEmpty)
        }
      case 2:
        let count = try await ledger.count(EvidenceItem.self)
        #expect(try await ledger.count(EvidenceItem.self) >= count - 3, "but for those just being undone")
      default:
        if let id = await acknowledged.anyID(of: Person.kind) {
          #expect(try await ledger.get(Ref<Person>(id)) != nil)
        }
      }
    }
  }

  private func maintain() async throws {
    for round in 0..<rounds {
      switch round % 4 {
      case 0: _ = try await ledger.maintenance.seal()
      case 1: _ = try await ledger.refresh()
      case 2: _ = try await ledger.replicas.status()
      default: _ = try await ledger.audit.replay()
      }
    }
  }

  private func watch(_ openAgain: @Sendable () async throws -> Ledger) async throws {
    let other = try await openAgain()
    var events = 0
    for _ in 0..<rounds {
      try await other.refresh()
      let held = Int(try await other.audit.replay(digests: false).events)
      #expect(held >= events, "what was published stays")
      events = held
      _ = try await other.count(Person.self)
    }
  }
}
