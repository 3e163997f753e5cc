import DaybookTestSupport
import Testing

@testable import Daybook

/// History, blame, diff, undo and revert say the same of random pasts of several machines. Each works it out in its
/// own way: steps by folding events one by one, blame from the registers of everything folded at once, diff from two
/// such readings.
@Suite struct HistoryAgreementTests {
  private static let rounds = 12

  @Test(.seeded) func theLastStepsAreWhatBlameNamesAndWhatShows() async throws {
    var compared = 0
    for round in 0..<Self.rounds {
      var past = try await RandomPast(seed: TestSeed.current &+ UInt64(round) &* 7)
      try await past.run(steps: 45)
      let ledger = past.group.ledger(0)
      for name in RandomPast.entities {
        let steps = try await ledger.history.steps(kind: name.kind, id: name.id)
        let own = steps.filter { $0.kind == name.kind && $0.id == name.id }
        let stamps = steps.map(\.entry.event.stamp)
        #expect(stamps == stamps.sorted())
        guard let blame = try await ledger.history.blame(kind: name.kind, id: name.id) else {
          #expect(own.isEmpty)
          continue
        }
        let last = own.last(of: name)
        var named: Set<Step.Register> = []
        for line in blame.lines {
          named.insert(line.register)
          guard !line.isDefault else {
            #expect(last[line.register]?.after == nil, "\(round) \(name) \(line.register)")
            continue
          }
          let change = last[line.register]
          #expect(change?.after == line.value, "\(round) \(name) \(line.register)")
          #expect(
            change?.writers == line.writers.map(\.event.stamp), "\(round) \(name) \(line.register)")
          compared += 1
        }
        // Whatever blame does not name is not there.
        for (register, change) in last where !named.contains(register) && register != .visibility {
          #expect(change.after == nil || change.after == false, "\(round) \(name) \(register)")
        }
        let isShown = last[.visibility]?.after ?? false
        #expect(isShown == .bool(blame.isShown), "\(round) \(name) is shown")
        try await expect(last, of: name, areTheRowOf: ledger, "\(round)")
      }
    }
    #expect(compared > 300)
  }

  /// The row, but for references to what is gone, which it does not show.
  private func expect(
    _ last: [Step.Register: Step.Change], of name: EntityName, areTheRowOf ledger: Ledger, _ round: String
  ) async throws {
    let row = try #require(try await ledger.get(kind: name.kind, id: name.id, includesDeleted: true))
    for field in row.fields {
      guard let schema = ledger.schemas[name.kind]?.field(field.name), !schema.isProjection else { continue }
      switch schema.type {
      case .many:
        guard ledger.schemas[name.kind]?.relations.contains(where: { $0.name == field.name }) ?? false else {
          continue
        }
        let linked = last.compactMap { register, change -> String? in
          guard case .relation(field.name, let to) = register, change.after == true else { return nil }
          return to
        }
        let shown = Set(field.value.array?.compactMap(\.string) ?? [])
        #expect(shown.isSubset(of: linked), "\(round) \(name) \(field.name)")
      case .one:
        guard let value = last[.field(field.name)]?.after, !field.value.isNull else { continue }
        #expect(value == field.value, "\(round) \(name) \(field.name)")
      default:
        guard let value = last[.field(field.name)]?.after, !value.isNull || schema.isOptional else {
          continue
        }
        #expect(value == field.value, "\(round) \(name) \(field.name)")
      }
    }
  }

  @Test(.seeded) func aDifferenceIsWhatTheStepsBetweenComeTo() async throws {
    var met: Set<Difference.What> = []
    for round in 0..<Self.rounds {
      var past = try await RandomPast(seed: TestSeed.current &+ 1000 &+ UInt64(round) &* 7)
      try await past.run(steps: 45)
      let ledger = past.group.ledger(0)
      let stamps = try await past.cleanStamps()
      guard stamps.count > 3 else { continue }
      for _ in 0..<3 {
        let points = [past.garden.pick(stamps), past.garden.pick(stamps)].sorted()
        let differences = try await ledger.history.differences(from: .until(points[0]), to: .until(points[1]))
        met.formUnion(differences.map(\.what))
        let found = Dictionary(
          uniqueKeysWithValues: differences.map { (EntityName(kind: $0.kind, id: $0.id), $0) })
        for name in RandomPast.entities {
          let own = try await ledger.history.steps(kind: name.kind, id: name.id)
            .filter { $0.kind == name.kind && $0.id == name.id }
          let before = own.filter { $0.entry.event.stamp <= points[0] }.last(of: name)
          let after = own.filter { $0.entry.event.stamp <= points[1] }.last(of: name)
          let (wasShown, isShown) = (before[.visibility]?.after == true, after[.visibility]?.after == true)
          var net: [String: [JSONValue]] = [:]
          for (register, change) in after where register != .visibility {
            let schema = ledger.schemas[name.kind]
            let old = register.reads(before[register]?.after, name, schema)
            let new = register.reads(change.after, name, schema)
            if old != new { net[register.text] = [old, new] }
          }
          let difference = found[name]
          let isNone = !wasShown && !isShown || wasShown && isShown && net.isEmpty
          try #require((difference == nil) == isNone, "\(round) \(name) \(points)")
          guard let difference else { continue }
          var said: [String: [JSONValue]] = [:]
          for change in difference.changes {
            let schema = ledger.schemas[name.kind]
            said[change.register.text] = [change.before, change.after].map {
              change.register.reads($0, name, schema)
            }
            let writers = after[change.register]?.writers ?? []
            // What a re-creation hides has it for its writer, and none in the history.
            if !writers.isEmpty, change.after != nil {
              #expect(change.writers.map(\.event.stamp) == writers, "\(round) \(name) \(change.register)")
            }
          }
          #expect(said == net, "\(round) \(name) \(points)")
          switch difference.what {
          case .created, .returned: #expect(!wasShown && isShown)
          case .changed: #expect(wasShown && isShown)
          default: #expect(wasShown && !isShown)
          }
        }
      }
    }
    #expect(met.isSuperset(of: [.created, .changed, .deleted]), "\(met)")
  }

  /// Undoing all that a difference comes from gives what was there before.
  @Test(.seeded(also: 7_170_888_359_239_789_544, 6_923_591_422_791_692_960))
  func everythingSinceTakenBackLeavesNoDifference() async throws {
    var undone = 0
    for round in 0..<Self.rounds {
      var past = try await RandomPast(seed: TestSeed.current &+ 2000 &+ UInt64(round) &* 7)
      try await past.run(steps: 40)
      let ledger = past.group.ledger(0)
      let stamps = try await past.cleanStamps()
      guard stamps.count > 3 else { continue }
      let point = past.garden.pick(Array(stamps.dropLast()))
      let from = Cut.until(point)
      var later: [Stamp] = []
      for name in RandomPast.entities {
        later += try await ledger.readSession().events(of: name, behind: from).map(\.stamp)
      }
      do {
        let receipt = try await ledger.history.undo(
          later.shuffled(using: &past.garden.random), wholeCommits: true)
        // By a clock that went back it is written before the moment to which it takes back.
        if receipt.written.events.contains(where: { $0.stamp <= point }) { continue }
        let left = Set(receipt.left.map { EntityName(kind: $0.kind, id: $0.id) })
        let rest = try await ledger.history.differences(from: from).filter { difference in
          RandomPast.entities.contains { $0.kind == difference.kind && $0.id == difference.id }
            && !left.contains(EntityName(kind: difference.kind, id: difference.id))
            && !(difference.cause.map { left.contains(EntityName(kind: $0.kind, id: $0.id)) } ?? false)
        }
        let entities = Set(rest.map(\.id))
        let written = receipt.written.events.map(\.mutation).filter { entities.contains($0.id) }
        let taken = receipt.undone.filter { entities.contains($0.mutation.id) }
        try #require(
          rest.isEmpty, "\(round): \(rest.map(\.text)) after \(written) for \(taken.map { "\($0.line)" })")
        undone += 1
      } catch let error as LedgerError {
        // What stood there may break a rule that merging does not ask about.
        #expect(error.code == .refused || error.code == .badData, "\(error)")
      }
    }
    #expect(undone >= Self.rounds / 3, "only \(undone)")
  }

  @Test(.seeded) func eachEntityRevertedLeavesNoDifference() async throws {
    var reverted = 0
    for round in 0..<Self.rounds {
      var past = try await RandomPast(seed: TestSeed.current &+ 3000 &+ UInt64(round) &* 7)
      try await past.run(steps: 40)
      let ledger = past.group.ledger(0)
      let stamps = try await past.cleanStamps()
      guard stamps.count > 3 else { continue }
      let point = past.garden.pick(Array(stamps.dropLast()))
      let from = Cut.until(point)
      var isBackDated = false
      var left: Set<EntityName> = []
      var rest: [Difference] = []
      // One may have to wait for another, such as for a value that only one may have, or show again with its owner.
      for _ in 0..<4 {
        for name in try await ledger.history.differences(from: from).map({
          EntityName(kind: $0.kind, id: $0.id)
        }) {
          do {
            let receipt = try await ledger.history.revert(kind: name.kind, id: name.id, to: from)
            left.remove(name)
            if receipt.written.events.contains(where: { $0.stamp <= point }) { isBackDated = true }
            if !receipt.left.isEmpty { left.insert(name) }
            reverted += 1
          } catch let error as LedgerError {
            #expect(error.code == .refused || error.code == .badData, "\(error)")
            left.insert(name)
          }
        }
        rest = try await ledger.history.differences(from: from).filter { $0.kind != "daybook.replica" }
        if rest.isEmpty { break }
      }
      if isBackDated { continue }
      // What was left, and what hides with it.
      rest.removeAll { difference in
        let names =
          [EntityName(kind: difference.kind, id: difference.id)]
          + (difference.cause.map { [EntityName(kind: $0.kind, id: $0.id)] } ?? [])
        return names.contains { left.contains($0) }
      }
      try #require(rest.isEmpty, "\(round): \(rest.map(\.text)) but \(left)")
    }
    #expect(reverted > 15)
  }
}

extension [Step] {
  /// Of each register the last change.
  fileprivate func last(of name: EntityName) -> [Step.Register: Step.Change] {
    var last: [Step.Register: Step.Change] = [:]
    for step in self {
      for change in step.changes {
        // Each begins where the one before it ended.
        var before = last[change.register]?.after
        // What was unlinked and what a re-creation hid are unlinked either way.
        if case .relation = change.register, change.before != true, before != true { before = change.before }
        #expect(
          change.before == before || last[change.register] == nil,
          "\(name): \(map { step in step.changes.filter { $0.register == change.register } })")
        last[change.register] = change
      }
    }
    return last
  }
}

extension Event {
  /// What it says, for messages.
  fileprivate var line: String { "\(stamp) at \(at?.description ?? "-") \(JSONValue.object(mutation.json))" }
}

extension Difference {
  fileprivate var text: String {
    let changes = changes.map {
      "\($0.register.text): \($0.before?.description ?? "nil") → \($0.after?.description ?? "nil")"
    }
    return "\(what.rawValue) \(kind) \(id) \(changes.joined(separator: ", "))"
  }
}
