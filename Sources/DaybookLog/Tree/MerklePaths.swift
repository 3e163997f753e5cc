package import DaybookModel

/// Paths from single leaves to the root (RFC 6962, 2.1.1), made while the tree grows: every inner node is visited once,
/// so they cost one hash per leaf, and no more memory than the tree's peaks and the paths themselves.
package struct MerklePaths: Sendable {
  package struct Wanted: Sendable {
    package let index: UInt64
    package let leaf: Hash256
    /// Within the largest perfect subtree so far, from the leaf up.
    fileprivate(set) var path: [Hash256] = []
  }

  package private(set) var size: UInt64 = 0
  /// Roots of the perfect subtrees, the largest first.
  private var peaks: [Hash256] = []
  /// Ascending.
  package private(set) var wanted: [Wanted] = []
  /// Sizes whose last leaf is needed, and the smallest peak there.
  private var earlier: [UInt64: Hash256?]

  /// - Parameter sizes: earlier trees for which ``consistency(from:)`` will be called.
  package init(consistencyFrom sizes: some Sequence<UInt64> = []) {
    earlier = Dictionary(sizes.map { ($0, nil) }, uniquingKeysWith: { first, _ in first })
  }

  package mutating func append(_ leaf: Hash256, isWanted: Bool = false) {
    let isLast = earlier[size + 1] != nil
    if isWanted || isLast { wanted.append(Wanted(index: size, leaf: leaf)) }
    var (node, width) = (leaf, UInt64(1))
    for _ in 0..<(~size).trailingZeroBitCount {
      let left = peaks.removeLast()
      note(left: left, right: node, middle: size + 1 - width, start: size + 1 - 2 * width)
      (node, width) = (Leaf.node(left, node), width * 2)
    }
    peaks.append(node)
    size += 1
    if isLast { earlier.updateValue(node, forKey: size) }
  }

  /// A subtree is complete: each half is on the path from the leaves of the other.
  private mutating func note(left: Hash256, right: Hash256, middle: UInt64, start: UInt64) {
    for place in wanted.indices.reversed() {
      if wanted[place].index < start { return }
      wanted[place].path.append(wanted[place].index < middle ? right : left)
    }
  }

  package var root: Hash256 { rest(from: 0) ?? MerkleTree.emptyRoot }

  /// The root of the peaks from one on.
  private func rest(from first: Int) -> Hash256? {
    guard var node = peaks.last, first < peaks.count else { return nil }
    for peak in peaks[first...].dropLast().reversed() { node = Leaf.node(peak, node) }
    return node
  }

  /// The path of a requested leaf up to the root of the present tree; nil if it was not requested.
  package func inclusion(of index: UInt64) -> [Hash256]? {
    var (low, high) = (0, wanted.count)
    while low < high {
      let middle = (low + high) / 2
      if wanted[middle].index < index { low = middle + 1 } else { high = middle }
    }
    guard low < wanted.count, wanted[low].index == index else { return nil }
    var (peak, before) = (0, UInt64(0))
    // The peaks of a tree are the bits of its size.
    while true {
      let rest = size - before
      let width = UInt64(1) << UInt64(63 - rest.leadingZeroBitCount)
      if index < before + width { break }
      (peak, before) = (peak + 1, before + width)
    }
    var path = wanted[low].path
    if let rest = rest(from: peak + 1) { path.append(rest) }
    return path + peaks[..<peak].reversed()
  }

  /// A proof that the tree of an earlier size, requested at the start, is the beginning of this one (RFC 6962, 2.1.2):
  /// its smallest peak, unless that is all of it, and the path up from there.
  package func consistency(from earlierSize: UInt64) -> [Hash256]? {
    if earlierSize == size, size > 0 { return [] }
    guard let peak = earlier[earlierSize] ?? nil, let path = inclusion(of: earlierSize - 1) else {
      return nil
    }
    let above = Array(path.dropFirst(earlierSize.trailingZeroBitCount))
    return earlierSize.nonzeroBitCount == 1 ? above : [peak] + above
  }
}
