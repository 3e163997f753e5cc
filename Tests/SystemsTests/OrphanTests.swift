import Daybook
import Testing

@testable import DaybookCommands

/// What mistaken writes leave behind is listed, and nothing else.
@Suite struct OrphanTests {
  static let entry = "01a206d0-cca1-7abc-8def-0123456789ab"

  private func ledger(_ mutations: [Mutation]) async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: RegisteredSystems.all)
    try await ledger.append(mutations)
    return ledger
  }

  private func causes(_ ledger: Ledger) async throws -> [String] {
    try await ledger.orphans().map { orphan in
      [orphan.cause.rawValue, orphan.kind, orphan.id, orphan.relation, orphan.target?.id, orphan.meant?.id]
        .compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func anEntityWithTheBeginningOfAnID() async throws {
    let kind = "purus.weightEntry"
    let ledger = try await ledger([
      Mutation(.upsert, kind: kind, id: Self.entry, set: ["weight": 84]),
      Mutation(.upsert, kind: kind, id: "01A206D0-cca", set: ["weight": 8.4]),
      Mutation(.upsert, kind: kind, id: "01a2", set: ["weight": 8.4]),
      // Neither is what a list shows.
      Mutation(.upsert, kind: kind, id: "01a206d1", set: ["weight": 8.4]),
      Mutation(.upsert, kind: kind, id: "01a206d0-cca1-7abc-8def-0123456789ac", set: ["weight": 8.4]),
    ])
    #expect(
      try await causes(ledger) == [
        "short-id \(kind) 01A206D0-cca \(Self.entry)", "short-id \(kind) 01a2 \(Self.entry)",
      ])
  }

  @Test func anEntityWithAnothersName() async throws {
    let ledger = try await ledger([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Lee"]),
      Mutation(.upsert, kind: "sam.person", id: "ann lee", set: ["isArchived": true]),
      // A different person.
      Mutation(.upsert, kind: "sam.person", id: "carl", set: ["displayNameCache": "Carla"]),
      Mutation(.upsert, kind: "sam.person", id: "other", set: ["displayNameCache": "Carl"]),
    ])
    #expect(try await causes(ledger) == ["name sam.person ann lee ann"])
  }

  /// What a record without a name is called is not a name.
  @Test func anEntityOfAKindWithComputedNames() async throws {
    let kind = "purus.medicalRecord"
    let ledger = try await ledger([
      Mutation(
        .upsert, kind: kind, id: Self.entry, set: ["personalGivenName": "Ann", "personalFamilyName": "Lee"]),
      Mutation(.upsert, kind: kind, id: "ann lee", set: ["isPet": true]),
      Mutation(.upsert, kind: kind, id: "01a206", set: ["isPet": false]),
      Mutation(.upsert, kind: kind, id: "Ann", set: ["isPet": true, "personalName": "Ann"]),
      Mutation(.upsert, kind: "planner.note", id: Self.entry, set: ["title": "Budget"]),
      Mutation(.upsert, kind: "planner.note", id: "budget", set: ["plainText": "Figures"]),
    ])
    #expect(
      try await causes(ledger) == [
        "name planner.note budget \(Self.entry)", "short-id \(kind) 01a206 \(Self.entry)",
        "name \(kind) ann lee \(Self.entry)",
      ])
  }

  /// That an id is the value of a hidden field would tell the value.
  @Test func anEntityWithAnothersHiddenName() async throws {
    let kind = "purus.drugEntry"
    let ledger = try await ledger([
      Mutation(.upsert, kind: kind, id: Self.entry, set: ["name": "Ramipril"]),
      Mutation(.upsert, kind: kind, id: "ramipril", set: ["information": "x"]),
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Lee"]),
      Mutation(.upsert, kind: "sam.person", id: "ann lee", set: ["isArchived": true]),
    ])
    let orphans = try await ledger.orphans()
    #expect(orphans.map(\.id) == ["ramipril", "ann lee"])
    #expect(orphans.map(\.isMeantHidden) == [true, false])
  }

  /// What is left once the printed command has removed a dangling link.
  @Test func anEntityWhoseFieldsWereCleared() async throws {
    let ledger = try await ledger([
      Mutation(.link, kind: "sam.person", id: "ghost", rel: "mergedInto", to: "nobody"),
      Mutation(.upsert, kind: "sam.jointInterest", id: "house", set: ["description": "A house"]),
      Mutation(.link, kind: "sam.jointInterest", id: "house", rel: "members", to: "nobody"),
      Mutation(.unlink, kind: "sam.jointInterest", id: "house", rel: "members", to: "nobody"),
      Mutation(.upsert, kind: "sam.jointInterest", id: "house", set: ["description": .null]),
    ])
    #expect(
      try await causes(ledger) == [
        "empty sam.jointInterest house", "dangling sam.person ghost mergedInto nobody",
      ])
    try await ledger.append([
      Mutation(.unlink, kind: "sam.person", id: "ghost", rel: "mergedInto", to: "nobody")
    ])
    #expect(
      try await causes(ledger) == ["empty sam.jointInterest house", "empty sam.person ghost"])
    try await ledger.append([Mutation(.delete, kind: "sam.person", id: "ghost")])
    #expect(try await causes(ledger) == ["empty sam.jointInterest house"])
  }

  @Test func anEntityThatHoldsNothing() async throws {
    let ledger = try await ledger([
      Mutation(.upsert, kind: "sam.person", id: "nobody"),
      Mutation(.upsert, kind: "sam.person", id: "01a206d0-cca1-7abc-8def-0123456789ab"),
      Mutation(.sync, kind: "sam.person", id: "somebody", set: ["displayNameCache": "Eva"]),
      Mutation(.upsert, kind: "messaging.user", id: "ann"),
    ])
    #expect(try await causes(ledger) == ["empty sam.person nobody"])
  }

  @Test func linksToWhatWasNeverMade() async throws {
    let ledger = try await ledger([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann"]),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "lunch", set: ["title": "Lunch"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "lunch", rel: "linkedPeople", to: "ann"),
      Mutation(.link, kind: "sam.evidenceItem", id: "lunch", rel: "linkedPeople", to: "an"),
      Mutation(.upsert, kind: "sam.coverage", id: "cover", set: ["person": "nobody"]),
      // Deleted, and gone with it: restoring brings it back.
      Mutation(.upsert, kind: "sam.person", id: "ben", set: ["displayNameCache": "Ben"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "lunch", rel: "linkedPeople", to: "ben"),
      Mutation(.delete, kind: "sam.person", id: "ben"),
      // The remote store knows its users.
      Mutation(.upsert, kind: "messaging.message", id: "m", set: ["sender": "bob"]),
    ])
    #expect(
      try await causes(ledger) == [
        "dangling sam.coverage cover person nobody", "dangling sam.evidenceItem lunch linkedPeople an",
      ])
  }
}
