import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookSQLite

/// A file that is brought up to date again and again is, row for row, the file that is made whole.
@Suite struct UpdatePropertyTests {
  @Test(.seeded, arguments: ["sam", "purus", "freethoughts", "planner", "messaging"], 0..<6)
  func anUpdatedFileIsAWholeOne(system: String, round: Int) async throws {
    let seed = TestSeed.current &+ UInt64(round)
    var practice = try await Practice(seed: seed, system: system)
    try await practice.write(40)
    try await practice.export("kept.db")
    for step in 0..<5 {
      try await practice.write([1, 12, 0, 25, 6][step])
      let receipt = try await practice.export("kept.db", update: true)
      #expect(!receipt.isAnew, "seed \(seed) step \(step): \(receipt)")
      try await practice.export("whole.db", force: true)
      let (kept, whole) = (
        try Dump.lines(practice.path("kept.db")), try Dump.lines(practice.path("whole.db"))
      )
      #expect(Self.difference(kept, whole) == [], "seed \(seed) \(system) step \(step)")
      #expect(try Dump.faults(practice.path("kept.db")) == [], "seed \(seed) \(system) step \(step)")
    }
  }

  /// What another machine wrote meanwhile, of the past too, and what the ledger forgot of its session.
  @Test(.seeded, arguments: ["sam", "planner"], 0..<6)
  func whatOthersWroteComesToo(system: String, round: Int) async throws {
    let seed = TestSeed.current &+ UInt64(100 + round)
    var practice = try await Practice(seed: seed, system: system)
    try await practice.write(30)
    let other = try await practice.twin()
    try await practice.write(20, to: other)
    try await practice.write(20)
    try await practice.export("kept.db")
    for step in 0..<3 {
      _ = try await practice.ledger.replicas.replicate(with: practice.folder.path + "/two/l")
      if step == 1 {
        await practice.ledger.close()
        practice.ledger = try await Ledger.open(
          at: practice.path("one/l"), schemas: practice.schemas,
          options: Practice.options(practice.folder, "one"))
      }
      let receipt = try await practice.export("kept.db", update: true)
      #expect(!receipt.isAnew, "seed \(seed) step \(step): \(receipt)")
      try await practice.export("whole.db", force: true)
      let (kept, whole) = (
        try Dump.lines(practice.path("kept.db")), try Dump.lines(practice.path("whole.db"))
      )
      #expect(Self.difference(kept, whole) == [], "seed \(seed) \(system) step \(step)")
      try await practice.write(8, to: other)
    }
  }

  private static func difference(_ left: [String], _ right: [String]) -> [String] {
    let (first, second) = (Set(left), Set(right))
    var lines = (first.subtracting(second).map { "- " + $0 } + second.subtracting(first).map { "+ " + $0 })
      .sorted()
    if lines.isEmpty, left != right { lines.append("the same lines, but not as often") }
    return Array(lines.prefix(12))
  }
}
