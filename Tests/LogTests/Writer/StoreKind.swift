import DaybookLog
import Foundation
import Testing

/// The stores that must behave alike.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
  case disk, memory

  var testDescription: String { self == .disk ? "disk" : "memory" }

  /// An empty store, gone after `body`.
  func withStore(_ body: (any FileStore) throws -> Void) throws {
    switch self {
    case .memory: try body(MemoryFileStore())
    case .disk: try withTemporaryFolder { try body(try DiskFileStore(path: $0)) }
    }
  }
}

func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let path = FileManager.default.temporaryDirectory.path + "/daybook-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

extension FileStore {
  /// A file with these bytes.
  func make(_ path: String, _ text: String) throws {
    let file = try create(path)
    try file.write(Array(text.utf8))
    file.close()
  }

  func text(_ path: String) throws -> String { String(decoding: try readAll(path), as: UTF8.self) }
}

/// The reason of the ``FileError`` that `body` throws.
func reason(_ body: () throws -> Void) -> FileError.Reason? {
  do {
    try body()
    return nil
  } catch {
    return (error as? FileError)?.reason
  }
}
