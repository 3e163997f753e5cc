/// The bytes of a text in chunks, as UTF-8 where a byte order mark or an ASCII letter in two bytes says that they are
/// UTF-16; without the mark.
public struct TextBytes {
  private let read: () throws -> [UInt8]
  private var wide: WideText?
  private var hasBegun = false
  private var isAtEnd = false

  /// - Parameter read: gives the next bytes, and none at the end.
  public init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// Empty at the end.
  public mutating func next() throws -> [UInt8] {
    while !isAtEnd {
      var chunk = hasBegun ? try read() : try begin()
      isAtEnd = chunk.isEmpty
      let mark = hasBegun ? 0 : detect(chunk)
      hasBegun = true
      chunk.removeFirst(mark)
      if wide != nil { chunk = (isAtEnd ? wide?.finish() : wide?.convert(chunk)) ?? [] }
      if !chunk.isEmpty { return chunk }
    }
    return []
  }

  /// A mark may be cut by the first chunk's end.
  private func begin() throws -> [UInt8] {
    var chunk = try read()
    while chunk.count < 3, !chunk.isEmpty {
      let more = try read()
      if more.isEmpty { break }
      chunk += more
    }
    return chunk
  }

  /// - Returns: the length of the mark.
  private mutating func detect(_ start: [UInt8]) -> Int {
    let found = WideText.detect(start)
    wide = found.order.map { WideText($0) }
    return found.markLength
  }
}
