import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

/// What a reading of a locked ledger noted for membership: the commits with events of devices, or with a `seen`,
/// including those that do not count.
struct DeviceLog: Sendable {
  /// False for a ledger that is not locked: nothing is noted.
  var isWanted = false
  /// For each branch, ascending.
  var commits: [BranchID: [DeviceHistory.Commit]] {
    guard let kept else { return fresh }
    return kept.commits.merging(fresh) { Self.merged($0, $1) }
  }

  /// Those of a snapshot.
  private var kept: SnapshotDeviceCommits?
  private var fresh: [BranchID: [DeviceHistory.Commit]] = [:]
  /// The keys of branches that no file shows yet.
  private var keys: [BranchID: [UInt8]] = [:]
  /// How far branches reached when it was last determined what counts.
  var judged: [BranchID: UInt64] = [:]
  /// Whether events of devices arrived since that was last determined.
  private(set) var hasMoved = false

  init() {}

  /// That of a snapshot.
  init(_ kept: SnapshotDeviceCommits, judged: [BranchID: UInt64]) {
    (self.kept, self.judged, isWanted) = (kept, judged, true)
  }

  /// Whether those of a snapshot cannot be read: then the log must be read.
  var isDamaged: Bool { kept?.isDamaged ?? false }

  private static func merged(
    _ left: [DeviceHistory.Commit], _ right: [DeviceHistory.Commit]
  ) -> [DeviceHistory.Commit] {
    let known = Set(left.map(\.end))
    return (left + right.filter { !known.contains($0.end) }).sorted { $0.end < $1.end }
  }

  /// The end of the last one of a branch.
  func lastEnd(of branch: BranchID) -> UInt64 {
    max(kept?.ends[branch] ?? 0, fresh[branch]?.last?.end ?? 0)
  }

  var branches: Set<BranchID> { Set(fresh.keys).union(kept.map { Set($0.ends.keys) } ?? []) }

  /// Notes commits of a frame.
  mutating func note(
    _ content: FrameContent, _ range: Range<Int>, of branch: BranchID, firstLeaf: UInt64, key: [UInt8]? = nil
  ) {
    guard isWanted else { return }
    if let key { keys[branch] = key }
    for index in range {
      let entry = content.commits[index]
      let events = Self.events(of: entry, content, firstLeaf)
      if events.isEmpty, entry.commit.seen.isEmpty { continue }
      let end = firstLeaf + UInt64(entry.leaves.upperBound)
      if end <= kept?.ends[branch] ?? 0, kept?.has(end, of: branch) ?? false { continue }
      var known = fresh.removeValue(forKey: branch) ?? []
      let place = known.firstPlace { $0.end >= end }
      let isKnown = place < known.count && known[place].end == end
      if !isKnown {
        if !events.isEmpty { hasMoved = true }
        known.insert(DeviceHistory.Commit(end: end, seen: entry.commit.seen, events: events), at: place)
      }
      fresh[branch] = known
    }
  }

  private static func events(
    of entry: FrameContent.CommitEntry, _ content: FrameContent, _ firstLeaf: UInt64
  ) -> [DeviceHistory.Event] {
    var events: [DeviceHistory.Event] = []
    for index in entry.events where content.events[index].line.op == .other {
      let (line, leaf) = (content.events[index].line, content.events[index].leaf)
      let range = content.leaves[leaf].range
      let text = content.bytes.span.extracting(range.start..<range.end)
      guard line.kind.text(text) == DeviceEvent.kind, let event = DeviceEvent(line.event(text).mutation)
      else {
        continue
      }
      events.append(
        DeviceHistory.Event(
          leaf: firstLeaf + UInt64(leaf), hash: content.leaves[leaf].hash, event: event))
    }
    return events
  }

  mutating func settle() { hasMoved = false }

  /// All lock events.
  var locks: Set<DeviceLock> {
    Set(events.compactMap { if case .lock(let lock) = $0.event.action { lock } else { nil } })
  }

  var events: [DeviceHistory.Event] { commits.values.flatMap { $0.flatMap(\.events) } }

  /// The branches of a report, with those that this process wrote and no file shows, each behind the one that it left.
  func branches(_ report: ReadReport) -> [(id: BranchID, branch: DeviceHistory.Branch)] {
    let commits = commits
    var places: [BranchID: Int] = [:]
    var branches: [(id: BranchID, branch: DeviceHistory.Branch)] = []
    for summary in report.branches {
      let origin = summary.origin.flatMap { origin in
        places[origin.branch].map { DeviceHistory.Origin(branch: $0, size: origin.leaf) }
      }
      places[summary.id] = branches.count
      branches.append(
        (
          summary.id,
          DeviceHistory.Branch(
            replica: summary.id.replica, publicKey: summary.publicKey, origin: origin,
            commits: commits[summary.id] ?? [])
        ))
    }
    for (id, key) in keys.sorted(by: { $0.key.replica < $1.key.replica }) where places[id] == nil {
      branches.append(
        (id, DeviceHistory.Branch(replica: id.replica, publicKey: key, commits: commits[id] ?? [])))
    }
    return branches
  }
}
