/// Where each entity's document is in a segment.
struct DocumentTable: Sendable {
  /// The places plus 1; 0 is free.
  private var slots: [UInt32]

  init(_ segment: TextSegment) {
    var size = 16
    while size < segment.count * 2 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    segment.ids.withUnsafeBufferPointer { ids in
      for place in 0..<segment.count {
        let id = Self.id(place, segment, ids)
        var slot = Self.slot(segment.kindOf[place], id, size)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = UInt32(place + 1)
      }
    }
  }

  func place(_ kind: UInt32, _ id: UnsafeBufferPointer<UInt8>, in segment: TextSegment) -> Int? {
    segment.ids.withUnsafeBufferPointer { ids in
      var slot = Self.slot(kind, id, slots.count)
      while slots[slot] != 0 {
        let place = Int(slots[slot] - 1)
        if segment.kindOf[place] == kind, Self.id(place, segment, ids).elementsEqual(id) { return place }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  @inline(__always)
  private static func id(
    _ place: Int, _ segment: TextSegment, _ ids: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: ids[Int(segment.idOffsets[place])..<Int(segment.idOffsets[place + 1])])
  }

  private static func slot(_ kind: UInt32, _ id: UnsafeBufferPointer<UInt8>, _ count: Int) -> Int {
    Int(truncatingIfNeeded: TextHash.of(id, seed: UInt64(kind))) & (count - 1)
  }
}
