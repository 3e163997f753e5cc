package import DaybookModel

/// Proofs over a list of leaves (RFC 6962, 2.1.1 and 2.1.2) and their checks (RFC 9162, 2.1.3.2 and
/// 2.1.4.2): that a leaf is in a tree, and that one tree begins with another.
package enum MerkleProof {
  /// The root of these leaves. O(n).
  package static func root(_ leaves: ArraySlice<Hash256>) -> Hash256 {
    guard leaves.count > 1 else { return leaves.first ?? MerkleTree.emptyRoot }
    let middle = leaves.startIndex + split(leaves.count)
    return Leaf.node(root(leaves[..<middle]), root(leaves[middle...]))
  }

  /// The path from a leaf up to the root; nil when there is no such leaf. O(n).
  package static func inclusion(of index: Int, in leaves: ArraySlice<Hash256>) -> [Hash256]? {
    guard index >= 0, index < leaves.count else { return nil }
    guard leaves.count > 1 else { return [] }
    let count = split(leaves.count)
    let middle = leaves.startIndex + count
    if index < count {
      return inclusion(of: index, in: leaves[..<middle]).map { $0 + [root(leaves[middle...])] }
    }
    return inclusion(of: index - count, in: leaves[middle...]).map { $0 + [root(leaves[..<middle])] }
  }

  /// A proof that the first `size` leaves are the beginning of all; nil unless 0 < size <= count. O(n).
  package static func consistency(from size: Int, in leaves: ArraySlice<Hash256>) -> [Hash256]? {
    guard size > 0, size <= leaves.count else { return nil }
    return subproof(size, leaves, isWhole: true)
  }

  private static func subproof(_ size: Int, _ leaves: ArraySlice<Hash256>, isWhole: Bool) -> [Hash256] {
    if size == leaves.count { return isWhole ? [] : [root(leaves)] }
    let count = split(leaves.count)
    let middle = leaves.startIndex + count
    if size <= count {
      return subproof(size, leaves[..<middle], isWhole: isWhole) + [root(leaves[middle...])]
    }
    return subproof(size - count, leaves[middle...], isWhole: false) + [root(leaves[..<middle])]
  }

  /// The largest power of two below `count`.
  private static func split(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  /// Whether `path` leads from this leaf to the root of a tree of that size.
  package static func verifyInclusion(
    _ leaf: Hash256, index: UInt64, size: UInt64, path: [Hash256], root: Hash256
  ) -> Bool {
    guard index < size else { return false }
    var (place, last, node) = (index, size - 1, leaf)
    for step in path {
      if last == 0 { return false }
      if place & 1 == 1 || place == last {
        node = Leaf.node(step, node)
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        node = Leaf.node(node, step)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && node == root
  }

  /// Whether the tree of `newSize` and `newRoot` begins with that of `oldSize` and `oldRoot`.
  package static func verifyConsistency(
    oldSize: UInt64, oldRoot: Hash256, newSize: UInt64, newRoot: Hash256, proof: [Hash256]
  ) -> Bool {
    guard oldSize > 0, oldSize <= newSize else { return false }
    if oldSize == newSize { return proof.isEmpty && oldRoot == newRoot }
    // A whole power of two is its own first node.
    let steps = oldSize.nonzeroBitCount == 1 ? [oldRoot] + proof : proof
    guard let start = steps.first else { return false }
    var (place, last) = (oldSize - 1, newSize - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    var (old, new) = (start, start)
    for step in steps.dropFirst() {
      if last == 0 { return false }
      if place & 1 == 1 || place == last {
        old = Leaf.node(step, old)
        new = Leaf.node(step, new)
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        new = Leaf.node(new, step)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && old == oldRoot && new == newRoot
  }
}
