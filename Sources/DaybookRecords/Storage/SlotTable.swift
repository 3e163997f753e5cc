import DaybookLog

/// Open addressing, linear probing: from a hash to an index into another structure's arena. Entries are
/// never removed. A slot holds the whole 32-bit hash beside the index, so growing reads nothing else. In a snapshot a
/// slot has 32 bits: the index, and as much of the hash as fits. Those are searched first, and never change.
struct SlotTable: ~Copyable {
  private var slots: Arena<UInt64>
  private var mask: UInt32
  private(set) var count = 0
  /// The slots of a snapshot, their number, and the bits of their indices.
  private var kept = Arena<UInt32>(capacity: 1)
  private let keptCount: Int
  private let keptMask: UInt32
  private let indexMask: UInt32

  init() {
    (keptCount, keptMask, indexMask) = (0, 0, 0)
    slots = Arena(capacity: 16)
    slots.appendZeros(16)
    mask = 15
  }

  /// - Parameter indexMax: the greatest index.
  init(_ file: SnapshotFile, _ name: String, count: Int, indexMax: Int) {
    let kept: Arena<UInt32> = file.arena(name)
    (keptCount, self.count) = (count, count)
    keptMask = UInt32(truncatingIfNeeded: max(kept.count, 1) - 1)
    indexMask = Self.indexMask(indexMax)
    slots = Arena(capacity: 16)
    slots.appendZeros(16)
    mask = 15
    file.note(isDamaged: kept.count.nonzeroBitCount != 1 || count < 0 || count * 3 > kept.count * 2)
    self.kept = kept
  }

  private static func indexMask(_ indexMax: Int) -> UInt32 {
    UInt32.max >> UInt32(UInt32(clamping: max(indexMax, 0) + 1).leadingZeroBitCount)
  }

  /// - Parameters:
  ///   - indexMax: the greatest index.
  ///   - hash: returns the hash of the element with an index.
  func write(
    to writer: inout SnapshotWriter, _ name: String, indexMax: Int, _ hash: (Int) -> UInt32
  ) throws(FileError) {
    if keptCount == 0 { return try writePacked(to: &writer, name, indexMax) }
    var whole = SlotTable()
    for place in 0..<kept.count where kept[place] != 0 {
      let index = Int(kept[place] & indexMask) - 1
      whole.insert(hash(index), index)
    }
    for place in 0..<slots.count where slots[place] != 0 {
      whole.insert(
        UInt32(truncatingIfNeeded: slots[place] >> 32), Int(UInt32(truncatingIfNeeded: slots[place])) - 1)
    }
    try whole.writePacked(to: &writer, name, indexMax)
  }

  private func writePacked(
    to writer: inout SnapshotWriter, _ name: String, _ indexMax: Int
  ) throws(FileError) {
    let indexMask = Self.indexMask(indexMax)
    var packed = Arena<UInt32>(capacity: slots.count)
    for place in 0..<slots.count {
      let slot = slots[place]
      let hash = UInt32(truncatingIfNeeded: slot >> 32)
      packed.append(slot == 0 ? 0 : hash & ~indexMask | UInt32(truncatingIfNeeded: slot))
    }
    try writer.add(name, packed)
  }

  @inline(__always)
  func prefetch(_ hash: UInt32) { slots.prefetch(Int(hash & mask)) }

  /// The slot where a search for `hash` begins, apart from those of a snapshot.
  @inline(__always)
  func firstSlot(_ hash: UInt32) -> UInt64 { slots[Int(hash & mask)] }

  /// The index in a slot, if the slot's hash is `hash`.
  @inline(__always)
  static func index(in slot: UInt64, hash: UInt32) -> Int? {
    slot != 0 && UInt32(truncatingIfNeeded: slot >> 32) == hash
      ? Int(UInt32(truncatingIfNeeded: slot) - 1) : nil
  }

  @inline(__always)
  func find(_ hash: UInt32, _ isSame: (Int) -> Bool) -> Int? {
    if keptCount > 0, let index = findKept(hash, isSame) { return index }
    var position = hash & mask
    while true {
      let slot = slots[Int(position)]
      if slot == 0 { return nil }
      if let index = Self.index(in: slot, hash: hash), isSame(index) { return index }
      position = (position &+ 1) & mask
    }
  }

  private func findKept(_ hash: UInt32, _ isSame: (Int) -> Bool) -> Int? {
    var position = hash & keptMask
    while true {
      let slot = kept[Int(position)]
      if slot == 0 { return nil }
      if (slot ^ hash) & ~indexMask == 0 {
        let index = Int(slot & indexMask) - 1
        if index >= 0, isSame(index) { return index }
      }
      position = (position &+ 1) & keptMask
    }
  }

  /// `index` must not be in the table yet.
  @inline(__always)
  mutating func insert(_ hash: UInt32, _ index: Int) {
    if (count - keptCount + 1) * 3 > slots.count * 2 { grow() }
    place(UInt64(hash) << 32 | UInt64(UInt32(index) + 1))
    count += 1
  }

  @inline(__always)
  private mutating func place(_ slot: UInt64) {
    var position = UInt32(truncatingIfNeeded: slot >> 32) & mask
    while slots[Int(position)] != 0 { position = (position &+ 1) & mask }
    slots[Int(position)] = slot
  }

  @inline(never)
  private mutating func grow() {
    var larger = Arena<UInt64>(capacity: slots.count * 2)
    larger.appendZeros(slots.count * 2)
    swap(&slots, &larger)
    mask = UInt32(slots.count - 1)
    for index in 0..<larger.count where larger[index] != 0 { place(larger[index]) }
  }
}
