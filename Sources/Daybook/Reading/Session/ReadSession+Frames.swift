import DaybookLog
import DaybookModel
import DaybookReplication

extension ReadSession {
  /// Where what the records hold lies in the files as they are now.
  func places(in inventory: Inventory, of replicas: Set<ReplicaID>? = nil) throws -> HeldPlaces {
    try held.places(in: inventory, of: replicas, without: writer, folder, descriptor)
  }

  /// Hands on every commit that is held: those in the files, replica by replica, then those that
  /// are durable in this machine's journal alone. O(size of the log).
  ///
  /// - Parameter erasures: what is read as erased; nil for what is.
  func forEachFrame(
    replicas: Set<ReplicaID>? = nil, erasures: Erasures? = nil, _ body: (HeldFrame) throws -> Void
  ) throws {
    let inventory = try Inventory.scan(folder)
    let places = try places(in: inventory, of: replicas)
    var options = readOptions
    if let erasures { options.erasures = erasures }
    (options.rootsWanted, options.limit) = (held.rootsWanted(without: writer), nil)
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(inventory, replicas: replicas) { frame in
        // What came since the last reading is left out: the records do not know what its authors had seen.
        try places.forEachRun(of: frame) { former, commits in
          guard let branch = branches[former] else { return }
          try body(
            HeldFrame(
              content: frame.content, commits: commits, branch: branch, branchID: frame.branch,
              firstLeaf: frame.firstLeaf, file: frame.file))
        }
      }
    try requireWhole(report)
    try places.require(report)
    for commits in try ownCommits(besides: report) where replicas?.contains(commits.replica) ?? true {
      guard let branch = branches[commits.branch] else { continue }
      for (firstLeaf, content) in commits.contents {
        try body(
          HeldFrame(
            content: content, commits: content.commits.indices, branch: branch, branchID: commits.branch,
            firstLeaf: firstLeaf, file: ""))
      }
    }
  }

  /// Hands on the events that are wanted in the order of their stamps, until `body` returns false. What other
  /// replicas wrote is held meanwhile; the one that wrote most is streamed.
  func forEachEvent(
    where isWanted: (borrowing FrameContent, _ event: Int) -> Bool,
    within selection: CommitSelection = .all, _ body: (HeldEvent) throws -> Bool
  ) throws {
    var held = HeldEvents()
    try forEachFrame(replicas: streamed.map { replicas.subtracting([$0]) }) { frame in
      frame.forEachRun(of: selection) { held.add($0, where: isWanted) }
    }
    held.sort()
    struct Enough: Error {}
    var next = 0
    func tell(before stamp: Stamp?) throws {
      while next < held.count, stamp.map({ held.stamp(at: next) < $0 }) ?? true {
        if try !body(held[next]) { throw Enough() }
        next += 1
      }
    }
    do {
      if let streamed {
        try forEachFrame(replicas: [streamed]) { frame in
          try frame.forEachRun(of: selection) { run in
            try run.forEach(where: isWanted) { event in
              try tell(before: event.stamp)
              if try !body(event) { throw Enough() }
            }
          }
        }
      }
      try tell(before: nil)
    } catch is Enough {}
  }

  /// Which commits lie before a cut.
  func selection(_ cut: Cut) throws -> CommitSelection {
    let selection = try CommitSelection(cut, Inventory.scan(folder), folder, descriptor, own: ownCommits())
    note(unreadable: selection.unreadable)
    return selection
  }
}
