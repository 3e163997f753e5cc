import Daybook

/// The last events of a listing, and how many came before them.
struct LastEntries {
  /// Nil to pass all entries on and hold none.
  private let limit: Int?
  private var entries: [LogEntry] = []
  private(set) var leftOut = 0

  init(_ limit: Int?) { self.limit = limit }

  /// - Returns: the entry, if it is not held.
  mutating func keep(_ entry: LogEntry) -> LogEntry? {
    guard let limit else { return entry }
    entries.append(entry)
    // In large steps, so that an entry moves at most once.
    if entries.count / 2 >= limit { drop(to: limit) }
    return nil
  }

  /// The last entries, in order.
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
