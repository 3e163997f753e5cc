import DaybookTestSupport
import Foundation

@testable import Daybook
@testable import SAM

/// Half a year of a small practice that three machines write: people, notes, health records, conflicts, deletions, a
/// clock ahead, and a file that somebody took away.
struct Practice {
  let family: AuditedFamily
  private var random = SeededRandom(seed: 7)
  /// Nobody deletes what it never heard of.
  private var samples = (0..<3).map { SampleMutations(seed: 11 + $0, count: 100_000) }

  static let authors = ["Ann Lee", "Ben Okafor", "Cleo Martin"]

  init(days: Int = 170) async throws {
    family = try await AuditedFamily(["office", "Ann's laptop", "kitchen tablet"])
    try await records()
    for day in 0..<days { try await write(day) }
    try await family.meet()
    for ledger in family.ledgers { _ = try await ledger.maintenance.seal() }
    try await family.meet()
  }

  /// The folder that is audited.
  var path: String { family.path(0) }

  private func records() async throws {
    for (id, name) in [("ann", "Ann Lee"), ("rex", "Rex")] {
      try await family.write(
        1, by: "Ann Lee",
        Mutation(
          .upsert, kind: "purus.medicalRecord", id: id,
          set: [
            "personalGivenName": .string(name), "isPet": .bool(id == "rex"),
            "personalSocialSecurityNumber": "12 030160 A 123", "personalAddress": "4 Harbour Street",
          ]))
    }
    for (id, text) in [("penicillin", "Penicillin"), ("nuts", "Nuts")] {
      try await family.write(
        1, by: "Ann Lee",
        Mutation(
          .upsert, kind: "purus.allergyEntry", id: id,
          set: ["information": .string(text), "comment": "since childhood", "record": "ann"]))
    }
    try await family.meet()
  }

  private mutating func write(_ day: Int) async throws {
    family.wait(24 * AuditedFamily.hour)
    for machine in 0..<3 {
      // Few write on Sundays, and the tablet seldom.
      let isQuiet = day % 7 == 6 || machine == 2
      guard Int.random(in: 0..<4, using: &random) > (isQuiet ? 2 : 0) else { continue }
      let count = Int.random(in: 1...(isQuiet ? 4 : 24), using: &random)
      var mutations: [Mutation] = []
      while mutations.count < count, var next = samples[machine].next() {
        next.by = Self.authors[machine]
        if next.op == .delete { next.why = "asked for by the client" }
        mutations.append(next)
      }
      try await family.ledgers[machine].append(mutations)
    }
    if day % 9 == 0 { try await disagree(day) }
    if day % 4 == 0 { try await family.meet() }
    if day % 30 == 29 { for ledger in family.ledgers { _ = try await ledger.maintenance.seal() } }
  }

  /// Two write the same without having met.
  private mutating func disagree(_ day: Int) async throws {
    for machine in 0..<2 {
      try await family.write(
        machine, by: Self.authors[machine],
        Mutation(
          .upsert, kind: "sam.person", id: "client-\(day / 18)",
          set: ["displayNameCache": .string("Dana \(machine == 0 ? "Smith" : "Smyth") \(day)")]))
    }
    if day % 18 == 0 {
      try await family.meet()
      guard let open = try await family.ledgers[0].conflicts.list().last else { return }
      try await family.ledgers[0].conflicts.resolve(
        open.id, keep: .winner, options: AppendOptions(by: "Cleo Martin", why: "she spelled it for me"))
    }
  }
}
