import DaybookLog
import DaybookModel

/// Leaves of a branch that are held without a gap. The tree at its end is enough to continue. If other files are known
/// to have the same leaves, their hashes are kept, too, in a window at its end, until no file can overlap them any
/// more.
struct Stretch {
  /// The first leaf held, and its event's seq.
  let start: UInt64
  let startSeq: UInt64
  /// After the last leaf.
  var tree: MerkleTree
  var nextSeq: UInt64
  private(set) var window: Window

  struct Window {
    /// Before its first leaf.
    var tree: MerkleTree
    var hashes: ArraySlice<Hash256> = []
    /// Where frames begin: the seq of the next event there, and the number of hashes before it.
    var marks: [(seq: UInt64, count: Int)] = []
  }

  init(start tree: MerkleTree, seq: UInt64) {
    (start, startSeq) = (tree.size, seq)
    (self.tree, nextSeq) = (tree, seq)
    window = Window(tree: tree)
  }

  /// A stretch that begins with the replica's first leaf and was read before.
  init(upTo tree: MerkleTree, nextSeq: UInt64) {
    (start, startSeq) = (0, 1)
    (self.tree, self.nextSeq) = (tree, nextSeq)
    window = Window(tree: tree)
  }

  var end: UInt64 { tree.size }

  /// The tree after `size` leaves; nil when the window does not reach back so far.
  func tree(at size: UInt64) -> MerkleTree? {
    if size == end { return tree }
    if size == window.tree.size { return window.tree }
    guard size > window.tree.size, size < end else { return nil }
    var tree = window.tree
    for hash in window.hashes.prefix(Int(size - window.tree.size)) { tree.append(hash) }
    return tree
  }

  /// The hash of a leaf, if it lies in the window.
  func hash(of leaf: UInt64) -> Hash256? {
    guard leaf >= window.tree.size, leaf < end else { return nil }
    let index = Int(leaf - window.tree.size)
    return index < window.hashes.count ? window.hashes[window.hashes.startIndex + index] : nil
  }

  /// Extends the stretch by `leaves`, to `after` if that is known. The leaves are kept for comparison only if later
  /// files may have them again.
  mutating func extend(
    by leaves: ArraySlice<FrameContent.Leaf>, to after: MerkleTree?, nextSeq: UInt64, isKept: Bool
  ) {
    if isKept {
      window.marks.append((self.nextSeq, window.hashes.count))
      for leaf in leaves { window.hashes.append(leaf.hash) }
    }
    if let after {
      tree = after
    } else {
      tree.append(leaves)
    }
    self.nextSeq = nextSeq
    if !isKept { window = Window(tree: tree) }
  }

  /// Drops the hashes that no file that begins at `seq` or later can overlap, but none after `keptFrom`.
  mutating func trim(before seq: UInt64, keeping keptFrom: UInt64?) {
    if nextSeq <= seq {
      if window.tree.size < end, keptFrom.map({ end <= $0 }) ?? true { window = Window(tree: tree) }
      return
    }
    guard let mark = window.marks.last(where: { $0.seq <= seq }), mark.count > 0,
      keptFrom.map({ window.tree.size + UInt64(mark.count) <= $0 }) ?? true
    else { return }
    for hash in window.hashes.prefix(mark.count) { window.tree.append(hash) }
    window.hashes.removeFirst(mark.count)
    window.marks = window.marks.compactMap { $0.count < mark.count ? nil : ($0.seq, $0.count - mark.count) }
  }

  /// Drops the hashes that no run that begins at `leaf` or later can overlap. Each hash is added once, however often
  /// this is called.
  mutating func trim(toLeaf leaf: UInt64) {
    guard leaf > window.tree.size else { return }
    guard leaf < end, leaf - window.tree.size <= UInt64(window.hashes.count) else {
      window = Window(tree: tree)
      return
    }
    let count = Int(leaf - window.tree.size)
    for hash in window.hashes.prefix(count) { window.tree.append(hash) }
    window.hashes.removeFirst(count)
    window.marks = []
  }
}
