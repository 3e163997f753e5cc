package import DaybookModel

/// An RFC 6962 tree that only grows, kept as its peaks: the roots of the perfect subtrees, one for
/// each bit of the size, largest first. Appending costs one hash on average, a root O(log n).
package struct MerkleTree: Sendable, Equatable, Hashable {
  package private(set) var size: UInt64 = 0
  package private(set) var peaks: [Hash256] = []

  package init() {}

  /// Nil unless there is one peak for each bit of the size.
  package init?(size: UInt64, peaks: [Hash256]) {
    guard size <= UInt64(Int64.max), peaks.count == size.nonzeroBitCount else { return nil }
    (self.size, self.peaks) = (size, peaks)
  }

  package mutating func append(_ leaf: Hash256) {
    var node = leaf
    // Each trailing one of the size is a subtree that this leaf completes.
    for _ in 0..<(~size).trailingZeroBitCount { node = Leaf.node(peaks.removeLast(), node) }
    peaks.append(node)
    size += 1
  }

  package var root: Hash256 {
    guard var node = peaks.last else { return Self.emptyRoot }
    for peak in peaks.dropLast().reversed() { node = Leaf.node(peak, node) }
    return node
  }

  /// SHA-256 of nothing.
  package static let emptyRoot = Hash256.of([UInt8]().span)
}
