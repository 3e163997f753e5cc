/// A piece of a text in which words were found, on one line.
public struct Snippet: Sendable, Equatable {
  /// It begins or ends with `…` if the text continues there.
  public var text: String
  /// Where the words are: offsets into the text's UTF-8, ascending.
  public var matches: [Range<Int>]

  /// A snippet of a text as it is; `matches` are offsets into its UTF-8, ascending.
  public init(_ text: String, matches: [Range<Int>] = []) { (self.text, self.matches) = (text, matches) }

  private static let sizeBytes = 160

  /// The part of a text with the most different units.
  ///
  /// - Parameter places: from ``TextMatching``.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ places: [(unit: Int, place: Range<Int>)]
  ) {
    let (start, end) = Self.window(bytes, places)
    var text: [UInt8] = []
    var matches: [Range<Int>] = []
    if start > 0 { text += Array("…".utf8) }
    var inside = places.filter { $0.place.lowerBound >= start && $0.place.upperBound <= end }.map(\.place)[
      ...]
    var opened: Int?
    for position in start..<end {
      if inside.first?.lowerBound == position { opened = text.count }
      let byte = bytes[position]
      let isSpace = byte == 0x20 || byte &- 9 < 5
      // Lines become one, and runs of spaces one space.
      if !isSpace { text.append(byte) } else if text.last != 0x20 { text.append(0x20) }
      if let place = inside.first, place.upperBound == position + 1 {
        if let from = opened { matches.append(from..<text.count) }
        opened = nil
        inside.removeFirst()
      }
    }
    if end < bytes.count { text += Array("…".utf8) }
    self.init(String(decoding: text, as: UTF8.self), matches: matches)
  }

  private static func window(
    _ bytes: UnsafeBufferPointer<UInt8>, _ places: [(unit: Int, place: Range<Int>)]
  ) -> (Int, Int) {
    guard bytes.count > sizeBytes else { return (0, bytes.count) }
    var best = (units: -1, first: 0, last: 0)
    for (number, found) in places.enumerated() {
      let near = places[number...].prefix {
        $0.place.upperBound <= found.place.lowerBound + sizeBytes * 3 / 4
      }
      let units = Set(near.map(\.unit)).count
      if units > best.units {
        best = (units, found.place.lowerBound, near.last?.place.upperBound ?? found.place.upperBound)
      }
    }
    let room = max(0, sizeBytes - (best.last - best.first))
    var start = max(0, min(best.first - room / 3, bytes.count - sizeBytes))
    var end = min(bytes.count, max(start + sizeBytes, best.last))
    // At the edges of words, where one is near, and never within a character.
    let firstMatch = places.isEmpty ? bytes.count : best.first
    if start > 0, let space = (start..<min(start + 24, firstMatch)).first(where: { bytes[$0] == 0x20 }) {
      start = space + 1
    }
    while start > 0, start < bytes.count, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    if end < bytes.count, end - 24 > best.last,
      let space = (end - 24..<end).last(where: { bytes[$0] == 0x20 })
    {
      end = space
    }
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return (start, end)
  }
}
