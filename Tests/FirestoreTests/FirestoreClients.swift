import DaybookModel

@testable import DaybookFirestore
@testable import Messaging

/// The same server for any user, each with a token of their own.
struct FirestoreClients: RemoteStore {
  let url: String
  var timeout = Duration.seconds(20)
  var pageSize = 7
  var token: @Sendable (_ user: String) -> String = { "token-\($0)" }

  func client(_ user: String) throws(RemoteStoreError) -> FirestoreRemoteStore {
    do throws(LedgerError) {
      return try FirestoreRemoteStore(
        FirestoreEndpoint(url), token: token(user), timeout: timeout, pageSize: pageSize)
    } catch {
      throw .invalid(error.description)
    }
  }

  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges
  {
    try await client(user).changes(for: user, since: cursor)
  }

  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    try await client(user).write(write, by: user)
  }

  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument? {
    try await client(user).document(path, for: user)
  }

  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try await client(user).upload(bytes, as: object, mimeType: mimeType, by: user)
  }

  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try await client(user).download(object, for: user)
  }
}
