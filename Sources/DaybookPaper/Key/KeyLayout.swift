import DaybookLocking

/// How a key is laid out for a person who copies it: its beginning, which is always the same, and then lines of three
/// groups of four characters, each with its number and two check digits.
///
/// ```
///     AGE-SECRET-KEY-1
/// 1)  YFGE 0M79 SJ7C  =47
/// ```
struct KeyLayout: Sendable {
  struct Line: Sendable {
    /// From 1.
    let number: Int
    let groups: [String]
    /// Two digits.
    let check: String
  }

  /// The key as age writes it: without spaces, numbers and check digits.
  let text: String

  static let beginning = "AGE-SECRET-KEY-1"
  /// What Bech32 spells with, in ASCII.
  static let alphabet = Array("023456789ACDEFGHJKLMNPQRSTUVWXYZ".utf8)
  /// The number of characters after the beginning: 52 of the key and 6 of its checksum.
  static let count = 58
  static let groupCount = 4
  static let lineCount = 12

  init(_ key: RecoveryKey) { text = key.paper }

  var lines: [Line] {
    let characters = Array(text.utf8.dropFirst(Self.beginning.utf8.count))
    return Self.ranges.enumerated().map { index, range in
      let check = Self.check(characters[range], line: index + 1)
      let groups = stride(from: range.lowerBound, to: range.upperBound, by: Self.groupCount).map {
        String(decoding: characters[$0..<min($0 + Self.groupCount, range.upperBound)], as: UTF8.self)
      }
      return Line(number: index + 1, groups: groups, check: check < 10 ? "0\(check)" : "\(check)")
    }
  }

  /// The characters of each line.
  static let ranges = stride(from: 0, to: count, by: lineCount).map { $0..<min($0 + lineCount, count) }

  /// The place of a character, counted from 0 after the beginning.
  static func place(of index: Int) -> RecoveryPaperError.Place {
    let index = min(index, count - 1)
    return .init(line: index / lineCount + 1, group: index % lineCount / groupCount + 1)
  }

  /// The check of a line, 0 to 96: the number whose digits to the base 32 are the line's number and then the ASCII
  /// codes, modulo 97. It notices each single wrong character, since codes differ by less than 97, which is prime; any
  /// two swapped characters, since the powers of 32 up to the 47th differ; a line in another's place; and of other
  /// mistakes all but one in 97.
  static func check(_ characters: some Sequence<UInt8>, line: Int) -> Int {
    characters.reduce(line) { ($0 * 32 + Int($1)) % 97 }
  }
}
