import Daybook
import DaybookTestSupport
import SAM

/// Many machines that write one ledger, as on a stick that visited all of them.
enum Fleet {
  static func stick(_ folder: String) -> String { folder + "/stick" }

  static func options(_ folder: String, machine: Int) -> LedgerOptions {
    var options = LedgerOptions()
    options.stateDirectory = "\(folder)/states/\(machine)"
    options.replicaName = "machine \(machine)"
    return options
  }

  /// Each machine writes `events` events in commits of a hundred, every tenth to an entity that all of them write to.
  static func make(_ folder: String, count: Int, events: Int) async throws {
    try await Ledger.create(at: stick(folder))
    for machine in 0..<count {
      let ledger = try await Ledger.open(
        at: stick(folder), systems: [.sam], options: options(folder, machine: machine))
      var random = SeededRandom(seed: UInt64(machine))
      for commit in 0..<(events + 99) / 100 {
        let mutations = (0..<min(100, events - commit * 100)).map { index in
          mutation(machine, commit * 100 + index, &random)
        }
        try await ledger.append(mutations, options: AppendOptions(by: "bench"))
      }
      _ = try await ledger.maintenance.seal()
      await ledger.close()
    }
  }

  private static func mutation(
    _ machine: Int, _ number: Int, _ random: inout SeededRandom
  ) -> Mutation {
    let owner = number % 10 == 0 ? "all" : "\(machine)"
    let person = Int.random(in: 0..<10_000, using: &random)
    return Mutation(
      .upsert, kind: Person.kind, id: "\(owner)-\(person)",
      set: [
        "displayNameCache": .string("Person \(person)"),
        "emailCache": .string("\(owner).\(person).\(number)@example.org"),
      ])
  }
}
