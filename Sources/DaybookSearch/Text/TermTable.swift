/// Numbers for words, in order of their first occurrence.
struct TermTable {
  private(set) var offsets: [UInt32] = [0]
  private(set) var bytes: [UInt8] = []
  /// The numbers plus 1, by hash; 0 is free.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  var count: Int { offsets.count - 1 }

  func term(_ number: Int) -> ArraySlice<UInt8> { bytes[Int(offsets[number])..<Int(offsets[number + 1])] }

  mutating func number(of term: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = TextHash.of(term)
    if let found = find(term, hash) { return found }
    bytes.append(contentsOf: term)
    offsets.append(UInt32(bytes.count))
    if count * 2 > slots.count { grow() } else { insert(UInt32(count), hash) }
    return UInt32(count - 1)
  }

  private func find(_ term: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> UInt32? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    return bytes.withUnsafeBufferPointer { bytes in
      while slots[slot] != 0 {
        let number = Int(slots[slot] - 1)
        let range = Int(offsets[number])..<Int(offsets[number + 1])
        if range.count == term.count, UnsafeBufferPointer(rebasing: bytes[range]).elementsEqual(term) {
          return UInt32(number)
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  private mutating func insert(_ numberPlusOne: UInt32, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = numberPlusOne
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for number in 0..<count {
      let hash = bytes.withUnsafeBufferPointer { bytes in
        TextHash.of(
          UnsafeBufferPointer(rebasing: bytes[Int(offsets[number])..<Int(offsets[number + 1])]))
      }
      insert(UInt32(number + 1), hash)
    }
  }
}
