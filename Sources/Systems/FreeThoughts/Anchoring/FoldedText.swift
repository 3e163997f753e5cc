import CShim
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

extension FoldedText {
  /// The beginnings of a piece, in order, including overlapping ones; at most `countMax`. It uses the C library's
  /// search, which is fastest for a rare piece.
  func places(of piece: ArraySlice<UInt32>, countMax: Int = .max) -> [Int] {
    guard !piece.isEmpty, piece.count <= count else { return [] }
    let width = MemoryLayout<UInt32>.size
    var found: [Int] = []
    scalars.withUnsafeBytes { text in
      piece.withUnsafeBytes { sought in
        guard let base = text.baseAddress, let needle = sought.baseAddress else { return }
        var offset = 0
        while found.count < countMax, text.count - offset >= sought.count,
          let hit = daybook_find(base + offset, text.count - offset, needle, sought.count)
        {
          let place = hit - base
          // A match that begins within a code point does not count.
          if place % width == 0 { found.append(place / width) }
          offset = (place / width + 1) * width
        }
      }
    }
    return found
  }
}

/// Typographic variants that programs use for the same text: quotes straight and round, dashes of every
/// length, three dots as one sign, letters set together, letters of full width, and invisible characters.
enum Typography {
  static let dash: UInt32 = 0x2D
  private static let single: UInt32 = 0x27
  private static let double: UInt32 = 0x22

  /// The code point that stands for this one; most stand for themselves.
  static func folded(_ value: UInt32) -> UInt32 {
    if value < 0x80 { return value == 0x60 ? single : value }
    switch value {
    // ´ and the letters that look like an apostrophe; ‘ ’ ‚ ‛ ′ ‹ › ❛ ❜
    case 0xB4, 0x2B9, 0x2BB...0x2BD, 0x2018...0x201B, 0x2032, 0x2039, 0x203A, 0x275B, 0x275C: return single
    // « » “ ” „ ‟ ″ ❝ ❞ 〝 〞 〟
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2033, 0x275D, 0x275E, 0x301D...0x301F: return double
    // ‐ ‑ ‒ – — ― − and their small forms
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: return dash
    // Full width.
    case 0xFF01...0xFF5E: return folded(value - 0xFEE0)
    default: return value
    }
  }

  /// The code points that one represents, if it represents several.
  static func parts(_ value: UInt32) -> [UInt32]? {
    switch value {
    case 0x2026: [0x2E, 0x2E, 0x2E]
    case 0xFB00: [0x66, 0x66]
    case 0xFB01: [0x66, 0x69]
    case 0xFB02: [0x66, 0x6C]
    case 0xFB03: [0x66, 0x66, 0x69]
    case 0xFB04: [0x66, 0x66, 0x6C]
    case 0xFB05, 0xFB06: [0x73, 0x74]
    default: nil
    }
  }

  /// Whether it is invisible: soft hyphens, joiners, marks of direction and of variants.
  static func isHidden(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
      0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }
}
