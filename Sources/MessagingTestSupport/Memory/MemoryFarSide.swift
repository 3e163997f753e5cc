package import Messaging

/// One client's connection to a ``MemoryServer``, on which requests and answers may be lost, delayed and repeated.
package struct MemoryFarSide: FarSide {
  private let server: MemoryServer
  private let faults: FarFaults?

  /// A connection without faults.
  package init(_ server: MemoryServer) { (self.server, faults) = (server, nil) }

  /// A connection with these faults; nil for none. Several clients may share one source of faults.
  package init(_ server: MemoryServer, faults: FarFaults?) { (self.server, self.faults) = (server, faults) }

  /// See ``FarSide/changes(for:since:)``. A page has at most ``MemoryServer/pageSize`` changes.
  package func changes(for user: String, since cursor: FarCursor?) async throws(FarSideError) -> FarChanges {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(FarSideError) in
      try server.changes(for: user, since: cursor)
    }
  }

  /// See ``FarSide/write(_:by:)``. A fault may delay the write, repeat it, or lose the request or the answer.
  package func write(_ write: FarWrite, by user: String) async throws(FarSideError) -> FarReceipt {
    try server.request(faults?.next(), write: write, by: user) { (server, _) throws(FarSideError) in
      try server.write(write, by: user)
    }
  }

  /// See ``FarSide/document(_:for:)``.
  package func document(_ path: FarPath, for user: String) async throws(FarSideError) -> FarDocument? {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(FarSideError) in
      try server.document(path, for: user)
    }
  }

  /// Stores the bytes in memory, without the MIME type. See ``FarSide/upload(_:as:mimeType:by:)``.
  package func upload(
    _ bytes: [UInt8], as object: FarObject, mimeType: String, by user: String
  ) async throws(FarSideError) {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(FarSideError) in
      try server.checkObject(object, for: user)
      try object.check(bytes)
      objects[object] = bytes
    }
  }

  /// See ``FarSide/download(_:for:)``.
  package func download(_ object: FarObject, for user: String) async throws(FarSideError) -> [UInt8] {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(FarSideError) in
      try server.checkObject(object, for: user)
      guard let bytes = objects[object] else { throw .gone("the attachment's bytes are missing") }
      return bytes
    }
  }
}
