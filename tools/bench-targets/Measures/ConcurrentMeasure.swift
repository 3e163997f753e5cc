import Daybook

/// Tasks of one process that commit one event after the other into one ledger, each waiting for its own commits.
enum ConcurrentMeasure {
  static func run(_ folder: String, count: Int, tasks: Int) async throws {
    let options = WorkloadLedger.options(folder)
    try await Ledger.create(at: folder + "/ledger", name: "bench", options: options)
    let ledger = try await Ledger.open(
      at: folder + "/ledger", systems: WorkloadLedger.systems, options: options)
    let seconds = try await Measures.time {
      try await withThrowingTaskGroup { group in
        for task in 0..<tasks {
          group.addTask {
            for index in stride(from: task, to: count, by: tasks) {
              try await ledger.append([
                Mutation(.upsert, kind: "planner.note", id: "\(index)", set: ["title": "a short note"])
              ])
            }
          }
        }
        try await group.waitForAll()
      }
      await ledger.close()
    }
    guard try await ledger.audit.replay(digests: false).events == UInt64(count + 1) else {
      throw LedgerError(.damaged, "commits are missing")
    }
    Measures.tell("commits_per_second", Double(count) / seconds)
  }
}
