// Numbers in as few bytes as they need: seven bits per byte, the lowest first, with the upper bit set if another byte
// follows (LEB128). Signed ones alternate: 0, -1, 1, -2.

/// A writer for a stream of bytes.
struct ByteStream: ~Copyable {
  var bytes = Arena<UInt8>(capacity: 1 << 12)

  var count: Int { bytes.count }

  mutating func clear() { bytes.removeAll() }

  @inline(__always)
  mutating func put(_ byte: UInt8) { bytes.append(byte) }

  @inline(__always)
  mutating func put(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The difference of two numbers, whatever their size.
  @inline(__always)
  mutating func put(difference: UInt64) {
    let signed = Int64(bitPattern: difference)
    put(number: UInt64(bitPattern: signed << 1 ^ signed >> 63))
  }

  /// A stream with its size.
  mutating func put(_ stream: borrowing ByteStream) {
    put(number: UInt64(stream.count))
    bytes.append(copying: stream.bytes.bytes)
  }
}

/// A reader for a stream of bytes. It never reads beyond the end, whatever the bytes are: there it returns zeros, and
/// notes that.
struct ByteSource {
  private var place: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private(set) var isShort = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Sound: if there are no bytes, the place is not read.
    place =
      bytes.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<UInt64>.alignment).unsafelyUnwrapped
    end = place + bytes.count
  }

  var left: Int { end - place }

  @inline(__always)
  mutating func byte() -> UInt8 {
    guard place < end else {
      isShort = true
      return 0
    }
    defer { place += 1 }
    return place.pointee
  }

  @inline(__always)
  mutating func number() -> UInt64 {
    if place < end, place.pointee < 0x80 { return UInt64(byte()) }
    return longNumber()
  }

  private mutating func longNumber() -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = byte()
      number |= UInt64(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { return number }
      if shift > 63 {
        isShort = true
        return 0
      }
    }
  }

  @inline(__always)
  mutating func difference() -> UInt64 {
    let number = number()
    return number >> 1 ^ (0 &- (number & 1))
  }

  /// The next bytes; none if there are fewer.
  @inline(__always)
  mutating func take(_ count: UInt64) -> UnsafeBufferPointer<UInt8> {
    guard count <= UInt64(left) else {
      isShort = true
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    defer { place += Int(count) }
    return UnsafeBufferPointer(start: place, count: Int(count))
  }

  /// A stream that was written with its size.
  mutating func stream() -> ByteSource { ByteSource(take(number())) }
}
