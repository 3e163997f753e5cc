// The bytes of a file that were read but not yet taken, addressed by distance from the first of them. Readers look
// ahead only as far as they must.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct MboxBuffer {
  private let read: () throws -> [UInt8]
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// How many bytes were taken so far.
  private(set) var offset: Int64 = 0

  init(read: @escaping () throws -> [UInt8]) { self.read = read }

  /// How many bytes are in the buffer.
  var count: Int { bytes.count - start }

  /// False where the file has no byte at that distance.
  mutating func has(_ distance: Int) throws -> Bool {
    while count <= distance {
      guard !isAtEnd else { return false }
      let chunk = try read()
      if chunk.isEmpty {
        isAtEnd = true
      } else {
        bytes.append(contentsOf: chunk)
      }
    }
    return true
  }

  /// Only for bytes in the buffer.
  subscript(distance: Int) -> UInt8 { bytes[start + distance] }
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(start + range.lowerBound)..<(start + range.upperBound)]
  }

  func starts(with text: StaticString, at distance: Int) -> Bool {
    guard distance + text.utf8CodeUnitCount <= count else { return false }
    return bytes[(start + distance)...].starts(
      with: UnsafeBufferPointer(
        start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The distance of the first line feed at or after one, nearer than `limit`; nil where there is none.
  mutating func lineFeed(from distance: Int, before limit: Int = .max) throws -> Int? {
    var place = distance
    while place < limit {
      guard try has(place) else { return nil }
      let end = min(count, limit)
      if let found = Self.lineFeed(in: bytes, from: start + place, to: start + end) { return found - start }
      place = end
    }
    return nil
  }

  /// memchr is several times as fast as a loop.
  static func lineFeed(in bytes: [UInt8], from first: Int, to end: Int) -> Int? {
    guard first < end else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + first, 0x0a, end - first) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// How many lines end within the first `end` bytes.
  func lineFeedCount(before end: Int) -> Int {
    var found = 0
    var place = start
    while let next = Self.lineFeed(in: bytes, from: place, to: start + end) {
      found += 1
      place = next + 1
    }
    return found
  }

  /// Takes away the first `taken` bytes. Amortised O(1) a byte.
  mutating func take(_ taken: Int) {
    start += taken
    offset += Int64(taken)
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count <= 4 << 20)
      start = 0
    } else if start > 1 << 20, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      start = 0
    }
  }
}
