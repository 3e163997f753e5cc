/// Why bytes are not strict JSON, and where: `offset` counts bytes from the start of the text.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: String, Sendable {
    case truncated = "the text ends in the middle of a value"
    case unexpectedByte = "unexpected character"
    case invalidUTF8 = "not valid UTF-8"
    case invalidEscape = "invalid escape"
    case loneSurrogate = "half of a surrogate pair"
    case controlCharacter = "unescaped control character in a string"
    case invalidNumber = "invalid number"
    case numberOutOfRange = "number beyond the range of a double"
    case duplicateKey = "the same key twice"
    case tooDeep = "nested too deep"
    case tooLong = "a text of 2 GiB or more"
    case trailingBytes = "something follows the value"
  }

  public var reason: Reason
  public var offset: Int

  @inlinable
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// What the readers accept.
public enum JSONLimit {
  /// Arrays and objects within one another.
  public static let depthMax = 64
  /// A text of any kind.
  public static let textSizeBytesMax = Int(Int32.max)
  /// One line of the log, without its LF.
  public static let lineSizeBytesMax = 1 << 20
}
