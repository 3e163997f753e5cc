/// A text by its Unicode code points: the one at a given place, or a range of them, in O(1) and O(length).
///
/// Line ends are line feeds, whatever the file had: CR LF and CR count as one code point.
public struct DocumentText: Sendable, Equatable {
  /// The code points. Four bytes each.
  public let scalars: [UInt32]
  /// Where each line begins.
  private let lineStarts: [Int]
  /// Where each page begins; of PDF documents only.
  private let pageStarts: [Int]?

  /// - Parameters:
  ///   - text: the document's text; CR LF and CR in it become line feeds.
  ///   - hasPages: whether form feeds end pages, as `pdftotext` writes them. They stay in the text.
  public init(_ text: String, hasPages: Bool = false) {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.utf8.count)
    var lineStarts = [0]
    var pageStarts = [0]
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if isAfterReturn, value == 0x0A {
        isAfterReturn = false
        continue
      }
      isAfterReturn = value == 0x0D
      scalars.append(value == 0x0D ? 0x0A : value)
      if value == 0x0A || value == 0x0D { lineStarts.append(scalars.count) }
      if value == 0x0C { pageStarts.append(scalars.count) }
    }
    // A form feed ends a page: behind the last there is none.
    if pageStarts.count > 1, pageStarts.last == scalars.count { pageStarts.removeLast() }
    (self.scalars, self.lineStarts) = (scalars, lineStarts)
    self.pageStarts = hasPages ? pageStarts : nil
  }

  /// How many code points it has.
  public var count: Int { scalars.count }

  /// A piece of it; what lies outside of the text is left out.
  public func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for value in scalars[range.clamped(to: 0..<count)] {
      if let scalar = Unicode.Scalar(value) { view.append(scalar) }
    }
    return String(view)
  }

  /// The whole. O(length).
  public var string: String { text(0..<count) }

  /// The code points of each line, without the line feed that ends it.
  public var lineRanges: [Range<Int>] {
    lineStarts.indices.map { index in
      lineStarts[index]..<(index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : count)
    }
  }

  /// At least 1, also for an empty text: a line feed at the end begins one more line.
  public var lineCount: Int { lineStarts.count }

  /// The line of a code point, from 1. O(log lines).
  public func line(at offset: Int) -> Int { Self.place(of: offset, in: lineStarts) }

  /// How many pages it has; nil where it has no pages.
  public var pageCount: Int? { pageStarts?.count }

  /// The page of a code point, from 1; nil where there are no pages. O(log pages).
  public func page(at offset: Int) -> Int? { pageStarts.map { Self.place(of: offset, in: $0) } }

  /// The code points of a page, from 1, with the form feed that ends it; nil where there is no such page.
  public func range(ofPage page: Int) -> Range<Int>? {
    guard let pageStarts, pageStarts.indices.contains(page - 1) else { return nil }
    return pageStarts[page - 1]..<(page < pageStarts.count ? pageStarts[page] : count)
  }

  /// How many of the starts are at or before the offset.
  private static func place(of offset: Int, in starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(1, low)
  }

  /// The text at a range with its surroundings; nil outside of the text, or where the range is empty.
  public func anchor(_ range: Range<Int>) -> Anchor? {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else { return nil }
    let width = Quote.surroundingsCount
    let quote = Quote(
      exact: text(range), prefix: text(max(0, range.lowerBound - width)..<range.lowerBound),
      suffix: text(range.upperBound..<min(count, range.upperBound + width)))
    return Anchor(
      start: range.lowerBound, end: range.upperBound, page: page(at: range.lowerBound), quote: quote)
  }
}
