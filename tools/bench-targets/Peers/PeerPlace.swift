import Daybook
import Foundation

/// The paths of the workload, the ledgers and the databases of one size, and of the programs.
struct PeerPlace {
  let folder: String
  let events: Int
  /// The peers' programs; a missing one is left out.
  let peers: String
  let daybook = Program.beside("daybook")
  let python: String

  init(_ folder: String, events: Int) {
    (self.folder, self.events) = (folder, events)
    peers = ProcessInfo.processInfo.environment["DAYBOOK_BENCH_PEERS"] ?? folder + "/../peers"
    python = ProcessInfo.processInfo.environment["DAYBOOK_BENCH_PYTHON"] ?? "python3"
  }

  subscript(_ name: String) -> String { folder + "/" + name }
  func peer(_ name: String) -> String { peers + "/" + name }

  /// Half of the events, on each side of the merge.
  var mergeEvents: Int { max(1, events / 2) }
  /// The environment of the commands.
  func environment(_ folder: String? = nil) -> [String: String] {
    let folder = folder ?? self.folder
    return ["DAYBOOK_STATE_DIR": folder + "/state", "DAYBOOK_CACHE_DIR": folder + "/cache"]
  }

  /// A recent message of the workload.
  func message() throws -> String {
    String(decoding: try Folder.bytes(self["own/id"]), as: UTF8.self)
  }

  /// Makes a file or folder unless it is there; `body` makes it under another name.
  func make(_ name: String, _ body: (String) throws -> Void) throws {
    let path = self[name]
    if FileManager.default.fileExists(atPath: path) { return }
    let part = path + ".part"
    try Folder.remove(part)
    FileHandle.standardError.write(Data("making \(name) …\n".utf8))
    try body(part)
    try FileManager.default.moveItem(atPath: part, toPath: path)
  }

  /// Records that a step with files that cannot be renamed was done; `body` does it in a folder that does not exist
  /// yet.
  func makeInPlace(_ name: String, _ body: (String) throws -> Void) throws {
    try make(name + ".made") { note in
      try Folder.remove(self[name])
      try Folder.create(self[name])
      try body(self[name])
      guard FileManager.default.createFile(atPath: note, contents: Data()) else {
        throw LedgerError(.inputOutput, "cannot write", file: note)
      }
    }
  }

  /// In bytes, of all files below a folder, or of a file.
  static func size(_ path: String) -> Double {
    guard let names = FileManager.default.subpaths(atPath: path), !names.isEmpty else {
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return Double(size ?? 0)
    }
    return names.reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
      let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
      return sum + (isFile ? Double(attributes?[.size] as? Int ?? 0) : 0)
    }
  }
}
