import Daybook

/// One client's way to a ``MemoryServer``, on which requests and answers may be lost, delayed and repeated.
public struct MemoryFarSide: FarSide {
  private let server: MemoryServer
  private let faults: FarFaults?

  public init(_ server: MemoryServer) { (self.server, faults) = (server, nil) }

  public init(_ server: MemoryServer, faults: FarFaults?) { (self.server, self.faults) = (server, faults) }

  public func changes(for user: String, since cursor: FarCursor?) async throws(FarSideError) -> FarChanges {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(FarSideError) in
      try server.changes(for: user, since: cursor)
    }
  }

  public func write(_ write: FarWrite, by user: String) async throws(FarSideError) -> FarReceipt {
    try server.request(faults?.next(), write: write, by: user) { (server, _) throws(FarSideError) in
      try server.write(write, by: user)
    }
  }

  public func document(_ path: FarPath, for user: String) async throws(FarSideError) -> FarDocument? {
    try server.request(faults?.next(), write: nil, by: user) { (server, _) throws(FarSideError) in
      try server.document(path, for: user)
    }
  }

  public func upload(
    _ bytes: [UInt8], as object: FarObject, mimeType: String, by user: String
  ) async throws(FarSideError) {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(FarSideError) in
      try server.checkObject(object, for: user)
      try object.check(bytes)
      objects[object] = bytes
    }
  }

  public func download(_ object: FarObject, for user: String) async throws(FarSideError) -> [UInt8] {
    try server.request(faults?.next(), write: nil, by: user) { (server, objects) throws(FarSideError) in
      try server.checkObject(object, for: user)
      guard let bytes = objects[object] else { throw .gone("the attachment's bytes are not there") }
      return bytes
    }
  }
}
