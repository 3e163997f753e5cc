import Daybook

/// A text in the form in which it is compared. White space of any kind and length is one space, letters and their marks
/// are composed (NFC), and typographic variants are equal: see ``Typography``. So lines that were wrapped again,
/// letters that another program decomposed, and quotes that an editor made round are the same text. The place of each
/// code point in the original is kept.
struct FoldedText: Sendable {
  private(set) var scalars: [UInt32] = []
  /// For each folded code point, the first code point of the text that it represents; at the end, the text's length.
  private var origins: [Int32] = []
  /// The places of invisible code points in the text, ascending.
  private var dropped: [Int32] = []

  static let space: UInt32 = 0x20

  init(_ text: some RandomAccessCollection<UInt32>) {
    scalars.reserveCapacity(text.count)
    origins.reserveCapacity(text.count + 1)
    // The word that is being read: its beginning in both texts, and whether it may be composed in another way.
    var word: (start: Int, folded: Int)?
    var mayCompose = false
    let text = Array(text)
    for (place, value) in text.enumerated() {
      if Self.isSpace(value) {
        if mayCompose, let word { compose(text[word.start..<place], at: word) }
        (word, mayCompose) = (nil, false)
        if scalars.last == Self.space { continue }
        scalars.append(Self.space)
        origins.append(Int32(clamping: place))
      } else {
        if Typography.isHidden(value) { dropped.append(Int32(clamping: place)) }
        if word == nil { word = (place, scalars.count) }
        if value >= Self.firstComposing { mayCompose = true }
        append(value, from: place)
      }
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

  /// Appends a code point in its folded form: none, one or several.
  private mutating func append(_ value: UInt32, from place: Int) {
    let origin = Int32(clamping: place)
    if value < 0x60, value != Typography.dash {
      scalars.append(value)
      return origins.append(origin)
    }
    if Typography.isHidden(value) { return }
    if let parts = Typography.parts(value) {
      for part in parts {
        scalars.append(part)
        origins.append(origin)
      }
      return
    }
    let folded = Typography.folded(value)
    // A sequence of dashes is one dash, because some write `--` for a long one.
    if folded == Typography.dash, scalars.last == Typography.dash { return }
    scalars.append(folded)
    origins.append(origin)
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
        append(scalar.value, from: isSame ? place + index : place)
      }
      place += parts.count
    }
  }

  /// The range in the text of a folded range, which is not empty. White space at its end counts once; invisible code
  /// points do not belong to its end.
  func source(_ range: Range<Int>) -> Range<Int> {
    let last = range.upperBound - 1
    let start = Int(origins[range.lowerBound])
    var end = scalars[last] == Self.space ? Int(origins[last]) + 1 : Int(origins[range.upperBound])
    while end > start + 1, isDropped(end - 1) { end -= 1 }
    return start..<max(start, end)
  }

  private func isDropped(_ place: Int) -> Bool {
    guard !dropped.isEmpty else { return false }
    var (low, high) = (0, dropped.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(dropped[middle]) < place { low = middle + 1 } else { high = middle }
    }
    return low < dropped.count && Int(dropped[low]) == place
  }

  /// Whether one code point of the text is on both sides of a folded place, for example if a range ends within `…`.
  func isWithinOne(_ index: Int) -> Bool {
    index > 0 && index < count && origins[index] == origins[index - 1]
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
