public import Daybook

/// Why the far side did not do it.
public enum FarSideError: Error, Sendable, Equatable {
  /// No answer, or one that says to come back later. What was asked may have been done. Try again, not before
  /// `retryAfter`.
  case unreachable(String, retryAfter: Duration? = nil)
  /// A rule of access. Trying again does not help; the refusal does not reveal what exists.
  case refused(String)
  /// It can never be taken so: a type, a size, a path.
  case invalid(String)
  /// The document to change or read does not exist, or no longer does.
  case gone(String)
  /// The document is another one by now than the write expected.
  case changed(FarDocument)
}

extension FarSideError: CustomStringConvertible {
  /// In one sentence without a full stop, and without any stored value.
  public var description: String {
    switch self {
    case .unreachable(let why, _), .refused(let why), .invalid(let why), .gone(let why): why
    case .changed(let document): "'\(document.path)' has changed in the meantime"
    }
  }

  /// Whether the same again may fare better.
  public var mayPass: Bool { if case .unreachable = self { true } else { false } }

  /// For the library's face.
  public var ledgerError: LedgerError {
    let code: LedgerError.Code =
      switch self {
      case .unreachable: .unreachable
      case .refused: .refused
      case .invalid: .badData
      case .gone: .notFound
      case .changed: .moved
      }
    return LedgerError(code, description, cause: self)
  }
}
