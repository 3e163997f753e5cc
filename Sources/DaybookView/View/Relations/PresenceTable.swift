import DaybookRecords

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known about the presence of each entity: one byte each, in memory that the system provides a page at a time,
/// on first access. Looking up one entity among a million touches one page.
struct PresenceTable: ~Copyable {
  enum Presence: UInt8 {
    case unknown, shown, dead
    /// Shown only while an owner that it names, or that one of its owners names, has not been made.
    case provisional
  }

  private(set) var count = 0
  private var capacity = 0
  // Sound: the table alone owns this memory and cannot be copied; it has room for `capacity` bytes, and each of them
  // is 0 (unknown) or what was put there.
  private var base: UnsafeMutablePointer<UInt8>?

  deinit { free(base) }

  subscript(entity: EntityIndex) -> Presence {
    @inline(__always) get {
      let place = Int(entity.rawValue)
      precondition(place < count)
      return Presence(rawValue: base.unsafelyUnwrapped[place]) ?? .unknown
    }
    @inline(__always) set {
      let place = Int(entity.rawValue)
      precondition(place < count)
      base.unsafelyUnwrapped[place] = newValue.rawValue
    }
  }

  /// New entities are unknown.
  mutating func grow(to count: Int) {
    guard count > self.count else { return }
    if count > capacity {
      let grown = max(count, capacity * 2)
      guard let memory = calloc(grown, 1) else { preconditionFailure("out of memory") }
      let bytes = memory.bindMemory(to: UInt8.self, capacity: grown)
      if let base { bytes.update(from: base, count: self.count) }
      free(base)
      (base, capacity) = (bytes, grown)
    }
    self.count = count
  }

  mutating func removeAll() {
    free(base)
    (base, count, capacity) = (nil, 0, 0)
  }
}
