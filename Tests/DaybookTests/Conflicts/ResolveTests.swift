import DaybookTestSupport
import Testing

@testable import Daybook

/// Each cause decided either way, by a machine whose clock is years behind the others'.
@Suite struct ResolveTests {
  /// The second machine's clock is ten years behind.
  func group() throws -> ReplicaGroup { try ReplicaGroup(clocks: [0, -3650]) }

  func upsert(_ kind: String, _ id: String, _ set: JSONObject = [:]) -> Mutation {
    Mutation(.upsert, kind: "garden." + kind, id: id, set: set)
  }

  func delete(_ kind: String, _ id: String) -> Mutation {
    Mutation(.delete, kind: "garden." + kind, id: id)
  }

  /// Makes the same conflict for each choice, has the machine whose clock is behind decide it, and reads it on both.
  private func decide(
    _ choice: ConflictChoice, _ cause: EntityConflict.Cause, _ make: (ReplicaGroup) async throws -> Void,
    then check: (Ledger) async throws -> Void
  ) async throws {
    let group = try group()
    try await make(group)
    try await group.exchangeAll()
    let conflict = try #require(try await group.conflicts(1).first { $0.cause == cause })
    let receipt = try await group.ledger(1).conflicts.resolve(
      String(conflict.id.prefix(6)), keep: choice, options: AppendOptions(by: "cleo"))
    #expect(receipt.commit != nil)
    #expect(receipt.events.allSatisfy { $0.mutation.was == nil && $0.mutation.by == "cleo" })
    #expect(receipt.events.allSatisfy { $0.mutation.why == "resolve \(conflict.id)" })
    try await group.exchangeAll()
    for index in [0, 1] {
      #expect(try await group.conflicts(index).isEmpty, "machine \(index), \(choice)")
      try await check(group.ledger(index))
    }
  }

  func value(_ ledger: Ledger, _ kind: String, _ id: String, _ field: String) async throws
    -> JSONValue?
  {
    try await ledger.get(kind: "garden." + kind, id: id)?[field]
  }

  func isThere(_ ledger: Ledger, _ kind: String, _ id: String) async throws -> Bool {
    try await ledger.get(kind: "garden." + kind, id: id) != nil
  }

  @Test func aFieldKeepsEitherValueOrAnother() async throws {
    for (choice, name) in [
      (ConflictChoice.winner, "Rose"), (.loser, "Fern"), (.value("Ivy"), "Ivy"),
    ] {
      try await decide(choice, .field) { group in
        try await group.write(0, by: "ann", upsert("plant", "a", ["name": "Rose"]))
        try await group.write(1, by: "ben", upsert("plant", "a", ["name": "Fern"]))
      } then: { (ledger: Ledger) async throws in
        #expect(try await value(ledger, "plant", "a", "name") == .string(name))
      }
    }
  }

  @Test func aSideIsNamedByItsStamp() async throws {
    let group = try ReplicaGroup(clocks: [0, 1, -3650])
    for (index, name) in ["Rose", "Fern", "Ivy"].enumerated() {
      try await group.write(index, upsert("plant", "a", ["name": .string(name)]))
    }
    try await group.exchangeAll()
    let conflict = try await group.onlyConflict(2)
    #expect(conflict.sides.map(\.value) == ["Fern", "Rose", "Ivy"])
    #expect(conflict.sides.map(\.replicaName) == ["laptop", "desk", "phone"])
    await #expect(throws: LedgerError.self) {
      try await group.ledger(2).conflicts.resolve(conflict.id, keep: .loser)
    }
    try await group.ledger(2).conflicts.resolve(conflict.id, keep: .write(conflict.sides[2].stamp))
    try await group.exchangeAll()
    for index in 0..<3 { #expect(try await value(group.ledger(index), "plant", "a", "name") == "Ivy") }
  }

  @Test func aLinkAndASource() async throws {
    for (choice, isLinked) in [(ConflictChoice.winner, true), (.loser, false), (.value(false), false)] {
      try await decide(choice, .link) { group in
        try await group.write(0, upsert("plant", "a"), upsert("plant", "b"))
        try await group.exchangeAll()
        try await group.write(1, Mutation(.unlink, kind: "garden.plant", id: "a", rel: "neighbours", to: "b"))
        try await group.write(0, Mutation(.link, kind: "garden.plant", id: "a", rel: "neighbours", to: "b"))
      } then: { (ledger: Ledger) async throws in
        #expect(try await value(ledger, "plant", "a", "neighbours") == (isLinked ? ["b"] : []))
      }
    }
    for (choice, isPresent) in [(ConflictChoice.winner, false), (.loser, true)] {
      try await decide(choice, .presence) { group in
        try await group.write(0, upsert("plant", "a"))
        try await group.exchangeAll()
        for (index, present) in [(1, true), (0, false)] {
          var sync = Mutation(.sync, kind: "garden.plant", id: "a")
          sync.present = present
          try await group.write(index, sync)
        }
      } then: { (ledger: Ledger) async throws in
        #expect(try await isThere(ledger, "plant", "a") == isPresent)
      }
    }
  }

