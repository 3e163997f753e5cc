// If the processor has instructions for SHA-256, leaves and nodes are hashed with them two at a time, without
// allocating: swift-crypto makes an object for each hash, which costs more than hashing a line.

import CShim
import DaybookModel

enum Hashing {
  /// Whether this processor has such instructions, and leaves and hashes have the memory layout that `CShim` expects.
  static let isDirect =
    daybook_has_sha256() != 0 && MemoryLayout<Hash256>.stride == 32
    && MemoryLayout<FrameContent.Leaf>.size == MemoryLayout<daybook_leaf>.size
    && MemoryLayout<FrameContent.Leaf>.stride == MemoryLayout<daybook_leaf>.stride
    && MemoryLayout<FrameContent.Leaf>.offset(of: \.hash) == MemoryLayout<daybook_leaf>.offset(of: \.hash)

  /// The hash of one line; `line` has less than 4 GiB.
  static func leaf(_ line: Span<UInt8>) -> Hash256 {
    var leaf = daybook_leaf()
    leaf.end = UInt32(line.count)
    return line.withUnsafeBufferPointer { line in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
        daybook_hash_leaves(line.baseAddress ?? UnsafePointer(nothing.baseAddress!), &leaf, 1)
        return Hash256(words: leaf.hash)
      }
    }
  }

  static func node(_ left: Hash256, _ right: Hash256) -> Hash256 {
    withUnsafeTemporaryAllocation(of: Hash256.self, capacity: 2) { nodes in
      nodes[0] = left
      nodes[1] = right
      Self.nodes(nodes)
      return nodes[0]
    }
  }

  /// Puts the parent of each pair into the first half.
  static func nodes(_ nodes: UnsafeMutableBufferPointer<Hash256>) {
    guard let base = nodes.baseAddress else { return }
    // Four numbers of 64 bits each, as `isDirect` has checked.
    UnsafeMutableRawPointer(base).withMemoryRebound(to: CHash.self, capacity: nodes.count) {
      daybook_hash_nodes($0, nodes.count / 2)
    }
  }

  typealias CHash = (UInt64, UInt64, UInt64, UInt64)
}

extension FrameContent {
  /// Hashes the lines of some leaves.
  mutating func hash(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    precondition(leaves[range].allSatisfy { $0.range.start <= $0.range.end && $0.range.end <= bytes.count })
    guard Hashing.isDirect else {
      for index in range {
        let line = leaves[index].range
        leaves[index].hash = DaybookLog.Leaf.hash(bytes.span.extracting(line.start..<line.end))
      }
      return
    }
    bytes.withUnsafeBufferPointer { bytes in
      leaves.withUnsafeMutableBytes { leaves in
        // The layouts are the same, as `isDirect` has checked; every line is within the bytes, as is checked above.
        guard let text = bytes.baseAddress, let base = leaves.baseAddress else { return }
        let first = (base + range.lowerBound * MemoryLayout<daybook_leaf>.stride)
        first.withMemoryRebound(to: daybook_leaf.self, capacity: range.count) {
          daybook_hash_leaves(text, $0, range.count)
        }
      }
    }
  }
}
