import DaybookModel
public import DaybookView

/// What an author wrote in one commit.
public struct AuthoredChange: Sendable {
  /// In the order of the commit; at least one.
  public var entries: [LogEntry]
  /// Whether all of the commit's events are this author's.
  public var isWholeCommit: Bool
}

extension Ledger {
  /// An author's last change, on whichever machine it was made: the events of the last commit that are this author's.
  /// Events that a command records beside its work (a reading, or an import's source) are not a change by themselves;
  /// an undo is one, like any other commit. Nil if there is none. O(size of the log).
  public nonisolated func lastChange(
    by author: String, as viewer: Viewer? = nil
  ) async throws -> AuthoredChange? {
    var filter = LogFilter()
    filter.by = author
    var last: LogEntry?
    try await log(filter, as: viewer) { entry in
      if !Self.recordKinds.contains(entry.event.mutation.kind) { last = entry }
      return true
    }
    guard let last else { return nil }
    // Of a forked replica two commits may have one number.
    let stamps = try await events(ofCommitWith: last.event.stamp).map { Set($0.map(\.stamp)) }
    filter = LogFilter()
    filter.replica = last.replica
    var commit: [LogEntry] = []
    try await log(filter, as: viewer) { entry in
      if stamps?.contains(entry.event.stamp) ?? (entry.commit == last.commit) { commit.append(entry) }
      return true
    }
    let own = commit.filter { $0.event.mutation.by == author }
    return AuthoredChange(entries: own, isWholeCommit: own.count == commit.count)
  }

  private static let recordKinds: Set<String> = [Access.kind, Source.kind]
}
