import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

/// Some commits of one branch, from a file or from the journal.
struct HeldFrame {
  var content: FrameContent
  var commits: Range<Int>
  var branch: BranchIndex
  var branchID: BranchID
  /// The tree index of the content's first leaf.
  var firstLeaf: UInt64
  /// Relative to the ledger; empty for what the journal alone has.
  var file: String

  var replica: ReplicaID { branchID.replica }
}

/// One event and its place.
struct HeldEvent {
  var content: FrameContent
  /// Index into the content's events.
  var event: Int
  /// The place in the branch's tree.
  var leaf: UInt64
  var commit: UInt64
  var branch: BranchIndex
  var replica: ReplicaID
  var file: String

  var stamp: Stamp { content.events[event].line.stamp }

  var entry: LogEntry { LogEntry(content, event: event, commit, replica, file: file) }
}

extension HeldFrame {
  /// The frame with those of its commits alone that lie before a cut, in runs.
  func forEachRun(of selection: CommitSelection, _ body: (HeldFrame) throws -> Void) rethrows {
    try selection.forEachRun(of: commits, in: content, branchID, firstLeaf: firstLeaf) { commits in
      var run = self
      run.commits = commits
      try body(run)
    }
  }

  /// Its events that are wanted, in their order.
  func forEach(
    where isWanted: (borrowing FrameContent, _ event: Int) -> Bool, _ body: (HeldEvent) throws -> Void
  ) rethrows {
    for index in commits {
      let commit = content.commits[index]
      for event in commit.events where !content.events[event].line.isVoid && isWanted(content, event) {
        try body(
          HeldEvent(
            content: content, event: event, leaf: firstLeaf &+ UInt64(content.events[event].leaf),
            commit: commit.commit.number, branch: branch, replica: replica, file: file))
      }
    }
  }
}

/// Events of several branches, put in the order of their stamps. Holds the frames that contain them, or, where few of
/// a frame's events are wanted, copies of their lines.
struct HeldEvents {
  private struct Frame {
    var content: FrameContent
    var branch: BranchIndex
    var replica: ReplicaID
    var file: String
  }

  private struct Place {
    var stamp: Stamp
    var leaf: UInt64
    var commit: UInt64
    var frame: Int
    var event: Int
  }

  private var frames: [Frame] = []
  private var places: [Place] = []

  var count: Int { places.count }

  mutating func add(_ frame: HeldFrame, where isWanted: (borrowing FrameContent, _ event: Int) -> Bool) {
    let start = places.count
    frame.forEach(where: isWanted) { held in
      places.append(
        Place(
          stamp: held.stamp, leaf: held.leaf, commit: held.commit, frame: frames.count, event: held.event))
    }
    guard places.count > start else { return }
    var content = frame.content
    if (places.count - start) * 4 < content.events.count {
      content = content.keeping(places[start...].map(\.event))
      for (event, place) in (start..<places.count).enumerated() { places[place].event = event }
    }
    frames.append(
      Frame(content: content, branch: frame.branch, replica: frame.replica, file: frame.file))
  }

  /// Of two lines of a forked replica with one stamp the one with the lesser hash comes first, on every machine.
  mutating func sort() {
    let frames = frames
    func hash(_ place: Place) -> Hash256 {
      let content = frames[place.frame].content
      return content.leaves[content.events[place.event].leaf].hash
    }
    places.sort { left, right in
      left.stamp != right.stamp ? left.stamp < right.stamp : hash(left) < hash(right)
    }
  }

  subscript(index: Int) -> HeldEvent {
    let place = places[index]
    let frame = frames[place.frame]
    return HeldEvent(
      content: frame.content, event: place.event, leaf: place.leaf, commit: place.commit,
      branch: frame.branch, replica: frame.replica, file: frame.file)
  }

  func stamp(at index: Int) -> Stamp { places[index].stamp }
}

extension FrameContent {
  /// Only the lines of some events, renumbered.
  fileprivate func keeping(_ wanted: [Int]) -> FrameContent {
    var kept = FrameContent(bytes: [])
    for event in wanted {
      let leaf = leaves[events[event].leaf]
      let start = kept.bytes.count
      kept.bytes += bytes[leaf.range.start..<leaf.range.end]
      kept.events.append(EventEntry(line: events[event].line, leaf: kept.leaves.count))
      kept.leaves.append(Leaf(range: ByteRange(start, kept.bytes.count), hash: leaf.hash))
    }
    return kept
  }
}
