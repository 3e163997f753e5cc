import Daybook

/// The last events of a listing, and how many came before them.
struct LastEntries {
  /// Nil: all of them, none of which is held.
  private let limit: Int?
  private var entries: [LogEntry] = []
  private(set) var leftOut = 0

  init(_ limit: Int?) { self.limit = limit }

  /// - Returns: the entry, where it is not held.
  mutating func keep(_ entry: LogEntry) -> LogEntry? {
    guard let limit else { return entry }
    entries.append(entry)
    // In large steps, so that an entry is moved once at most.
    if entries.count >= 2 * limit { drop(to: limit) }
    return nil
  }

  /// The last ones, in their order.
  mutating func take() -> [LogEntry] {
    drop(to: limit ?? 0)
    defer { entries = [] }
    return entries
  }

  private mutating func drop(to limit: Int) {
    let count = max(0, entries.count - limit)
    entries.removeFirst(count)
    leftOut += count
  }
}
