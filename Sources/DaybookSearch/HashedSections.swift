/// A file of a few arrays, with a hash that shows whether it is whole and undamaged:
///
///     a mark                             as the kind of file has it
///     hash of all that follows           8 bytes
///     sizes of the sections              8 bytes each
///     the sections, one after the other
///
/// Numbers are little-endian. The hash does not protect against deliberate tampering: readers of the arrays must check
/// that they fit one another.
public enum HashedSections {
  /// A file of a mark and sections, with a hash of each.
  public static func file(_ mark: [UInt8], _ sections: [[UInt8]]) -> [UInt8] {
    var rest = bytes(sections.map { UInt64($0.count) })
    rest.reserveCapacity(rest.count + sections.reduce(0) { $0 + $1.count })
    for section in sections { rest += section }
    return mark + bytes([hash(rest[...])]) + rest
  }

  /// Nil where the bytes are not such a file.
  public static func sections(of file: [UInt8], _ mark: [UInt8], count: Int) -> [ArraySlice<UInt8>]? {
    let headBytes = mark.count + 8
    guard file.count >= headBytes + 8 * count, file.starts(with: mark),
      numbers(UInt64.self, file[mark.count..<headBytes]) == [hash(file[headBytes...])]
    else { return nil }
    var position = headBytes + 8 * count
    var sections: [ArraySlice<UInt8>] = []
    for size in numbers(UInt64.self, file[headBytes..<position]) {
      guard size <= UInt64(file.count - position) else { return nil }
      sections.append(file[position..<position + Int(size)])
      position += Int(size)
    }
    return position == file.count ? sections : nil
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { TextHash.of($0) }
  }

  // In whole blocks: number by number, and not specialised, this took most of the time of a planner search.

  /// Numbers as little-endian bytes.
  public static func bytes<Number: FixedWidthInteger & BitwiseCopyable>(_ numbers: [Number]) -> [UInt8] {
    #if _endian(big)
      numbers.map(\.byteSwapped).withUnsafeBytes { Array($0) }
    #else
      numbers.withUnsafeBytes { Array($0) }
    #endif
  }

  /// Numbers from little-endian bytes; bytes after the last whole number are ignored.
  public static func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, _ bytes: ArraySlice<UInt8>
  ) -> [Number] {
    let count = bytes.count / MemoryLayout<Number>.size
    let numbers = bytes.withUnsafeBytes { raw in
      [Number](unsafeUninitializedCapacity: count) { numbers, initialized in
        UnsafeMutableRawBufferPointer(numbers)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: raw.prefix(count * MemoryLayout<Number>.size)))
        initialized = count
      }
    }
    #if _endian(big)
      return numbers.map(\.byteSwapped)
    #else
      return numbers
    #endif
  }
}
