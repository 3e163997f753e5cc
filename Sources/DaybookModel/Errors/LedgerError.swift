/// What went wrong, where, and what to do about it: the one error of the library's face.
public struct LedgerError: Error, Sendable {
  /// The class of an error. Open: later versions may add to it.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let notFound: Code = "not-found"
    public static let usage: Code = "usage"
    public static let badData: Code = "bad-data"
    public static let noLedger: Code = "no-ledger"
    public static let unreachable: Code = "unreachable"
    public static let cannotCreate: Code = "cannot-create"
    public static let inputOutput: Code = "input-output"
    /// One of many files cannot be read; the others can.
    public static let unreadable: Code = "unreadable"
    /// Another process is writing; try again.
    public static let busy: Code = "busy"
    /// The ledger is locked, and this device has no key to it.
    public static let locked: Code = "locked"
    /// This device was revoked, and can write no more.
    public static let revoked: Code = "revoked"
    /// A key of the locked ledger is there and cannot be read.
    public static let unreadableKey: Code = "unreadable-key"
    public static let refused: Code = "refused"
    /// The entities moved since the stamp the caller expected.
    public static let moved: Code = "moved"
    public static let damaged: Code = "damaged"
  }

  public var code: Code
  /// What happened, in one sentence without a full stop.
  public var what: String
  /// The file, as a path within the ledger or as the caller named it.
  public var file: String?
  /// From 1.
  public var line: Int?
  /// In bytes from the start of the file.
  public var offset: Int?
  /// What the reader can do.
  public var advice: String?
  public var cause: (any Error)?

  public init(
    _ code: Code, _ what: String, file: String? = nil, line: Int? = nil, offset: Int? = nil,
    advice: String? = nil, cause: (any Error)? = nil
  ) {
    (self.code, self.what, self.file, self.line) = (code, what, file, line)
    (self.offset, self.advice, self.cause) = (offset, advice, cause)
  }
}

extension LedgerError: CustomStringConvertible {
  /// `FILE:LINE: what; advice`
  public var description: String {
    var text = ""
    if let file { text += file }
    if let line { text += (text.isEmpty ? "line " : ":") + "\(line)" }
    if let offset { text += (text.isEmpty ? "byte " : " at byte ") + "\(offset)" }
    if !text.isEmpty { text += ": " }
    text += what
    if let advice { text += "; \(advice)" }
    return text
  }
}
