import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
}

extension ReadSession {
  /// Reads the log once, replica by replica.
  func count(into tally: inout ChangeTally) throws -> LogReading {
    var reading = LogReading()
    reading.inventory = try Inventory.scan(folder)
    let places = try places(in: reading.inventory)
    var options = readOptions
    options.rootsWanted = held.rootsWanted(without: writer)
    reading.report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(reading.inventory) { frame in
        places.forEachRun(of: frame) { _, commits in
          for index in commits {
            tally.count(frame.content, commit: index, of: frame.branch.replica, file: frame.file)
          }
        }
      }
    try requireWhole(reading.report)
    try places.require(reading.report)
    for commits in try ownCommits(besides: reading.report) {
      for (_, content) in commits.contents {
        for index in content.commits.indices {
          tally.count(content, commit: index, of: commits.replica, file: "")
        }
      }
    }
    return reading
  }
}

/// What one reading of the files yielded besides the counts.
struct LogReading {
  var inventory = Inventory()
  var report = ReadReport()
}
