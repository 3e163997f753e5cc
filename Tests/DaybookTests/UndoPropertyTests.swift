import Daybook
import DaybookTestSupport
import Testing

/// A commit taken back leaves everything as it was before; taken back again, as it was after.
@Suite struct UndoPropertyTests {
  @Test(.seeded) func aWholeCommitTakenBackLeavesNothingBehind() async throws {
    var house = RandomHouse(seed: TestSeed.current &+ 7)
    for _ in 0..<12 {
      let ledger = try Ledger.seeded(systems: [.house])
      try await ledger.append(RandomHouse.beginning)
      for _ in 0..<20 {
        let before = try await rows(ledger)
        var commit = AppendReceipt()
        for _ in 0..<20 where commit.commit == nil {
          let mutations = house.mutations(count: 1...12)
          do { commit = try await ledger.append(mutations) } catch is LedgerError {}
        }
        let after = try await rows(ledger)
        let stamp = try #require(commit.events.randomElement(using: &house.random)?.stamp)
        let undo: UndoReceipt
        do {
          undo = try await ledger.history.undo(stamp, wholeCommit: true)
        } catch {
          Issue.record("\(story(commit)): \(error) \(before)")
          return
        }
        #expect(undo.left.isEmpty && undo.undone == commit.events)
        try #require(
          try await rows(ledger) == before, "\(story(commit)) taken back by \(story(undo.written))")
        guard let undone = undo.written.lastStamp else {
          #expect(before == after)
          continue
        }
        let redo = try await ledger.history.undo(undone, wholeCommit: true)
        try #require(
          try await rows(ledger) == after,
          "\(story(commit)) taken back by \(story(undo.written)) and that by \(story(redo.written))")
      }
    }
  }

  /// Whoever wrote since keeps what they wrote.
  @Test(.seeded) func laterWritesStand() async throws {
    var house = RandomHouse(seed: TestSeed.current &+ 8)
    for _ in 0..<12 {
      let ledger = try Ledger.seeded(systems: [.house])
      var stamps: [Stamp] = []
      for _ in 0..<15 {
        for _ in 0..<2 {
          do {
            stamps += try await ledger.append(house.mutations(count: 1...3)).events.map(\.stamp)
          } catch is LedgerError {}
        }
        guard let stamp = stamps.randomElement(using: &house.random) else { continue }
        do {
          let undo = try await ledger.history.undo(stamp)
          // Whatever was left shows what somebody else wrote; and the undo wrote nothing of that.
          for left in undo.left {
            for event in undo.written.events
            where event.mutation.kind == left.kind && event.mutation.id == left.id {
              #expect(left.what.map { event.mutation.set?[$0] == nil } ?? (event.mutation.op != .delete))
            }
          }
          stamps += undo.written.events.map(\.stamp)
        } catch let error as LedgerError {
          // What was there before may break a rule now.
          #expect(error.code == .refused || error.code == .badData, "\(error)")
        }
      }
    }
  }

  private func story(_ receipt: AppendReceipt) -> String {
    receipt.events.map { event in
      let mutation = event.mutation
      let edge = mutation.rel.map { " \($0) \(mutation.to ?? "")" } ?? ""
      let present = mutation.present.map { " present \($0)" } ?? ""
      let set = mutation.set.map { " \(JSONValue.object($0))" } ?? ""
      let over = event.over.map { " over \($0)" } ?? ""
      return "\(mutation.op.rawValue) \(mutation.id)\(edge)\(present)\(set)\(over)"
    }.joined(separator: "; ")
  }

  /// Everything that is there, without the stamps of last writes; links in no particular order.
  private func rows(_ ledger: Ledger) async throws -> [String: [String: JSONValue]] {
    var all: [String: [String: JSONValue]] = [:]
    for kind in ["house.member", "house.household"] {
      do {
        for row in try await ledger.query(Query(kind)).rows {
          var fields: [String: JSONValue] = [:]
          for field in row.fields where field.name != "createdAt" {
            let ids = field.value.array?.compactMap(\.string)
            fields[field.name] = ids.map { .array($0.sorted().map { .string($0) }) } ?? field.value
          }
          all["\(kind) \(row.id)"] = fields
        }
      } catch let error as LedgerError where error.code == .notFound {}
    }
    return all
  }
}

/// Random changes of members and households, from small pools, so that they meet.
struct RandomHouse {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// All that others refer to: a link to what was never made shows, one to what was made and taken back
  /// does not.
  static let beginning =
    ["a", "b", "c", "d", "e"].map { Mutation(.upsert, kind: "house.member", id: $0) }
    + ["h", "i"].map { Mutation(.upsert, kind: "house.household", id: $0) }

  mutating func mutations(count: ClosedRange<Int>) -> [Mutation] {
    (0..<Int.random(in: count, using: &random)).map { _ in mutation() }
  }

  mutating func mutation() -> Mutation {
    let (member, household) = (pick(["a", "b", "c", "d", "e", "m", "n", "o"]), pick(["h", "i"]))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return Mutation(.delete, kind: "house.member", id: member)
    case 1: return Mutation(.delete, kind: "house.household", id: household)
    case 2: return Mutation(.restore, kind: "house.member", id: member)
    case 3: return Mutation(.restore, kind: "house.household", id: household)
    case 4, 5:
      let op = pick([EventOperation.link, .link, .unlink])
      return Mutation(op, kind: "house.member", id: member, rel: "friends", to: pick(["a", "b"]))
    case 6: return Mutation(pick([.dismiss, .restore]), kind: "house.member", id: member)
    case 7:
      var sync = Mutation(.sync, kind: "house.member", id: member, set: ["name": .string(pick(["x", "y"]))])
      sync.present = pick([nil, true, false])
      return sync
    case 8: return Mutation(.upsert, kind: "house.household", id: household, set: ["address": "Low Street"])
    case 9:
      return Mutation(.link, kind: "house.household", id: household, rel: "members", to: member)
    default:
      return Mutation(
        .upsert, kind: "house.member", id: member,
        set: [
          "email": pick([.null, "a@x.example", "b@x.example", " B@x.example", "c@x.example"]),
          "household": pick([.null, .string(household)]),
        ])
    }
  }
}
