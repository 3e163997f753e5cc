import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

/// What a reading of a locked ledger noted for membership: the commits with events of devices, or that name what their
/// authors held. Also those that do not count.
struct DeviceLog: Sendable {
  /// False for a ledger that is not locked: nothing is noted.
  var isWanted = false
  private(set) var commits: [BranchID: [DeviceHistory.Commit]] = [:]
  /// The keys of branches that no file shows yet.
  private var keys: [BranchID: [UInt8]] = [:]
  /// How far branches went when it was last asked what counts.
  var judged: [BranchID: UInt64] = [:]
  /// Whether events of devices came since that was last asked.
  private(set) var hasMoved = false

  init() {}

  /// That of a snapshot.
  init(commits: [BranchID: [DeviceHistory.Commit]]) { (self.commits, isWanted) = (commits, true) }

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
      var known = commits[branch] ?? []
      let place = known.firstPlace { $0.end >= end }
      if place < known.count, known[place].end == end { continue }
      if !events.isEmpty { hasMoved = true }
      commits[branch] = nil
      known.insert(DeviceHistory.Commit(end: end, seen: entry.commit.seen, events: events), at: place)
      commits[branch] = known
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
