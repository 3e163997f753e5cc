public import DaybookModel

/// Reconciles a kind of entities with calendars: entries in, a plan out. A pure function of the entries and the state.
///
///     var sync = CalendarReconciliation<CalendarEvidence>(window: window)
///     sync.add(item, file: "work.ics", source: source)
///     let plan = try sync.finish(in: state)
///
/// An entry is one entity, a recurring entry one for each occurrence. Of several versions of an entry one counts, and a
/// separate entry for an occurrence replaces what the recurring entry has for it. A cancelled entry is treated as
/// absent: it never makes an entity, and removes an existing one.
public struct CalendarReconciliation<Target: CalendarTarget> {
  /// The window: only entries that start in it are imported, and entities in it that the calendars no longer have are
  /// removed. Without a window everything is imported, and only cancelled entries and lost occurrences of a series are
  /// removed.
  private let window: TimeWindow?
  /// The time in which the occurrences of recurring entries were expanded; nil if it is not known.
  private let expanded: TimeWindow?
  private var plan = SyncPlan()
  private var chosen: [String: Choice] = [:]
  /// Keys in the order in which they were first met.
  private var order: [String] = []
  /// In the order in which they were first met.
  private var sources: [SyncSource] = []
  private var zones: [SyncSource: String] = [:]
  private var incomplete: Set<SyncSource> = []
  /// Whether a file could not be read at all.
  private var isPartial = false

  struct Choice {
    var item: CalendarItem
    var file: String
    var source: SyncSource
  }

  /// - Parameters:
  ///   - window: only entries that start in it are imported, and those gone from it are removed; nil: all are imported.
  ///   - expanded: the time in which the repeating entries have all of their occurrences. An occurrence in it that the
  ///   ledger holds, and that its entry no longer has, is removed.
  public init(window: TimeWindow? = nil, expanded: TimeWindow? = nil) {
    (self.window, self.expanded) = (window, expanded)
  }

  /// Adds an entry that was read. Of two with the same ``CalendarItem/eventIdentifier`` the newer version counts, and
  /// a notice names the other.
  public mutating func add(_ item: CalendarItem, file: String, source: SyncSource) {
    include(source)
    plan.summary.read += 1
    let key = item.eventIdentifier
    if let other = chosen[key] {
      let counts = item.supersedes(other.item)
      plan.notices.append(
        .init(
          file: file, line: item.line,
          reason:
            "the same entry as in \(other.file):\(other.item.line); \(counts ? "this" : "that") one counts"))
      guard counts else { return }
    } else {
      order.append(key)
    }
    chosen[key] = Choice(item: item, file: file, source: source)
  }

  /// A calendar that was read, even if it has no entry: then it no longer has anything in the window.
  public mutating func include(_ source: SyncSource) {
    if !sources.contains(source) { sources.append(source) }
  }

  /// An entry that could not be read; it may be any of the source's.
  public mutating func skip(file: String, line: Int, reason: String, source: SyncSource) {
    plan.summary.skipped += 1
    plan.skipped.append(.init(file: file, line: line, reason: reason))
    incomplete.insert(source)
  }

  /// A file that cannot be read: nobody knows which calendars are in it, so no entity of any calendar is removed.
  public mutating func skip(file: String, line: Int, reason: String) {
    plan.summary.skipped += 1
    plan.skipped.append(.init(file: file, line: line, reason: reason))
    isPartial = true
  }

  /// The source was not read completely: no entity of it is removed for being absent.
  public mutating func distrust(_ source: SyncSource) { incomplete.insert(source) }

  /// The source has times without a zone, which were read in this one.
  public mutating func note(zone: String, of source: SyncSource) { zones[source] = zone }

  /// Adds a remark about an entry that was read.
  public mutating func note(file: String, line: Int, reason: String) {
    plan.notices.append(.init(file: file, line: line, reason: reason))
  }

  /// Throws what the target throws.
  public func finish(in state: borrowing some SyncState & ~Copyable) throws -> SyncPlan {
    var plan = plan
    var incomplete = incomplete
    var entities = CalendarEntities(window: window, target: Target(state), sources: sources)
    for key in order {
      guard let choice = chosen[key], try !add(choice, key, to: &entities, in: state) else { continue }
      plan.summary.read -= 1
      plan.summary.skipped += 1
      plan.skipped.append(
        .init(file: choice.file, line: choice.item.line, reason: "the entry is too large for one event"))
      incomplete.insert(choice.source)
    }
    tellOutside(&plan)
    if let expanded, !isPartial {
      for key in order {
        guard let choice = chosen[key], choice.item.recurrenceID == nil, !choice.item.isCancelled,
          !incomplete.contains(choice.source)
        else { continue }
        entities.prune(seriesOf: choice.item, choice.source, expanded: expanded, in: state)
      }
    }
    if window != nil {
      for source in sources {
        guard !isPartial, !incomplete.contains(source) else {
          plan.notices.append(
            .init(
              file: source.name, line: 1,
              reason: "no entry was removed, since the calendar could not be read in full"))
          continue
        }
        entities.prune(source, in: state)
      }
    }
    entities.finish(&plan, zones: zones, in: state)
    plan.sources = sources.map(\.id)
    return plan
  }

  /// Names series that repeat only outside the default time.
  private func tellOutside(_ plan: inout SyncPlan) {
    guard window == nil, let expanded else { return }
    let outside = order.compactMap { chosen[$0] }.filter { choice in
      choice.item.occurrences?.isEmpty == true && choice.item.recurrenceID == nil && !choice.item.isCancelled
    }
    for (file, series) in Dictionary(grouping: outside, by: \.file).sorted(by: { $0.key < $1.key }) {
      let (first, last) = (expanded.first.description.prefix(10), expanded.last.description.prefix(10))
      plan.notices.append(
        .init(
          file: file, line: series.map(\.item.line).min() ?? 1,
          reason:
            "\(series.count) repeating \(series.count == 1 ? "entry has" : "entries have") no date between "
            + "\(first) and \(last), and \(series.count == 1 ? "is" : "are") not imported; "
            + "\(Remedy.window) imports another period"))
    }
  }

  /// False where it is too large for an event.
  private func add(
    _ choice: Choice, _ key: String, to entities: inout CalendarEntities<Target>,
    in state: borrowing some SyncState & ~Copyable
  ) throws -> Bool {
    let (item, source) = (choice.item, choice.source)
    if item.isCancelled {
      entities.cancel(item, source: source, in: state)
      return true
    }
    if item.recurrenceID == nil {
      // Its occurrences stand for it now, if it was imported as one item before.
      if item.occurrences != nil { entities.remove(key, source, in: state) }
    } else if chosen[item.seriesIdentifier]?.item.isCancelled == true {
      return true
    }
    var items = (item.occurrences ?? []).map { item.occurrence($0) }
    // A change of all later occurrences is one of them itself.
    if item.occurrences == nil
      || item.recurrenceID != nil && !items.contains(where: { $0.eventIdentifier == key })
    {
      items.append(item)
    }
    for item in items {
      // A separate entry takes precedence over a recurring one.
      let own = item.eventIdentifier
      if own != key, chosen[own] != nil { continue }
      guard try entities.add(item, source: source, in: state) else { return false }
    }
    return true
  }
}
