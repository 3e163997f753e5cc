public import Daybook

/// Reconciles evidence with calendars: entries in, a plan out. A pure function of the entries and the state.
public struct CalendarSync {
  private var evidence = EntitySync(kind: EvidenceItem.kind)
  private var plan = SyncPlan()
  private var chosen: [String: (item: CalendarItem, file: String)] = [:]

  public init() {}

  /// Throws what encoding throws, which for these values is nothing.
  public mutating func add(
    _ item: CalendarItem, file: String, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) throws {
    let key = item.sourceUID
    if let other = chosen[key] {
      let counts = item.supersedes(other.item)
      let word = counts ? "this one counts" : "that one counts"
      plan.notices.append(
        .init(
          file: file, line: item.line,
          reason: "the same entry as in \(other.file):\(other.item.line); \(word)"))
      guard counts else {
        plan.summary.read += 1
        plan.summary.unchanged += 1
        return
      }
    }
    guard evidence.plan(try CalendarSync.entry(item, key: key, source: source), in: state) != nil else {
      skip(file: file, line: item.line, reason: "the entry is too large for one event")
      return
    }
    plan.summary.read += 1
    if chosen[key] == nil { plan.summary.occurrences += 1 } else { plan.summary.unchanged += 1 }
    chosen[key] = (item, file)
  }

  /// An entry that could not be read.
  public mutating func skip(file: String, line: Int, reason: String) {
    plan.summary.skipped += 1
    plan.skipped.append(.init(file: file, line: line, reason: reason))
  }

  public func finish() -> SyncPlan {
    var plan = plan
    evidence.finish(&plan)
    return plan
  }

  /// The state is not written: evidence that nobody looked at needs review by default, and a second machine
  /// that imports it later must not take a "done" back.
  private static func entry(
    _ item: CalendarItem, key: String, source: SyncSource
  ) throws -> EntitySync.Entry {
    var day: JSONValue = .null
    if case .day(let civil) = item.start { day = .string(civil.description) }
    return EntitySync.Entry(
      key: key, source: source,
      fields: [
        .init(name: "title", value: .string(item.title ?? ""), unwritten: ""),
        .init(name: "snippet", value: .string(item.snippet), unwritten: ""),
        .init(name: "bodyText", value: item.notes.map { .string($0) } ?? .null),
        .init(name: "occurredAt", value: .string(item.start.instant.description)),
        .init(name: "occurredOn", value: day),
        .init(name: "participantHints", value: try FieldEncoder.json(item.participants), unwritten: []),
      ],
      identity: [
        "sourceUID": .string(key), "source": .string(EvidenceSource.calendar.rawValue),
        "importedFrom": .string(source.id),
      ])
  }
}
