/// Why bytes are not strict JSON, and where: `offset` counts bytes from the start of the text.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the text; the raw value describes it in English, without a full stop.
  public enum Reason: String, Sendable {
    /// The text ends before its value does; the offset is its end.
    case truncated = "the text ends in the middle of a value"
    /// A byte that JSON (RFC 8259) does not allow at this place.
    case unexpectedByte = "unexpected character"
    /// Bytes in a string that are not UTF-8.
    case invalidUTF8 = "not valid UTF-8"
    /// A backslash that begins no JSON escape, or `\u` without four hex digits.
    case invalidEscape = "invalid escape"
    /// A `\u` escape of half a surrogate pair without the other half.
    case loneSurrogate = "half of a surrogate pair"
    /// A byte below 0x20 in a string, which must be escaped.
    case controlCharacter = "unescaped control character in a string"
    /// Digits that are not a JSON number, such as `01` or `1.`; the offset is where they stop being one.
    case invalidNumber = "invalid number"
    /// A number such as `1e400`; the offset is its first byte.
    case numberOutOfRange = "number beyond the range of a double"
    /// A key that an object has already, after escapes are resolved; the offset is that of the later one.
    case duplicateKey = "the same key twice"
    /// Arrays and objects nested deeper than the reader accepts: ``JSONLimit/depthMax`` by default.
    case tooDeep = "nested too deeply"
    /// A text beyond ``JSONLimit/textSizeBytesMax``.
    case tooLong = "a text of 2 GiB or more"
    /// Something other than white space behind the value.
    case trailingBytes = "there is more text after the value"
  }

  /// Why the text was refused.
  public var reason: Reason
  /// In bytes from the start of the text, from 0.
  public var offset: Int

  /// An error at a byte of the text.
  @inlinable
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// The limits of the readers.
public enum JSONLimit {
  /// The nesting depth of arrays and objects.
  public static let depthMax = 64
  /// A text of any kind.
  public static let textSizeBytesMax = Int(Int32.max)
  /// One line of the log, without its LF.
  public static let lineSizeBytesMax = 1 << 20
}
