public import Daybook

/// A word that groups meetings and notes. Two machines that use the same word have the same tag.
public struct Tag: Entity {
  public var id = ID()
  /// The natural key, trimmed and in Unicode's composed form; case counts. Not blank.
  public var name = ""
  /// `#RRGGBB`.
  public var color = TagColor.unwritten
  /// The meetings that have this tag: the inverse of ``MeetingRecord/tags``.
  public var meetingRecords: [Ref<MeetingRecord>] = []
  /// The notes that have this tag: the inverse of ``Note/tags``.
  public var notes: [Ref<Note>] = []

  public init() {}

  public static let schema = Schema("planner.tag") {
    Key(\.name, .trimmedComposed)
    Personal()
    Names(\.name)
    // Programs of version 1 wrote what they were given: ` Cafe\u{301}`, `ff5733`, `#f53`.
    Upcast(\.name, before: 2) {
      $0.string.map { .string(KeyNormalizer.trimmedComposed.normalized($0)) } ?? $0
    }
    Upcast(\.color, before: 2) { TagColor.upcast($0) }
    Check(value: \.name, "must not be empty", isOfTheWhole: true) { !$0.allSatisfy(\.isWhitespace) }
    Check(value: \.color, "must be a colour such as #FF5733") { TagColor.isOne($0) }
  }
}

/// `#RRGGBB`.
public enum TagColor {
  /// A grey.
  public static let unwritten = "#8E8E93"

  /// Whether a text is `#` and six hexadecimal digits, in upper or lower case.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#") && digits(text.dropFirst()) != nil
  }

  /// The same colour as it is stored, from forms such as `ff5733` and `#F53`; nil for other texts.
  public static func normalized(_ text: String) -> String? {
    let text = KeyNormalizer.trimmed.normalized(text)
    guard let digits = digits(text.hasPrefix("#") ? text.dropFirst() : text[...]) else { return nil }
    switch digits.count {
    case 3: return "#" + digits.map { "\($0)\($0)" }.joined()
    case 6: return "#" + digits
    default: return nil
    }
  }

  /// A value of version 1; a text that is not a colour stays as it is.
  public static func upcast(_ value: JSONValue) -> JSONValue {
    value.string.flatMap { normalized($0) }.map { .string($0) } ?? value
  }

  private static func digits(_ text: Substring) -> String? {
    let isHexadecimal = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    return isHexadecimal ? text.uppercased() : nil
  }
}