  @Test func aDeleteAndAnEditEitherWay() async throws {
    for (choice, isKept) in [(ConflictChoice.winner, true), (.loser, false)] {
      try await decide(choice, .revived) { group in
        try await group.write(0, upsert("plant", "a", ["name": "Rose"]))
        try await group.exchangeAll()
        try await group.write(1, delete("plant", "a"))
        try await group.write(0, upsert("plant", "a", ["name": "Fern"]))
      } then: { (ledger: Ledger) async throws in
        #expect(try await isThere(ledger, "plant", "a") == isKept)
      }
      try await decide(choice, .deleted) { group in
        try await group.write(0, upsert("plant", "a", ["name": "Rose"]))
        try await group.exchangeAll()
        try await group.write(1, upsert("plant", "a", ["wilted": true]))
        // The planner puts it above what the machine ahead wrote, so this one wins.
        try await group.write(0, delete("plant", "a"))
      } then: { (ledger: Ledger) async throws in
        #expect(try await isThere(ledger, "plant", "a") != isKept)
        // Bringing it back says nothing of whether it is dismissed.
        if !isKept { #expect(try await value(ledger, "plant", "a", "wilted") == true) }
      }
    }
  }

  @Test func whatADeleteHidEitherWay() async throws {
    for (choice, isBack) in [(ConflictChoice.winner, false), (.loser, true)] {
      try await decide(choice, .hiddenEdit) { group in
        try await group.write(0, upsert("plant", "a"))
        try await group.exchangeAll()
        try await group.write(1, Mutation(.dismiss, kind: "garden.plant", id: "a"))
        try await group.write(0, delete("plant", "a"))
      } then: { (ledger: Ledger) async throws in
        #expect(try await isThere(ledger, "plant", "a") == isBack)
        if isBack { #expect(try await value(ledger, "plant", "a", "wilted") == true) }
      }
      try await decide(choice, .hiddenChild) { group in
        try await group.write(0, upsert("bed", "x", ["name": "North"]))
        try await group.exchangeAll()
        try await group.write(1, upsert("plant", "a", ["bed": "x"]), upsert("plant", "b", ["bed": "x"]))
        try await group.write(0, delete("bed", "x"))
      } then: { (ledger: Ledger) async throws in
        for (kind, id) in [("plant", "a"), ("plant", "b"), ("bed", "x")] {
          #expect(try await isThere(ledger, kind, id) == isBack)
        }
      }
    }
  }

  @Test func twoWaysBackEitherWay() async throws {
    for (choice, name) in [(ConflictChoice.winner, JSONValue.string("")), (.loser, "Rose")] {
      try await decide(choice, .recreated) { group in
        try await group.write(0, upsert("plant", "a", ["name": "Rose"]))
        try await group.write(0, delete("plant", "a"))
        try await group.exchangeAll()
        try await group.write(1, upsert("plant", "a", ["height": 3]))
        try await group.write(0, Mutation(.restore, kind: "garden.plant", id: "a"))
        try await group.write(0, Mutation(.restore, kind: "garden.plant", id: "a"))
      } then: { (ledger: Ledger) async throws in
        #expect(try await value(ledger, "plant", "a", "name") == name)
      }
    }
  }

  @Test func aSharedValueGoesToOne() async throws {
    for (choice, holder) in [
      (ConflictChoice.winner, "b"), (.loser, "a"), (.entity("a"), "a"),
    ] {
      try await decide(choice, .unique) { group in
        try await group.write(0, upsert("plant", "a", ["label": "one"]))
        // Ten years earlier, by its clock.
        try await group.write(1, upsert("plant", "b", ["label": "one"]))
      } then: { (ledger: Ledger) async throws in
        for id in ["a", "b"] {
          #expect(try await value(ledger, "plant", id, "label") == (id == holder ? "one" : .null))
        }
      }
    }
  }

  /// Two who decide otherwise at the same time are in conflict themselves: the value is not lost unseen.
  @Test func aSharedValueDecidedTwiceIsAConflict() async throws {
    let group = try group()
    try await group.write(0, upsert("plant", "a", ["label": "one"]))
    try await group.write(1, upsert("plant", "b", ["label": "one"]))
    try await group.exchangeAll()
    let id = try await group.onlyConflict().id
    try await group.ledger(0).conflicts.resolve(id, keep: .entity("a"))
    try await group.ledger(1).conflicts.resolve(id, keep: .entity("b"))
    try await group.exchangeAll()
    #expect(try await group.conflicts(0).map(\.cause) == [.field, .field])
  }

  @Test func aValueThatCannotBeClearedIsRefusedWithAdvice() async throws {
    let group = try group()
    try await group.write(0, upsert("bed", "x", ["name": "North", "code": 1]))
    try await group.write(1, upsert("bed", "y", ["name": "North", "code": 1]))
    try await group.exchangeAll()
    let conflict = try await group.onlyConflict()
    #expect(conflict.field == "code+name" && conflict.sides.allSatisfy(\.isSensitive))
    // The name may be empty, the code may not.
    try await group.ledger(0).conflicts.resolve(conflict.id, keep: .winner)
    #expect(try await value(group.ledger(0), "bed", "x", "name") == "")
    #expect(try await value(group.ledger(0), "bed", "y", "name") == "North")
    #expect(try await group.conflicts(0).isEmpty)
  }

  @Test func aForbiddenDeleteEitherWay() async throws {
    for (choice, isBack) in [(ConflictChoice.winner, false), (.loser, true)] {
      try await decide(choice, .denied) { group in
        try await group.write(0, upsert("shed", "s"))
        try await group.exchangeAll()
        try await group.write(1, upsert("tool", "t", ["name": "Saw", "shed": "s"]))
        try await group.write(0, delete("shed", "s"))
      } then: { (ledger: Ledger) async throws in
        #expect(try await isThere(ledger, "shed", "s") == isBack)
        #expect(try await value(ledger, "tool", "t", "shed") == (isBack ? "s" : .null))
      }
    }
  }

  /// A field written under its former name by a machine years ahead, on an entity that is deleted.
  @Test func formerNamesAndDeletedEntities() async throws {
    let group = try group()
    try await group.write(0, upsert("tool", "t", ["title": "Saw"]))
    try await group.write(1, upsert("tool", "t", ["name": "Axe"]))
    try await group.exchangeAll()
    try await group.write(1, delete("tool", "t"))
    try await group.exchangeAll()
    let conflict = try await group.onlyConflict(1)
    #expect(conflict.field == "name" && conflict.isGone && conflict.sides.map(\.value) == ["Saw", "Axe"])
    try await group.ledger(1).conflicts.resolve(conflict.id, keep: .loser)
    try await group.exchangeAll()
    for index in [0, 1] {
      #expect(try await group.conflicts(index).isEmpty)
      #expect(try await !isThere(group.ledger(index), "tool", "t"))
      let row = try await group.ledger(index).get(kind: "garden.tool", id: "t", includesDeleted: true)
      #expect(row?["name"] == "Axe")
    }
  }

  @Test func theSchemaHasItsSay() async throws {
    let group = try group()
    try await group.write(0, upsert("plant", "a", ["height": 1]))
    try await group.write(1, upsert("plant", "a", ["height": 2]))
    try await group.exchangeAll()
    let id = try await group.onlyConflict().id
    for (value, code) in [(JSONValue.string("tall"), LedgerError.Code.badData), (-1, .badData)] {
      let error = await #expect(throws: LedgerError.self) {
        try await group.ledger(0).conflicts.resolve(id, keep: .value(value))
      }
      #expect(error?.code == code && error?.line == nil)
    }
    for choice in [ConflictChoice.entity("a"), .write(Stamp(time: 1, replica: ReplicaID(rawValue: 1)))] {
      let error = await #expect(throws: LedgerError.self) {
        try await group.ledger(0).conflicts.resolve(id, keep: choice)
      }
      #expect(error?.code == .usage)
    }
    var dry = AppendOptions()
    dry.isDryRun = true
    #expect(try await group.ledger(0).conflicts.resolve(id, keep: .value(7), options: dry).events.count == 1)
    #expect(try await group.onlyConflict().id == id)
  }

