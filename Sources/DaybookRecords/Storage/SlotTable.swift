import DaybookLog

/// Open addressing, linear probing: from a hash to an index into somebody else's arena. Entries are
/// never removed. A slot holds the whole 32-bit hash beside the index, so growing reads nothing else.
struct SlotTable: ~Copyable {
  private var slots: Arena<UInt64>
  private var mask: UInt32
  private(set) var count = 0

  init() {
    slots = Arena(capacity: 16)
    slots.appendZeros(16)
    mask = 15
  }

  init(_ file: SnapshotFile, _ name: String, count: Int) {
    slots = file.arena(name)
    mask = UInt32(truncatingIfNeeded: max(slots.count, 1) - 1)
    self.count = count
    file.note(isDamaged: slots.count.nonzeroBitCount != 1 || count < 0 || count * 3 > slots.count * 2)
  }

  func write(to writer: inout SnapshotWriter, _ name: String) throws(FileError) {
    try writer.add(name, slots)
  }

  @inline(__always)
  func prefetch(_ hash: UInt32) { slots.prefetch(Int(hash & mask)) }

  /// The slot where a search for `hash` begins.
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
    var position = hash & mask
    while true {
      let slot = slots[Int(position)]
      if slot == 0 { return nil }
      if let index = Self.index(in: slot, hash: hash), isSame(index) { return index }
      position = (position &+ 1) & mask
    }
  }

  /// `index` must not be there yet.
  @inline(__always)
  mutating func insert(_ hash: UInt32, _ index: Int) {
    if (count + 1) * 3 > slots.count * 2 { grow() }
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
