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

  /// Whether the lines were read by what all the events come to.
  mutating func settle() -> Bool {
    if applied.isKnown, events.count == appliedCount { return true }
    let read = Erasures(events)
    guard applied == read || !applied.isKnown && read.isEmpty && !hasStubs else { return false }
    (applied, appliedCount) = (read, events.count)
    return true
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
  /// Reads until the lines are read by the erase events that are read with them: an erase event is never erased, so that
  /// the second reading does.
  static func settled(_ readOnce: (Erasures) throws -> LoadedLedger) throws -> LoadedLedger {
    var loaded = try readOnce(.unknown)
    while !loaded.erasing.settle() { loaded = try readOnce(Erasures(loaded.erasing.events)) }
    return loaded
  }
}
