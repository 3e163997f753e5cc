#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What went wrong, where, and what to do about it: the only error type of the library's public interface. Decide by
/// its ``code``; show its ``message``, which `localizedDescription` also returns, and its ``advice``.
public struct LedgerError: Error, Sendable {
  /// The class of an error. Later versions may add codes, but rename none. The article on errors lists them.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code with this text, even if this version does not know it.
    public init(stringLiteral value: String) { rawValue = value }

    /// There is no such entity, event, conflict or device.
    public static let notFound: Code = "not-found"
    /// The call or its arguments are wrong: a mistake in the program.
    public static let usage: Code = "usage"
    /// A value or a file does not have the form that it must have.
    public static let badData: Code = "bad-data"
    /// A system's declarations contradict its structs, or a type cannot be a field: a mistake in the program.
    public static let badSchema: Code = "bad-schema"
    /// The folder holds no ledger.
    public static let noLedger: Code = "no-ledger"
    /// A server, a helper program or another copy cannot be reached.
    public static let unreachable: Code = "unreachable"
    /// A file or folder cannot be created: ask for another place.
    public static let cannotCreate: Code = "cannot-create"
    /// The system failed to read or write a file; nothing of a failed commit was written.
    public static let inputOutput: Code = "input-output"
    /// One of many files cannot be read; the others can.
    public static let unreadable: Code = "unreadable"
    /// Another process is writing; try again.
    public static let busy: Code = "busy"
    /// The ledger is locked, and this device has no key to it.
    public static let locked: Code = "locked"
    /// This device was revoked, and can write no more.
    public static let revoked: Code = "revoked"
    /// A key of the locked ledger exists but cannot be read.
    public static let unreadableKey: Code = "unreadable-key"
    /// A rule of the schema, of access or of the ledger forbids it.
    public static let refused: Code = "refused"
    /// The entities were written after the stamp that the caller expected.
    public static let moved: Code = "moved"
    /// Files of the ledger, or of this machine's state, are damaged or were changed.
    public static let damaged: Code = "damaged"

    /// The codes of this version.
    public static let known: [Code] = [
      .notFound, .usage, .badData, .badSchema, .noLedger, .unreachable, .cannotCreate, .inputOutput,
      .unreadable, .busy, .locked, .revoked, .unreadableKey, .refused, .moved, .damaged,
    ]
  }

  /// The class of the error, by which a program decides; stable across versions.
  public var code: Code
  /// What happened, in one sentence without a full stop.
  public var what: String
  /// The file, as a path within the ledger or as the caller named it.
  public var file: String?
  /// From 1: the line of the file, or without a file the place of the change in its commit.
  public var line: Int?
  /// The place in the file, in bytes from its start.
  public var offset: Int?
  /// What the reader can do, in terms of the library's calls.
  public var advice: String?
  /// The underlying error.
  public var cause: (any Error)?

  /// An error with a code and a sentence, `what`, which ends without a full stop.
  ///
  /// - Parameters:
  ///   - line: from 1; without a file, the place of the change in its commit.
  ///   - offset: in bytes from the start of the file.
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
    if let line { text += (text.isEmpty ? "change " : ":") + "\(line)" }
    if let offset { text += (text.isEmpty ? "byte " : " at byte ") + "\(offset)" }
    if !text.isEmpty { text += ": " }
    text += what
    if let advice { text += "; \(advice)" }
    return text
  }
}

extension LedgerError {
  /// What happened and where, in one sentence without a full stop: `the segment is damaged (replicas/4bcd/0001.zst, byte
  /// 120)`. For what the reader can do, see ``advice``.
  public var message: String {
    var place = file.map { [$0] } ?? []
    if let line { place.append(file == nil ? "change \(line)" : "line \(line)") }
    if let offset { place.append("byte \(offset)") }
    return place.isEmpty ? what : "\(what) (\(place.joined(separator: ", ")))"
  }
}

extension LedgerError: LocalizedError {
  /// The ``message``: what `localizedDescription` says.
  public var errorDescription: String? { message }
  /// The ``advice``.
  public var recoverySuggestion: String? { advice }
}
