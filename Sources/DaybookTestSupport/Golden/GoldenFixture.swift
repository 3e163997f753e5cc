package import Daybook
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A golden ledger's files in `Fixtures`.
package struct GoldenFixture: Sendable {
  private let folder: URL

  /// Such as `sam/v5`.
  package init(_ name: String) {
    folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/\(name)").standardizedFileURL
  }

  /// Writes the files again if `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) is set.
  package func writeIfAsked(_ golden: GoldenLedger, sealing count: Int) throws {
    guard ProcessInfo.processInfo.environment["DAYBOOK_WRITE_GOLDEN"] == "1" else { return }
    try? FileManager.default.removeItem(at: folder)
    for (path, bytes) in try golden.files(sealing: count) {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// Lays the files over a ledger of this name in a folder.
  package func copy(to name: String, in folder: TemporaryFolder) async throws {
    try await folder.run("mkdir", "-p", name)
    try await folder.run("cp", "-R", self.folder.path + "/.", name)
  }

  /// The events in the files, read by a ledger that knows no kinds.
  package func events() async throws -> [Event] {
    let folder = try TemporaryFolder()
    try await copy(to: "raw", in: folder)
    let events = Mutex<[Event]>([])
    try await Ledger.open("raw", in: folder, systems: []).history.log { entry in
      events.withLock { $0.append(entry.event) }
      return true
    }
    return events.withLock { $0 }
  }
}

extension Ledger {
  /// Opens the ledger of this name in a folder; this machine's state is beside it.
  package static func open(_ name: String, in folder: TemporaryFolder, systems: [System]) async throws
    -> Ledger
  {
    var options = LedgerOptions.prompt
    options.stateDirectory = folder.path + "/state-" + name
    return try await open(at: folder.path + "/" + name, systems: systems, options: options)
  }
}
