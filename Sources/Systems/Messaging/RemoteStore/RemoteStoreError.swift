public import Daybook

/// Why the remote store did not carry out a request.
public enum RemoteStoreError: Error, Sendable, Equatable {
  /// No answer, or one that says to come back later. The request may have been carried out. Try again, but not before
  /// `retryAfter`.
  case unreachable(String, retryAfter: Duration? = nil)
  /// A rule of access. Trying again does not help; the refusal does not reveal what exists.
  case refused(String)
  /// The request can never be accepted in this form: a wrong type, size or path.
  case invalid(String)
  /// The document to change or read does not exist, or no longer does.
  case gone(String)
  /// The document has changed since the revision that the write expected.
  case changed(RemoteDocument)
}

extension RemoteStoreError: CustomStringConvertible {
  /// In one sentence without a full stop, and without any stored value.
  public var description: String {
    switch self {
    case .unreachable(let why, _), .refused(let why), .invalid(let why), .gone(let why): why
    case .changed(let document): "'\(document.path)' has changed in the meantime"
    }
  }

  /// Whether the same request may succeed later.
  public var mayPass: Bool { if case .unreachable = self { true } else { false } }

  /// The error for the library's users.
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
