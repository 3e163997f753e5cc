#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// Where other bytes begin, at a place or behind it; nil where they do not come, and for none.
  func place(of other: [UInt8], from start: Int = 0) -> Int? {
    guard let first = other.first else { return nil }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        // Sound: what is compared lies before the end of both.
        guard let base = bytes.baseAddress, let wanted = other.baseAddress else { return nil }
        var place = start
        while place + other.count <= bytes.count {
          let rest = bytes.count - other.count + 1 - place
          guard let found = memchr(base + place, Int32(first), rest) else { return nil }
          place = UnsafeRawPointer(found) - base
          if memcmp(base + place, wanted, other.count) == 0 { return place }
          place += 1
        }
        return nil
      }
    }
  }

  func holds(_ other: [UInt8]) -> Bool { other.isEmpty || place(of: other) != nil }
}
