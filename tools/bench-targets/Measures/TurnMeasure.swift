import Daybook
import Foundation

/// Processes that commit one event after the other into one ledger, each commit waited for.
enum TurnMeasure {
  static func run(_ folder: String, count: Int, processes: Int) async throws {
    try await Ledger.create(at: folder + "/ledger", name: "bench", options: WorkloadLedger.options(folder))
    let share = count / processes
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<processes {
        group.addTask {
          try Program.run([Program.own, "measure", "turn", folder, "\(share)", "\(number)"])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let times = texts.map { $0.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
    guard times.allSatisfy({ $0.count == 2 }), let start = times.map({ $0[0] }).min(),
      let end = times.map({ $0[1] }).max()
    else { throw LedgerError(.damaged, "a process did not say when it wrote") }
    let ledger = try await Ledger.open(
      at: folder + "/ledger", systems: WorkloadLedger.systems, options: WorkloadLedger.options(folder))
    guard try await ledger.audit.replay(digests: false).events == UInt64(share * processes + 1) else {
      throw LedgerError(.damaged, "commits are missing")
    }
    Measures.tell("commits_per_second", Double(share * processes) / (end - start))
  }

  /// One of them; prints when it began and ended, in seconds.
  static func turn(_ folder: String, count: Int, number: Int) async throws {
    let ledger = try await Ledger.open(
      at: folder + "/ledger", systems: WorkloadLedger.systems, options: WorkloadLedger.options(folder))
    let start = Date.now.timeIntervalSince1970
    for index in 0..<count {
      try await ledger.append([
        Mutation(.upsert, kind: "planner.note", id: "\(number)-\(index)", set: ["title": "a short note"])
      ])
    }
    await ledger.close()
    print(start, Date.now.timeIntervalSince1970)
  }
}
