// Which lines are read as erased follows from the events that are read; so a ledger with erasures is read twice, where no
// snapshot tells of them.

import DaybookLog
import DaybookModel
import DaybookReplication

/// What a reading knows of erasures.
struct ErasureState: Sendable {
  /// By which the lines were read.
  private(set) var applied: Erasures
  /// How many of the events that is by.
  private var appliedCount = 0
  /// The erase events that were read.
  private(set) var events: [EraseEvent] = []
  /// Whether there is a stub.
  private(set) var hasStubs = false

  init(applied: Erasures = .unknown) { self.applied = applied }

  /// Of a reading that was settled.
  init(events: [EraseEvent], hasStubs: Bool) {
    (applied, appliedCount) = (Erasures(events), events.count)
    (self.events, self.hasStubs) = (events, hasStubs)
  }

  /// Notes the erase events of some events.
  mutating func note(_ content: FrameContent, events range: Range<Int>) {
    for index in range where content.events[index].line.op == .erase {
      let line = content.leaves[content.events[index].leaf].range
      let text = content.bytes.span.extracting(line.start..<line.end)
      guard let event = EraseEvent(content.events[index].line, text) else { continue }
      events.append(event)
    }
    if !content.stubs.isEmpty { hasStubs = true }
  }

  /// Whether events came after the lines were read by the others.
  var hasMoved: Bool { applied.isKnown && events.count != appliedCount }

  /// By what the lines are to be read again; nil where they were read by what all the events come to.
  mutating func settle(_ report: ReadReport, _ inventory: Inventory) -> Erasures? {
    if !applied.isKnown, events.isEmpty, !hasStubs {
      applied = .none
      return nil
    }
    let read = Erasures(events)
    guard applied.isKnown, events.count == appliedCount || applied.avoiding([]) == read else { return read }
    let avoided = applied.avoided.union(
      inventory.coveredFiles(among: report.unwantedFiles, besides: applied.avoided))
    if avoided != applied.avoided { return read.avoiding(avoided) }
    appliedCount = events.count
    return nil
  }
}

extension Inventory {
  /// Those of some files of which other files have all events, by their names.
  fileprivate func coveredFiles(among paths: [String], besides left: Set<String>) -> Set<String> {
    let unwanted = Set(paths).subtracting(left)
    if unwanted.isEmpty { return [] }
    var covered: Set<String> = []
    for files in replicas {
      let others = files.segments.filter { !unwanted.contains($0.path) && !left.contains($0.path) }
        .compactMap { file in file.last.map { file.first...max(file.first, $0) } }
        .sorted { $0.lowerBound < $1.lowerBound }
      for file in files.segments where unwanted.contains(file.path) {
        guard let last = file.last else { continue }
        var next = file.first
        for range in others where range.contains(next) { next = range.upperBound + 1 }
        if next > last { covered.insert(file.path) }
      }
    }
    return covered
  }
}

extension Ledger {
  /// By which lines are read as erased.
  var appliedErasures: Erasures { loaded.erasing.applied }

  /// For a reading that shows lines.
  var readOptions: ReadOptions {
    var options = ReadOptions()
    options.erasures = appliedErasures
    return options
  }
}

extension LoadedLedger {
  /// By what the lines are to be read again; nil where they were read by the erase events that were read with them.
  mutating func settleErasures() -> Erasures? { erasing.settle(report, inventory) }

  /// Reads until the lines are read by the erase events that are read with them. Erase events are never erased, so that a
  /// second reading does; a third one leaves out files of which others have the texts.
  static func settled(_ readOnce: (Erasures) throws -> LoadedLedger) throws -> LoadedLedger {
    var loaded = try readOnce(.unknown)
    while let next = loaded.settleErasures() { loaded = try readOnce(next) }
    return loaded
  }
}
