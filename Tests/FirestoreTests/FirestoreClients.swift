import DaybookModel

@testable import DaybookFirestore
@testable import Messaging

/// The same server for any user, each with a token of their own.
struct FirestoreClients: FarSide {
  let url: String
  var timeout = Duration.seconds(20)
  var pageSize = 7
  var token: @Sendable (_ user: String) -> String = { "token-\($0)" }

  func client(_ user: String) throws(FarSideError) -> FirestoreFarSide {
    do throws(LedgerError) {
      return try FirestoreFarSide(
        FirestoreEndpoint(url), token: token(user), timeout: timeout, pageSize: pageSize)
    } catch {
      throw .invalid(error.description)
    }
  }

  func changes(for user: String, since cursor: FarCursor?) async throws(FarSideError) -> FarChanges {
    try await client(user).changes(for: user, since: cursor)
  }

  func write(_ write: FarWrite, by user: String) async throws(FarSideError) -> FarReceipt {
    try await client(user).write(write, by: user)
  }

  func document(_ path: FarPath, for user: String) async throws(FarSideError) -> FarDocument? {
    try await client(user).document(path, for: user)
  }

  func upload(
    _ bytes: [UInt8], as object: FarObject, mimeType: String, by user: String
  ) async throws(FarSideError) {
    try await client(user).upload(bytes, as: object, mimeType: mimeType, by: user)
  }

  func download(_ object: FarObject, for user: String) async throws(FarSideError) -> [UInt8] {
    try await client(user).download(object, for: user)
  }
}
