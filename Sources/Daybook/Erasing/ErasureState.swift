import DaybookLog
import DaybookModel
import DaybookReplication

// Which lines are read as erased follows from the events that are read; so a ledger with erasures is read twice, unless
// a snapshot holds the erase events.

/// What a reading knows of erasures.
struct ErasureState: Sendable {
  /// The erasures with which the lines were read.
  private(set) var applied: Erasures
  /// How many of the events that took into account.
  private var appliedCount = 0
  /// The erase events that were read.
  private(set) var events: [EraseEvent] = []
  /// The variants in all files of leaves that have stubs; nil where a snapshot was read.
  private var variants: LineVariants?

  init(applied: Erasures = .unknown) { self.applied = applied }

  /// The state of a reading that was settled.
  init(events: [EraseEvent], stubLeaves: Set<Hash256>) {
    (applied, appliedCount) = (Erasures(events), events.count)
    applied.stubLeaves = stubLeaves
    self.events = events
  }

  /// Notes the erase events of some events.
  mutating func note(_ content: FrameContent, events range: Range<Int>) {
    for index in range { if let event = content.eraseEvent(index) { events.append(event) } }
  }

  /// Whether events arrived after the lines were read with the earlier ones.
  var hasMoved: Bool { applied.isKnown && events.count != appliedCount }

  /// Notes what a reading of all files found.
  mutating func note(_ report: ReadReport) { variants = report.variants }

  /// The erasures with which the lines must be read again; nil if they were read with those of all the events.
  mutating func settle() -> Erasures? {
    var read = Erasures(events)
    if let variants {
      variants.choose(for: &read)
    } else {
      (read.stubLeaves, read.chosen) = (applied.stubLeaves, applied.chosen)
    }
    if !applied.isKnown, read == .none { applied = .none }
    guard applied == read else { return read }
    appliedCount = events.count
    return nil
  }
}

extension Ledger {
  /// The erasures with which lines are read.
  var appliedErasures: Erasures { loaded.erasing.applied }

  /// The options for a reading that shows lines.
  var readOptions: ReadOptions {
    var options = ReadOptions()
    options.erasures = appliedErasures
    options.limit = loaded.rule.limit
    return options
  }
}

extension LedgerState {
  /// The erasures with which the lines must be read again; nil if they were read with the erase events that came with
  /// them.
  mutating func settleErasures() -> Erasures? { erasing.settle() }

  /// Reads until the lines are read with the erase events that came with them. Erase events are never erased, so a
  /// second reading is enough; a third one reads texts that are in other files than their stubs.
  static func settled(_ readOnce: (Erasures) throws -> LedgerState) throws -> LedgerState {
    var loaded = try readOnce(.unknown)
    while let next = loaded.settleErasures() { loaded = try readOnce(next) }
    return loaded
  }
}

/// The erase events whose texts are due for removal.
struct DueEvents {
  var lines: [EraseEvent]
  /// All events about an erasure as a whole.
  var acts: [EraseEvent]

  var all: [EraseEvent] { lines + acts }

  /// The replicas whose lines they name.
  var replicas: Set<ReplicaID> {
    Set(lines.compactMap { if case .line(let line) = $0.act { line.replica } else { nil } })
  }

  /// The id of an erasure that names the line.
  var erasureOfLine: [Hash256: String] {
    var found: [Hash256: String] = [:]
    for event in lines { if case .line(let line) = event.act { found[line.leaf] = event.erasure.id } }
    return found
  }

  /// The same for the same lines.
  var signature: Hash256 {
    let keys = lines.compactMap { $0.lineKey?.description }.sorted()
    return Hash256.of(Array(keys.joined().utf8).span)
  }
}

extension EraseEvent {
  func names(_ replica: ReplicaID) -> Bool {
    if case .line(let line) = act { line.replica == replica } else { false }
  }
}
