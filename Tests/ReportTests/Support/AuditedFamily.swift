import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import Daybook
@testable import PurusHealth
@testable import SAM

/// One ledger on several machines, each with a folder, a state and a clock of its own, that meet now and then.
final class AuditedFamily: Sendable {
  let folder: TemporaryFolder
  let ledgers: [Ledger]
  let clocks: [TestClock]

  /// 2026-02-02, a Monday.
  static let start: Int64 = 1_769_990_400_000
  static let hour: Int64 = 3_600_000
  static let systems: [System] = [.sam, .purus]

  init(_ names: [String]) async throws {
    folder = try TemporaryFolder()
    var ledgers: [Ledger] = []
    var clocks: [TestClock] = []
    for (index, name) in names.enumerated() {
      let clock = TestClock(Self.start)
      let random = RandomNumbers(seed: UInt64(index))
      var options = LedgerOptions.prompt
      options.stateDirectory = folder.path + "/state-\(index)"
      options.replicaName = name
      options.now = {
        clock.advance(1)
        return clock.now
      }
      options.random = { random.next() }
      let path = folder.path + "/\(index)"
      if index == 0 {
        try await Ledger.create(at: path, options: options)
      } else {
        try FileManager.default.createDirectory(atPath: path + "/replicas", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: folder.path + "/0/daybook.json", toPath: path + "/daybook.json")
      }
      ledgers.append(try await Ledger.open(at: path, systems: Self.systems, options: options))
      clocks.append(clock)
    }
    (self.ledgers, self.clocks) = (ledgers, clocks)
  }

  func path(_ machine: Int) -> String { folder.path + "/\(machine)" }

  /// All clocks, by the same.
  func wait(_ milliseconds: Int64) {
    for clock in clocks { clock.advance(milliseconds) }
  }

  @discardableResult
  func write(
    _ machine: Int, by author: String? = nil, why: String? = nil, _ mutations: Mutation...
  ) async throws -> AppendReceipt {
    try await ledgers[machine].append(mutations, options: AppendOptions(by: author, why: why))
  }

  /// Everybody meets everybody.
  func meet() async throws {
    for ledger in ledgers.dropFirst() { try await ledger.replicas.replicate(with: path(0)) }
    for ledger in ledgers.dropFirst() { try await ledger.replicas.replicate(with: path(0)) }
    for ledger in ledgers { try await ledger.refresh() }
  }

  /// The sealed segments of a machine as another one holds them, in their order.
  func segments(of writer: Int, on machine: Int) async throws -> [String] {
    let id = try #require(try await ledgers[writer].replicas.own().first)
    let place = path(machine) + "/replicas/\(id)"
    return try FileManager.default.contentsOfDirectory(atPath: place).sorted().map { place + "/" + $0 }
  }
}

/// Seeded numbers that several tasks may take.
private final class RandomNumbers: Sendable {
  private let random: Mutex<SeededRandom>

  init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

  func next() -> UInt64 { random.withLock { $0.next() } }
}
