import DaybookHTTP
public import DaybookModel
import Foundation
public import Messaging

/// A Firestore database as the remote store, over its REST interface, version 1.
///
/// The server identifies the user by a token, and its rules decide; they should be those of `AccessTable`. The server's
/// time is a document's `updateTime`. Two fields of each document are the remote store's own: `serverTime`, set by the
/// server with every write, by which changes are queried, and `isDeleted`, because a query cannot find a document that
/// was really deleted. A document that another program writes without them is not reported until it is written here.
///
/// Answers are bounded, and a malformed answer counts as none: `unreachable(_:retryAfter:)`.
public struct FirestoreRemoteStore: RemoteStore {
  let endpoint: FirestoreEndpoint
  private let exchange: HTTPExchange
  /// How many documents are requested at once.
  let pageSize: Int

  /// The environment variable that holds the token. It is in no argument, no file and no message.
  public static let tokenVariable = "DAYBOOK_MESSAGING_TOKEN"
  /// The environment variable with another URL for attachments: `https://HOST/v0/b/BUCKET/o`.
  public static let objectsVariable = "DAYBOOK_MESSAGING_STORAGE"
  static let answerSizeBytesMax = 64 << 20

  /// - Parameters:
  ///   - endpoint: the database, and where its attachments are.
  ///   - token: the user's token; nil for an emulator that needs none.
  ///   - timeout: how long each request may take; one without an answer by then throws `unreachable`.
  /// - Throws: `usage` where a token would go out over plain HTTP to another machine.
  public init(
    _ endpoint: FirestoreEndpoint, token: String?, timeout: Duration = .seconds(30)
  ) throws(LedgerError) {
    try self.init(endpoint, token: token, timeout: timeout, pageSize: 300)
  }

  package init(
    _ endpoint: FirestoreEndpoint, token: String?, timeout: Duration, pageSize: Int
  ) throws(LedgerError) {
    let token = token.flatMap { $0.isEmpty ? nil : $0 }
    if let token {
      guard !endpoint.isOpen else {
        throw LedgerError(
          .usage, "the token would go to the server unencrypted", file: endpoint.documentsURL,
          advice: "use https, or unset \(Self.tokenVariable)")
      }
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
        throw LedgerError(
          .usage, "the token in $\(Self.tokenVariable) has spaces or other characters that no token has")
      }
    }
    self.endpoint = endpoint
    self.pageSize = pageSize
    exchange = HTTPExchange(token: token, timeout: timeout)
  }

  func post(_ url: String, _ body: JSONValue) async throws(RemoteStoreError) -> HTTPAnswer {
    try await exchange.ask(
      .post, url, body: body.canonicalBytes, answerSizeBytesMax: Self.answerSizeBytesMax)
  }

  public func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument?
  {
    try await get(path)?.document
  }

  /// Returns a deleted document, too.
  func get(_ path: RemotePath) async throws(RemoteStoreError) -> FirestoreDocument? {
    let answer = try await post(
      endpoint.url("batchGet"), ["documents": [.string(endpoint.name(of: path))]])
    switch answer.meaning {
    case .done: break
    case .notPermitted: throw .notPermitted
    case .failed(let error): throw error
    case .notFound, .alreadyThere, .preconditionFailed: throw .wrongPlace
    }
    guard let first = answer.json?.array?.first?.object else { throw .nonsense }
    if first["missing"]?.string == endpoint.name(of: path) { return nil }
    guard let found = FirestoreDocument(first["found"], in: endpoint), found.path == path else {
      throw .nonsense
    }
    return found
  }

  public func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try object.check(bytes)
    let isType = mimeType.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } && mimeType.contains("/")
    let answer = try await exchange.ask(
      .post, endpoint.uploadURL(of: object), body: bytes,
      type: isType ? mimeType : "application/octet-stream",
      answerSizeBytesMax: 1 << 20)
    switch answer.meaning {
    // An object that exists under that name has the same bytes.
    case .done, .alreadyThere, .preconditionFailed: return
    case .notPermitted: throw .notPermitted
    case .failed(let error): throw error
    case .notFound: throw .wrongPlace
    }
  }

  public func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    let answer = try await exchange.ask(
      .get, endpoint.url(of: object), answerSizeBytesMax: RemoteObject.sizeBytesMax)
    switch answer.meaning {
    case .done: break
    case .notPermitted: throw .notPermitted
    case .notFound: throw .gone("the attachment's bytes are missing")
    case .failed(let error): throw error
    case .alreadyThere, .preconditionFailed: throw .nonsense
    }
    guard object.names(answer.body) else {
      throw .unreachable("the server's bytes are not those of the attachment")
    }
    return answer.body
  }
}

extension RemoteStoreError {
  static let wrongPlace = RemoteStoreError.invalid("the server does not know the database; check its URL")
}
