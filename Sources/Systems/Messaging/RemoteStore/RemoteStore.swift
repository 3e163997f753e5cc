public import Daybook

/// The server of a messaging ledger: it holds documents by path, changes them one at a time, and reports them to the
/// users who may read them.
///
/// **At least once.** A ``write(_:by:)`` that throws ``RemoteStoreError/unreachable(_:retryAfter:)`` may have been applied
/// or not, and may still be applied later: the network lost the request or the answer, and it is unknown which. The
/// caller repeats the same write until there is an answer. A repeat does no harm: creating a document that exists
/// answers with that document (``RemoteReceipt/existing``), also when it has been deleted since, so that a late repeat
/// never restores a deleted document; deleting twice is deleting once; adding an element that the list already has adds
/// nothing. Setting a field again is a write like any other and wins over what others wrote in between: use
/// ``RemotePrecondition/revision(_:)`` if that matters.
///
/// **The server's time.** Every accepted write gets a `ServerTime` that is greater than that of every write to the
/// same document before it (and, of the remote stores here, of the same conversation). It orders writes and messages; no
/// client's clock has a part in it.
///
/// **Changes** are reported at least once, in any order within a page, deletions and the user's own writes among them:
/// recognise known changes by their revision. A client misses nothing if it applies them by revision, the greater one
/// winning, and keeps a cursor only after the changes that came with it. Of a document that changed several times, only
/// the last state need be reported.
///
/// **Access** is decided by ``AccessTable``, the same for every remote store, and a refusal does not reveal what exists.
///
/// A remote store without accounts (memory, a folder) trusts the caller to name the user; the HTTP endpoint identifies the
/// user by a token, and the name given here must be theirs.
public protocol RemoteStore: Sendable {
  /// The changes since `cursor` that the user may read; nil asks for everything.
  ///
  /// - Complexity: O(conversations of the user + changes).
  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges

  /// Changes one document, and returns when the change is durable on the remote store.
  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt

  /// Changes several documents, each by itself and in their order; a refused change does not stop the others. The
  /// answers are for the first writes: it stops after an error that may be temporary, and nothing is known about the
  /// rest.
  ///
  /// It takes one round trip and one flush, if the remote store supports that.
  func write(
    all writes: [RemoteWrite], by user: String
  ) async throws(RemoteStoreError) -> [Result<RemoteReceipt, RemoteStoreError>]

  /// The document as it is now; nil when there is none, or none any more.
  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument?

  /// Stores an attachment's bytes, which must have the name's SHA-256; repeating it is not an error.
  ///
  /// - Throws: ``RemoteStoreError/invalid(_:)`` for other bytes, or more than ``RemoteObject/sizeBytesMax``.
  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError)

  /// The bytes of that name, checked against it.
  ///
  /// - Throws: ``RemoteStoreError/gone(_:)`` when the remote store does not have them (yet).
  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8]
}

extension RemoteStore {
  /// The default: one ``write(_:by:)`` after another, each with its own round trip. It stops after an error that may be
  /// temporary.
  public func write(
    all writes: [RemoteWrite], by user: String
  ) async throws(RemoteStoreError) -> [Result<RemoteReceipt, RemoteStoreError>] {
    var answers: [Result<RemoteReceipt, RemoteStoreError>] = []
    for write in writes {
      do throws(RemoteStoreError) {
        answers.append(.success(try await self.write(write, by: user)))
      } catch {
        answers.append(.failure(error))
        if error.mayPass { break }
      }
    }
    return answers
  }
}

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
