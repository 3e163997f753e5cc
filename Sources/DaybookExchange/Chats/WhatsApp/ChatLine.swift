import DaybookText

/// The beginning of a message in a chat that was exported as text: `20/01/19, 23:05 - ` as Android's phones write it,
/// `[20.01.19, 23:05:10] ` as iOS devices do, in the forms of all their languages.
struct ChatLine: Sendable, Equatable {
  /// The three numbers of the date, in their written order.
  var date: [Int64]
  /// The year's position, if it can be recognized by its four digits.
  var yearPlace: YearPlace
  var hour: Int64
  var minute: Int64
  var second: Int64
  /// The rest of the line: the sender's name, a colon and the text, or a message of the network itself.
  var rest: String

  enum YearPlace: Sendable, Equatable { case first, last, unknown }

  /// Nil if the line continues the message before it.
  init?(_ line: String) {
    var cursor = Cursor(line)
    cursor.skipUnseen()
    let isBracketed = cursor.take("[")
    guard isBracketed || cursor.digit != nil else { return nil }
    guard let (numbers, lengths) = Self.date(&cursor) else { return nil }
    // Before the time: a comma, a word such as `um`, or the half of the day.
    let before = cursor.text(max: 16) { $0.decimalDigit == nil }
    guard let between = before, !between.isEmpty, !between.contains("]"), !between.contains("\n") else {
      return nil
    }
    guard let hour = cursor.number(max: 2), hour.value < 25, cursor.take(anyOf: ":.h") else { return nil }
    guard let minute = cursor.number(max: 2), minute.count == 2, minute.value < 60 else { return nil }
    var second: Int64 = 0
    if cursor.isTime(anyOf: ":.") {
      _ = cursor.take(anyOf: ":.")
      guard let number = cursor.number(max: 2), number.value < 61 else { return nil }
      second = min(number.value, 59)
    }
    guard let after = cursor.ending(isBracketed: isBracketed) else { return nil }
    let half = DayHalf(after) ?? DayHalf(between.trimmed)
    // Any other text there is a short word of the language, not a sentence.
    guard half != nil || after.trimmed.count <= 5 else { return nil }
    (date, self.minute, self.second) = (numbers, minute.value, second)
    self.hour = half?.hour(hour.value) ?? hour.value
    guard self.hour < 24 || self.hour == 24 && minute.value == 0 else { return nil }
    yearPlace = lengths[0] == 4 ? .first : lengths[2] == 4 ? .last : .unknown
    rest = cursor.rest
  }

  private static func date(_ cursor: inout Cursor) -> (numbers: [Int64], lengths: [Int])? {
    var numbers: [Int64] = []
    var lengths: [Int] = []
    for place in 0..<3 {
      if place > 0 {
        cursor.skipSpaces()
        guard cursor.take(anyOf: "/.-‐‑–年月년월") else { return nil }
        cursor.skipSpaces()
      }
      guard let number = cursor.number(max: 4), number.count != 3 else { return nil }
      numbers.append(number.value)
      lengths.append(number.count)
    }
    // One of the outer two is the year.
    guard lengths[1] <= 2, lengths[0] <= 2 || lengths[2] <= 2 else { return nil }
    return (numbers, lengths)
  }

  /// A cursor over characters by meaning: digits of every script, spaces of every width, without direction marks.
  private struct Cursor {
    private let scalars: Substring.UnicodeScalarView
    private var index: Substring.UnicodeScalarView.Index

    init(_ line: String) {
      scalars = Substring(line).unicodeScalars
      index = scalars.startIndex
    }

    private var scalar: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }
    var digit: Int64? { scalar?.decimalDigit }

    mutating func skipUnseen() {
      while let scalar, scalar.isDirectionMark { index = scalars.index(after: index) }
    }

    private mutating func advance() {
      index = scalars.index(after: index)
      skipUnseen()
    }

    mutating func skipSpaces() { while let scalar, scalar.isSpace { advance() } }

    mutating func take(_ wanted: Unicode.Scalar) -> Bool {
      guard scalar == wanted else { return false }
      advance()
      return true
    }

    mutating func take(anyOf wanted: String) -> Bool {
      guard let scalar, wanted.unicodeScalars.contains(scalar) else { return false }
      advance()
      return true
    }

    /// Whether one of these characters is here, followed by a digit.
    func isTime(anyOf wanted: String) -> Bool {
      var ahead = self
      return ahead.take(anyOf: wanted) && ahead.digit != nil
    }

    mutating func number(max: Int) -> (value: Int64, count: Int)? {
      var (value, count): (Int64, Int) = (0, 0)
      while let digit, count <= max {
        value = value * 10 + digit
        count += 1
        advance()
      }
      return count == 0 || count > max ? nil : (value, count)
    }

    /// The matching text; nil if it is too long.
    mutating func text(max: Int, while isPart: (Unicode.Scalar) -> Bool) -> String? {
      var text = String.UnicodeScalarView()
      while let scalar, isPart(scalar) {
        guard text.count < max else { return nil }
        text.append(scalar.isSpace ? " " : scalar)
        advance()
      }
      return String(text)
    }

    /// Reads past the end mark, `] ` or ` - `, and returns the text between the time and the mark.
    mutating func ending(isBracketed: Bool) -> String? {
      if isBracketed {
        let text = text(max: 16) { $0 != "]" }
        guard text != nil, take("]") else { return nil }
        if scalar?.isSpace == true { index = scalars.index(after: index) }
        return text
      }
      let text = text(max: 16) { $0 != "-" && $0 != "–" }
      guard let text, text.last == " ", take(anyOf: "-–") else { return nil }
      guard scalar?.isSpace == true else { return nil }
      // The marks behind it are the text's own.
      index = scalars.index(after: index)
      return text
    }

    var rest: String { String(scalars[index...]) }
  }
}

extension Unicode.Scalar {
  /// Of any script.
  fileprivate var decimalDigit: Int64? {
    if ("0"..."9").contains(self) { return Int64(value) - 0x30 }
    guard value > 0x7f, properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { Int64($0) }
  }

  fileprivate var isSpace: Bool { self == " " || value > 0x7f && properties.isWhitespace }

  /// Whether it is an invisible mark of the text's direction.
  var isDirectionMark: Bool {
    switch value {
    case 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
  }
}
