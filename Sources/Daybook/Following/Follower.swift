import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

/// A subscriber to new events.
struct Follower: Sendable {
  /// How new events are delivered.
  enum Delivery: Sendable {
    /// Those that match, one by one.
    case each(LogMatcher, @Sendable (LogEntry) -> Void)
    /// All of a commit.
    case commits(@Sendable ([LogEntry]) -> Void)
  }

  let delivery: Delivery
  /// As whom; nil: everything.
  let viewer: Viewer?
  /// The stream has ended, for this reason.
  let finish: @Sendable ((any Error)?) -> Void

  init(
    matcher: LogMatcher, viewer: Viewer? = nil, yield: @escaping @Sendable (LogEntry) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) {
    (delivery, self.viewer, self.finish) = (.each(matcher, yield), viewer, finish)
  }

  init(
    viewer: Viewer?, yield: @escaping @Sendable (_ commit: [LogEntry]) -> Void,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) {
    (delivery, self.viewer, self.finish) = (.commits(yield), viewer, finish)
  }
}

/// The followers of a ledger, and the watch on its folder while there is at least one.
struct Followers {
  private(set) var all: [UInt64: Follower] = [:]
  private var next: UInt64 = 0
  var watch: Task<Void, Never>?

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ follower: Follower) -> UInt64 {
    defer { next += 1 }
    all[next] = follower
    return next
  }

  /// Returns whether no follower is left.
  mutating func remove(_ id: UInt64) -> Bool {
    all[id] = nil
    return all.isEmpty
  }
}

extension Ledger {
  func follow(_ follower: Follower) -> UInt64 {
    let id = followers.add(follower)
    if followers.watch == nil, let notices = machine.notices(options.pollInterval) {
      followers.watch = Task { [weak self] in
        for await _ in notices {
          // Files arrive in bursts: files that follow immediately are read together.
          try? await Task.sleep(for: .milliseconds(30))
          guard let self, await self.lookForNews() else { return }
        }
      }
    }
    return id
  }

  func forget(_ id: UInt64) {
    guard followers.remove(id) else { return }
    followers.watch?.cancel()
    followers.watch = nil
  }

  /// Reads what arrived, which notifies the followers. False when the folder cannot be read.
  private func lookForNews() -> Bool {
    do {
      try refresh()
      return true
    } catch {
      followers.watch = nil
      for follower in followers.all.values { follower.finish(error) }
      return false
    }
  }

  func announce(_ entries: [LogEntry]) {
    guard !followers.isEmpty, !entries.isEmpty else { return }
    let sorted = entries.sorted { $0.event.stamp < $1.event.stamp }
    var commits: [[LogEntry]]?
    for follower in followers.all.values {
      switch follower.delivery {
      case .each(let matcher, let yield):
        for entry in sorted where matcher.matches(entry) && allows(entry, to: follower.viewer) {
          yield(entry)
        }
      case .commits(let yield):
        let whole = commits ?? Self.commits(of: entries)
        commits = whole
        for commit in whole {
          let told = follower.viewer == nil ? commit : commit.filter { allows($0, to: follower.viewer) }
          if !told.isEmpty { yield(told) }
        }
      }
    }
  }

  /// Events by the commits that wrote them, whose first stamps ascend.
  private static func commits(of entries: [LogEntry]) -> [[LogEntry]] {
    struct Place: Hashable {
      var replica: ReplicaID
      var commit: UInt64
    }
    let commits = Dictionary(grouping: entries) { Place(replica: $0.replica, commit: $0.commit) }.values
    return commits.sorted { left, right in
      guard let first = left.first?.event.stamp, let other = right.first?.event.stamp else { return false }
      return first < other
    }
  }
}

/// The events of frames that a reading found to be new, in the form in which followers receive them.
struct PendingNotifications {
  private(set) var entries: [LogEntry] = []
  /// False without followers: then nothing is kept.
  let isWanted: Bool

  init(isWanted: Bool) { self.isWanted = isWanted }

  mutating func add(_ frame: borrowing AttestedFrame, _ commits: Range<Int>) {
    guard isWanted else { return }
    for index in commits {
      add(frame.content, index, replica: frame.branch.replica, file: frame.file)
    }
  }

  /// Adds the commits whose first leaf is wanted.
  mutating func add(_ frame: borrowing AttestedFrame, where isNew: (_ leaf: UInt64) -> Bool) {
    guard isWanted else { return }
    for index in frame.commits
    where isNew(frame.firstLeaf + UInt64(frame.content.commits[index].leaves.lowerBound)) {
      add(frame.content, index, replica: frame.branch.replica, file: frame.file)
    }
  }

  mutating func removeAll(where isOld: (LogEntry) -> Bool) { entries.removeAll(where: isOld) }

  mutating func add(_ content: FrameContent, _ commit: Int, replica: ReplicaID, file: String) {
    guard isWanted else { return }
    let entry = content.commits[commit]
    entries += entry.events.map {
      LogEntry(content, event: $0, entry.commit.number, replica, file: file)
    }
  }
}
