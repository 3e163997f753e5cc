import DaybookTestSupport
import Testing

@testable import Daybook

/// Machines that write and exchange at random, against ``ReferenceConflicts``.
@Suite struct ConflictPropertyTests {
  @Test(.seeded) func theListIsWhatEveryPairOfWritesSays() async throws {
    var garden = RandomGarden(seed: TestSeed.current &+ 11)
    let all: Set<EntityConflict.Cause> = [
      .field, .link, .presence, .recreated, .revived, .deleted, .hiddenEdit, .hiddenChild, .unique, .denied,
    ]
    var causes: Set<EntityConflict.Cause> = []
    // On until each cause was met: a test that met no conflict would have shown nothing.
    var round = 0
    while round < 20 || !all.isSubset(of: causes) && round < 200 {
      round += 1
      let clocks = (0..<Int.random(in: 2...4, using: &garden.random)).map { _ in
        garden.pick([0, 0, 1, -9000, 4000])
      }
      let group = try ReplicaGroup(clocks: clocks.map { Int64($0) }, seed: TestSeed.current &+ UInt64(round))
      for _ in 0..<4 {
        try await garden.run(group, steps: 12)
        for index in group.machines.indices { try await compare(group, index, &causes) }
      }
      try await group.exchangeAll()
      var lists: Set<[String]> = []
      for index in group.machines.indices {
        try await compare(group, index, &causes)
        lists.insert(try await group.conflicts(index).map { "\($0.id) \($0.summary)" })
      }
      // The same everywhere, ids and order included, and none twice.
      #expect(lists.count == 1)
      #expect(Set(lists.first ?? []).count == lists.first?.count)
    }
    #expect(all.subtracting(causes).isEmpty, "never met: \(all.subtracting(causes).map(\.rawValue))")
  }

  private func compare(
    _ group: ReplicaGroup, _ index: Int, _ causes: inout Set<EntityConflict.Cause>
  ) async throws {
    let machine = group.machines[index]
    let reference = ReferenceConflicts(machine.held.compactMap { group.written[$0] }).summaries()
    let found = try await group.conflicts(index)
    causes.formUnion(found.map(\.cause))
    let summaries = Set(found.map(\.summary))
    try #require(
      summaries == reference,
      "missing \(reference.subtracting(summaries)), too many \(summaries.subtracting(reference))")
    #expect(try await group.ledger(index).conflicts.count() == found.count)
  }

  /// A resolution takes its own conflict away, and what hung on the same delete or value, on every machine;
  /// whatever the resolver's clock says.
  @Test(.seeded) func aResolutionSettlesItsConflictEverywhere() async throws {
    var garden = RandomGarden(seed: TestSeed.current &+ 12)
    var resolved = 0
    for round in 0..<25 {
      let clocks: [Int64] = [0, 4000, -9000].shuffled(using: &garden.random)
      let group = try ReplicaGroup(clocks: clocks, seed: TestSeed.current &+ UInt64(round))
      try await garden.run(group, steps: 50)
      try await group.exchangeAll()
      for _ in 0..<4 {
        let before = try await group.conflicts(0)
        guard let conflict = before.randomElement(using: &garden.random) else { break }
        let resolver = Int.random(in: group.machines.indices, using: &garden.random)
        let choice: ConflictChoice = garden.pick([.winner, .loser])
        do {
          group.note(
            try await group.ledger(resolver).conflicts.resolve(conflict.id, keep: choice), by: resolver)
        } catch let error as LedgerError {
          // A rule may forbid what was there, and several may have lost.
          #expect(error.code == .refused || error.code == .usage || error.code == .badData, "\(error)")
          continue
        }
        resolved += 1
        try await group.exchangeAll()
        for index in group.machines.indices {
          let after = try await group.conflicts(index)
          try #require(!after.contains { $0.id == conflict.id }, "\(choice): \(conflict)")
          let gone = before.filter { one in !after.contains { $0.id == one.id } }
          let new = after.filter { one in !before.contains { $0.id == one.id } }
          for other in gone where other.id != conflict.id {
            #expect(
              other.touches(conflict) || new.contains { other.isWithin($0) && $0.touches(conflict) },
              "\(choice) of \(conflict) took away \(other)")
          }
          for other in new {
            #expect(
              other.touches(conflict) || gone.contains { other.isWithin($0) && $0.touches(conflict) },
              "\(choice) of \(conflict) made \(other)")
          }
          if conflict.cause == .field, let field = conflict.field {
            let row = try await group.ledger(index)
              .get(kind: conflict.kind, id: conflict.entity, includesDeleted: true)
            let side =
              choice == .winner
              ? conflict.sides.first : conflict.sides.first { $0.value != conflict.sides[0].value }
            // A reference to what is gone reads as null.
            let isReference = field == "bed" || field == "shed"
            let value = side?.value ?? .null
            if !isReference, !value.isNull { #expect(row?[field] == value) }
          }
        }
      }
    }
    #expect(resolved > 20, "\(resolved)")
  }

  /// Every settled conflict was once listed, by the id that it is listed with.
  @Test(.seeded) func whatWasListedAndIsGoneIsAmongTheSettled() async throws {
    var garden = RandomGarden(seed: TestSeed.current &+ 13)
    var settled = 0
    for round in 0..<12 {
      let group = try ReplicaGroup(clocks: [0, 3], seed: TestSeed.current &+ UInt64(round))
      var listed: [String: EntityConflict] = [:]
      for _ in 0..<6 {
        try await garden.run(group, steps: 10)
        try await group.exchangeAll()
        for conflict in try await group.conflicts(0) { listed[conflict.id] = conflict }
      }
      let open = Set(try await group.conflicts(0).map(\.id))
      let found = try await group.ledger(1).conflicts.settled()
      settled += found.count
      let ids = Set(found.map(\.conflict.id))
      #expect(ids.isDisjoint(with: open))
      for (id, conflict) in listed
      where !open.contains(id) && conflict.isRegister && conflict.entity != "t" && conflict.entity != "u" {
        // Later writes that had seen both; or one that had seen neither made another conflict of it.
        let isReplaced = listed.values.contains { other in
          other.id != id && other.entity == conflict.entity && other.field == conflict.field
            && other.to == conflict.to
        }
        #expect(ids.contains(id) || isReplaced || conflict.isHidable, "\(conflict)")
      }
    }
    #expect(settled > 5, "\(settled)")
  }
}

extension EntityConflict {
  var isRegister: Bool { [.field, .link, .presence, .revived, .deleted].contains(cause) }

  /// What a re-creation hides is gone without a write to it.
  var isHidable: Bool { [.field, .link, .presence].contains(cause) }

  /// Whether they have an entity in common, so that what is written for one may settle or change the other.
  func touches(_ other: EntityConflict) -> Bool {
    // A bed's plants come and go with it, and with them what they share.
    if other.kind == "garden.bed" || other.others.contains(where: { $0.kind == "garden.bed" }) { return true }
    return !entities.isDisjoint(with: other.entities)
  }

  /// Of a value that several hold, one more holder makes another conflict of it, and one less too.
  func isWithin(_ wider: EntityConflict) -> Bool {
    cause == .unique && wider.cause == .unique && field == wider.field
      && entities.isSubset(of: wider.entities)
  }

  private var entities: Set<[String]> {
    Set([[kind, entity]] + others.map { [$0.kind, $0.entity] })
  }
}