  @Test func whatIsSettledSaysByWhom() async throws {
    let group = try group()
    try await group.write(0, by: "ann", upsert("plant", "a", ["name": "Rose"]))
    try await group.write(1, by: "ben", upsert("plant", "a", ["name": "Fern"]))
    try await group.exchangeAll()
    let conflict = try await group.onlyConflict()
    #expect(try await group.ledger(0).conflicts.settled().isEmpty)
    try await group.write(1, by: "cleo", upsert("plant", "a", ["name": "Ivy"]))
    let settled = try await group.ledger(1).conflicts.settled(kind: "garden.plant", id: "a")
    #expect(settled.map(\.conflict.id) == [conflict.id])
    #expect(settled.first?.settling.by == "cleo" && settled.first?.settling.value == "Ivy")
    #expect(settled.first?.conflict.sides.map(\.value) == ["Rose", "Fern"])
    let error = await #expect(throws: LedgerError.self) {
      try await group.ledger(1).conflicts.resolve(conflict.id, keep: .winner)
    }
    #expect(
      error?.code == .notFound && error?.what.contains("by cleo: it is now \"Ivy\"") == true,
      "\(error?.what ?? "")")
    let unknown = await #expect(throws: LedgerError.self) {
      try await group.ledger(1).conflicts.resolve("ffffffffffff", keep: .winner)
    }
    #expect(unknown?.code == .notFound)
    #expect(throws: LedgerError.self) { try ConflictChoice("Ann Lee", for: conflict) }
    #expect(try ConflictChoice("\"Ann\"", for: conflict) == .value("Ann"))
    #expect(
      try ConflictChoice(conflict.sides[1].stamp.description, for: conflict)
        == .write(conflict.sides[1].stamp))
  }
}
