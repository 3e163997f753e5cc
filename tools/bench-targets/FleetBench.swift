import Daybook
import SAM

/// Measures what a new machine waits for that imports all others: pulling their files from a stick, reopening, and
/// staying up to date.
enum FleetBench {
  static func run(_ folder: String) async throws -> Report {
    var report = Report()
    let stick = Fleet.stick(folder)
    let target = folder + "/new"
    let options = Fleet.options(folder, machine: 1000)
    let pulling = try await Measurement.after("pull all", count: 3) { _ in
      try Folder.makeEmptyLedger(target, like: stick)
    } _: {
      let ledger = try await Ledger.open(at: target, systems: [.sam], options: options)
      _ = try await ledger.replicas.replicate(with: stick, direction: .pull)
    }
    let copying = try await Measurement.of("copy of the folder", count: 3, warms: false) { _ in
      try Folder.copy(stick, to: folder + "/copy")
    }
    report.add(pulling)
    report.add("pull all", pulling.median / copying.median, "times copying the folder")
    let open = { try await Ledger.open(at: target, systems: [.sam], options: options) }
    let events = Double(try await open().audit.replay(digests: false).events)
    report.add("events", events, "")
    let opening = try await Measurement.of("reopen", count: 5) { _ in _ = try await open() }
    report.add(opening)
    report.add("reopen", events / opening.median * 1000, "events/s")
    report.add("pull all", pulling.median / opening.median, "times reopening")

    let ledger = try await open()
    report.add(
      try await .of("replicate, nothing new") { _ in
        _ = try await ledger.replicas.replicate(with: stick, direction: .pull)
      })
    let other = try await Ledger.open(
      at: stick, systems: [.sam], options: Fleet.options(folder, machine: 0))
    report.add(
      try await .after("pull one commit of another") { number in
        try await other.append([
          Mutation(.upsert, kind: Person.kind, id: "new-\(number)", set: ["displayNameCache": "Ann"])
        ])
      } _: {
        _ = try await ledger.replicas.replicate(with: stick, direction: .pull)
      })
    report.add(try await .of("status", count: 5) { _ in _ = try await ledger.replicas.status() })
    report.add(try await .of("conflicts", count: 5) { _ in _ = try await ledger.conflicts.list() })
    report.add("memory at most", Folder.peakMemoryMegabytes, "MB")
    return report
  }
}
