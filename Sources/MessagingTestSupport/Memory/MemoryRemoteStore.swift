package import Messaging

/// One client's connection to a ``MemoryServer``, on which requests and answers may be lost, delayed and repeated.
package struct MemoryRemoteStore: RemoteStore {
  private let server: MemoryServer
  private let faults: RemoteFaults?

  /// A connection without faults.
  package init(_ server: MemoryServer) { (self.server, faults) = (server, nil) }

  /// A connection with these faults; nil for none. Several clients may share one source of faults.
  package init(_ server: MemoryServer, faults: RemoteFaults?) {
    (self.server, self.faults) = (server, faults)
  }

  /// See ``RemoteStore/changes(for:since:)``. A page has at most ``MemoryServer/pageSize`` changes.
  package func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError)
    -> RemoteChanges
  {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(RemoteStoreError) in
      try server.changes(for: user, since: cursor)
    }
  }

  /// See ``RemoteStore/write(_:by:)``. A fault may delay the write, repeat it, or lose the request or the answer.
  package func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    try server.request(faults?.next(), write: write, by: user) { (server, _) throws(RemoteStoreError) in
      try server.write(write, by: user)
    }
  }

  /// See ``RemoteStore/document(_:for:)``.
  package func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError)
    -> RemoteDocument?
  {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(RemoteStoreError) in
      try server.document(path, for: user)
    }
  }

  /// Stores the bytes in memory, without the MIME type. See ``RemoteStore/upload(_:as:mimeType:by:)``.
  package func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(RemoteStoreError) in
      try server.checkObject(object, for: user)
      try object.check(bytes)
      objects[object] = bytes
    }
  }

  /// See ``RemoteStore/download(_:for:)``.
  package func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(RemoteStoreError) in
      try server.checkObject(object, for: user)
      guard let bytes = objects[object] else { throw .gone("the attachment's bytes are missing") }
      return bytes
    }
  }
}
