import Daybook

/// A text as it is compared: white space of any kind and length is one space, letters and their marks are composed
/// (NFC), all else is as it is. So lines that were wrapped anew, and letters that another program wrote in parts, are
/// the same text. Each code point knows where it came from.
struct FoldedText: Sendable {
  private(set) var scalars: [UInt32] = []
  /// For each folded code point the first of the text that it stands for, and at last the text's length.
  private var origins: [Int32] = []

  static let space: UInt32 = 0x20

  init(_ text: some RandomAccessCollection<UInt32>) {
    scalars.reserveCapacity(text.count)
    origins.reserveCapacity(text.count + 1)
    // Of the word that is being read: where it began in both, and whether it may be written in another way.
    var word: (start: Int, folded: Int)?
    var mayCompose = false
    let text = Array(text)
    for (place, value) in text.enumerated() {
      if Self.isSpace(value) {
        if mayCompose, let word { compose(text[word.start..<place], at: word) }
        (word, mayCompose) = (nil, false)
        if scalars.last == Self.space { continue }
        scalars.append(Self.space)
      } else {
        if word == nil { word = (place, scalars.count) }
        if value >= Self.firstComposing { mayCompose = true }
        scalars.append(value)
      }
      origins.append(Int32(clamping: place))
    }
    if mayCompose, let word { compose(text[word.start...], at: word) }
    origins.append(Int32(clamping: text.count))
  }

  init(_ text: String) { self.init(text.unicodeScalars.map(\.value)) }

  var count: Int { scalars.count }

  /// Below it every code point is composed, and combines with nothing before it.
  private static let firstComposing: UInt32 = 0x300

  static func isSpace(_ value: UInt32) -> Bool {
    if value < 0x80 { return value == space || (0x09...0x0D).contains(value) }
    return Unicode.Scalar(value)?.properties.isWhitespace ?? false
  }

  /// Replaces the word's code points, which are the last, by their composition, where that is another.
  private mutating func compose(_ source: ArraySlice<UInt32>, at word: (start: Int, folded: Int)) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: source.compactMap { Unicode.Scalar($0) })
    let written = String(view)
    guard !written.composed.unicodeScalars.elementsEqual(written.unicodeScalars) else { return }
    scalars.removeSubrange(word.folded...)
    origins.removeSubrange(word.folded...)
    var place = word.start
    for character in written {
      let parts = character.unicodeScalars
      let composed = String(character).composed.unicodeScalars
      let isSame = composed.elementsEqual(parts)
      for (index, scalar) in composed.enumerated() {
        scalars.append(scalar.value)
        origins.append(Int32(clamping: isSame ? place + index : place))
      }
      place += parts.count
    }
  }

  /// Where a folded range, which is not empty, lies in the text. White space at its end counts once.
  func source(_ range: Range<Int>) -> Range<Int> {
    let last = range.upperBound - 1
    let start = Int(origins[range.lowerBound])
    let end =
      scalars[last] == Self.space ? Int(origins[last]) + 1 : Int(origins[range.upperBound])
    return start..<max(start, end)
  }

  /// The first folded code point at or behind one of the text. O(log length).
  func index(atSource offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(origins[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Without a space at either end.
  var trimmed: ArraySlice<UInt32> {
    var piece = scalars[...]
    if piece.first == Self.space { piece.removeFirst() }
    if piece.last == Self.space { piece.removeLast() }
    return piece
  }
}
