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

  /// The same for many at once: the nodes of each level are hashed together.
  package mutating func append(_ leaves: ArraySlice<FrameContent.Leaf>) {
    guard Hashing.isDirect, leaves.count > 1 else {
      for leaf in leaves { append(leaf.hash) }
      return
    }
    withUnsafeTemporaryAllocation(of: Hash256.self, capacity: Self.levelsMax + Self.chunkCount) { nodes in
      var rest = leaves
      while !rest.isEmpty {
        let chunk = rest.prefix(Self.chunkCount)
        for (place, leaf) in zip(Self.levelsMax..., chunk) { nodes[place] = leaf.hash }
        append(nodes, count: chunk.count)
        rest = rest.dropFirst(Self.chunkCount)
      }
    }
  }

  /// Enough to hash two at a time, and few enough for a processor's cache.
  private static let chunkCount = 256
  private static let levelsMax = 64

  /// `count` leaves, from place `levelsMax` on; before that is room for a left neighbour on each level.
  private mutating func append(_ nodes: UnsafeMutableBufferPointer<Hash256>, count: Int) {
    var (first, count) = (Self.levelsMax, count)
    // The place of the first node among those of its level.
    var place = size
    size += UInt64(count)
    var smaller: [Hash256] = []
    while count > 0 {
      if place & 1 == 1 {
        first -= 1
        nodes[first] = peaks.removeLast()
        (place, count) = (place - 1, count + 1)
      }
      if count & 1 == 1 {
        count -= 1
        smaller.append(nodes[first + count])
      }
      Hashing.nodes(UnsafeMutableBufferPointer(rebasing: nodes[first..<first + count]))
      (place, count) = (place / 2, count / 2)
    }
    peaks += smaller.reversed()
  }

  package var root: Hash256 {
    guard var node = peaks.last else { return Self.emptyRoot }
    for peak in peaks.dropLast().reversed() { node = Leaf.node(peak, node) }
    return node
  }

  /// SHA-256 of nothing.
  package static let emptyRoot = Hash256.of([UInt8]().span)
}
