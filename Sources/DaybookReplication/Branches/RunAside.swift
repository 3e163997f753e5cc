import DaybookLog
import DaybookModel

/// A run whose tree no file read so far has: it is placed when all files of the replica are read. Its place is kept,
/// not its content.
struct RunAside {
  /// Before its first leaf.
  let size: UInt64
  let root: Hash256
  /// After the last leaf that a signature covers.
  var end: UInt64
  /// In the replica's files.
  var file = 0
  var bytes = 0..<0

  init(size: UInt64, root: Hash256, end: UInt64) {
    (self.size, self.root, self.end) = (size, root, end)
  }

  /// In this order each run finds its tree if any run has it. What is placed before depends on no order of files.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.size, left.root, left.file, left.bytes.lowerBound)
      < (right.size, right.root, right.file, right.bytes.lowerBound)
  }
}

extension SegmentReading {
  /// Which runs of a file go to the branches while it is read.
  enum Placing {
    case all
    /// Those whose tree is known, up to the first whose tree is not.
    case known
    case none
  }
}
