import DaybookLog
import DaybookModel

/// Finds the places of a damaged journal's commits in their replica's tree. A commit's head contains the number of
/// lines before it and the root after it: a tree of that size that gives this root with the commit's lines is the tree
/// before the commit.
struct JournalPlacing {
  /// Consecutive commits.
  struct Run {
    /// Before the first one.
    var before: MerkleTree
    var entries: [JournalRemains.Entry]
    /// Behind the last one.
    var after: MerkleTree
  }

  private(set) var runs: [Run] = []
  /// The commits before which lines are missing.
  private(set) var unplaced: [JournalRemains.Entry] = []

  /// `trees`: possible trees of the replica at some sizes, besides those in the journal.
  init(_ remains: JournalRemains, trees: Set<MerkleTree>) {
    var known: [UInt64: Set<MerkleTree>] = [0: [MerkleTree()]]
    for tree in trees.union(remains.trees) { known[tree.size, default: []].insert(tree) }
    // Earlier commits give the trees for later ones.
    let ascending = remains.entries.sorted {
      ($0.firstLeaf, $0.frame.lowerBound) < ($1.firstLeaf, $1.frame.lowerBound)
    }
    for entry in ascending {
      guard let (before, after) = Self.fit(entry, known[entry.firstLeaf] ?? []) else {
        unplaced.append(entry)
        continue
      }
      known[after.size, default: []].insert(after)
      if let last = runs.indices.last, runs[last].after == before {
        runs[last].entries.append(entry)
        runs[last].after = after
      } else {
        runs.append(Run(before: before, entries: [entry], after: after))
      }
    }
  }

  private static func fit(
    _ entry: JournalRemains.Entry, _ trees: Set<MerkleTree>
  ) -> (before: MerkleTree, after: MerkleTree)? {
    for tree in trees {
      var after = tree
      for leaf in entry.leaves { after.append(leaf) }
      if after.root == entry.head.root { return (tree, after) }
    }
    return nil
  }
}

/// The trees of a replica between its commits, as its files give them.
struct TreesInFiles {
  private(set) var trees: Set<MerkleTree> = []
  private(set) var publicKey: [UInt8]?
  private let wanted: Set<UInt64>
  private let sizes: ClosedRange<UInt64>

  /// `wanted`: the sizes of the trees to find.
  init(wanted: Set<UInt64>) {
    self.wanted = wanted
    sizes = (wanted.min() ?? 0)...(wanted.max() ?? 0)
  }

  /// Reads the commits of one file that a signature covers.
  mutating func read(
    _ file: Inventory.SegmentFile, _ bytes: [UInt8], replica: ReplicaID, ledger: String
  ) throws {
    _ = try SegmentReading.alone(file, bytes, replica: replica, ledger: ledger) { frame, _, key in
      publicKey = key
      guard sizes.overlaps(frame.before.size...frame.after.size) else { return }
      var tree = frame.before
      if wanted.contains(tree.size) { trees.insert(tree) }
      for entry in frame.content.commits[frame.commits] {
        tree.append(frame.content.leaves[entry.leaves])
        if wanted.contains(tree.size) { trees.insert(tree) }
      }
    }
  }
}
