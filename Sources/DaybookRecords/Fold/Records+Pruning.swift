// A register that several branches wrote keeps a chain of writes. Writes that a later write of the same branch
// supersedes are dropped: from a short chain at once, from a long one each time that it has doubled. So a write costs
// the same even if thousands of writes contend for the register. A write that is raised to its `at` is in the chain
// twice until then; its former place is ignored.

extension Records {
  /// A chain no longer than this holds no superseded writes.
  static let exactChainMax = 8

  /// Drops superseded writes from the chain, except the winner.
  mutating func prune(_ front: Int) {
    if contenders[front].untilPruned > 0 {
      contenders.place(front).pointee.untilPruned -= 1
    } else if isShort(front) {
      _ = drop(from: front) { (records, one) in records.isSuperseded(one, in: front) }
    } else {
      let superseding = Superseding(chain(from: front))
      let count = drop(from: front) { (_, one) in superseding.covers(one) }
      contenders.place(front).pointee.untilPruned = count > Self.exactChainMax ? count : 0
    }
  }

  private func isShort(_ front: Int) -> Bool {
    var next = UInt32(front + 1)
    for _ in 0..<Self.exactChainMax {
      next = contenders[Int(next - 1)].next
      if next == 0 { return true }
    }
    return false
  }

  /// How many stay, the winner among them.
  @inline(__always)
  private mutating func drop(from front: Int, _ isDropped: (borrowing Records, Contender) -> Bool) -> Int {
    var previous = front
    var count = 1
    while contenders[previous].next != 0 {
      let index = Int(contenders[previous].next - 1)
      if isDropped(self, contenders[index]) {
        contenders.place(previous).pointee.next = contenders[index].next
        release(index)
      } else {
        previous = index
        count += 1
      }
    }
    return count
  }

  private func isSuperseded(_ one: Contender, in front: Int) -> Bool {
    var next = UInt32(front + 1)
    while next != 0 {
      let other = contenders.base + Int(next - 1)
      if other.pointee.branch == one.branch,
        other.pointee.leaf > one.leaf && !other.pointee.hasWas
          || other.pointee.leaf == one.leaf && other.pointee.isRaised && !one.isRaised
      {
        return true
      }
      next = other.pointee.next
    }
    return false
  }

  mutating func release(_ index: Int) {
    contenders.place(index).pointee.next = freeContender
    freeContender = UInt32(index + 1)
  }
}

/// The writes of a chain that replace others.
struct Superseding {
  private struct Place: Hashable {
    var branch: UInt32
    var leaf: UInt64
  }

  /// For each branch, the last leaf written without `was`.
  private var latest: [UInt32: UInt64] = [:]
  private var raised: Set<Place> = []

  init(_ all: [Contender]) {
    for one in all {
      if !one.hasWas { latest[one.branch] = max(latest[one.branch] ?? 0, one.leaf) }
      if one.isRaised { raised.insert(Place(branch: one.branch, leaf: one.leaf)) }
    }
  }

  /// Whether a later write of its branch had seen it, regardless of its `was`, or it was raised.
  func covers(_ one: Contender) -> Bool { latest[one.branch].map { one.leaf < $0 } ?? false || isFormer(one) }

  /// Whether the write is in the chain once more, raised.
  func isFormer(_ one: Contender) -> Bool {
    !raised.isEmpty && !one.isRaised && raised.contains(Place(branch: one.branch, leaf: one.leaf))
  }
}
