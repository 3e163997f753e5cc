import DaybookLog
import DaybookModel

/// The leaves of one branch in reading order. From these, the earlier roots of its tree can be computed once it is
/// known which are needed: the `seen` of other replicas is often read later. 32 bytes a leaf.
package struct TreeTrail: Sendable, Equatable {
  /// Consecutive leaves: those from `first` of `hashes` up to the next run's.
  private struct Run: Equatable {
    var before: MerkleTree
    var first: Int
  }

  private var runs: [Run] = []
  private var hashes: [Hash256] = []
  /// The leaf that would continue the last run.
  private(set) var end: UInt64 = 0

  /// A new run begins after this many leaves, so that a root costs no more hashes than that.
  private static let runCount = 4096

  var count: Int { hashes.count }

  /// Whether leaves that begin at a place should begin a new run.
  func needsRun(at leaf: UInt64) -> Bool {
    guard let last = runs.last, leaf == end else { return true }
    return hashes.count - last.first >= Self.runCount
  }

  mutating func beginRun(after tree: MerkleTree) {
    runs.append(Run(before: tree, first: hashes.count))
    end = tree.size
  }

  mutating func append(_ leaves: ArraySlice<FrameContent.Leaf>) {
    // Not reserved: an exact capacity for each frame would copy the trail once a frame.
    hashes.append(contentsOf: leaves.lazy.map(\.hash))
    end += UInt64(leaves.count)
  }

  /// The roots at those sizes that lie in one of the runs or at an end of it. O(sizes × 4096 + leaves) hashes at most.
  func roots(at sizes: some Sequence<UInt64>) -> [UInt64: Hash256] {
    let ends = runs.dropFirst().map(\.first) + [hashes.count]
    let ascending = zip(runs, ends).sorted { $0.0.before.size < $1.0.before.size }
    var roots: [UInt64: Hash256] = [:]
    var (index, tree) = (0, ascending.first?.0.before ?? MerkleTree())
    for size in sizes.sorted() {
      while index + 1 < ascending.count, ascending[index + 1].0.before.size <= size {
        index += 1
        tree = ascending[index].0.before
      }
      guard ascending.indices.contains(index), tree.size <= size else { continue }
      let (run, end) = ascending[index]
      guard size - run.before.size <= UInt64(end - run.first) else { continue }
      let first = run.first + Int(tree.size - run.before.size)
      for hash in hashes[first..<run.first + Int(size - run.before.size)] { tree.append(hash) }
      roots[size] = tree.root
    }
    return roots
  }
}
