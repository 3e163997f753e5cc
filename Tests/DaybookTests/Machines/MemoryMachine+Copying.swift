import DaybookLog
import DaybookModel
import DaybookTestSupport

/// Files of a ledger's folder, by their paths in it.
typealias FolderFiles = [String: [UInt8]]

extension MemoryMachine {
  /// What a tool would copy: the files of all replicas, all blobs, and the descriptor.
  func files() throws -> FolderFiles {
    var files: FolderFiles = [LedgerLayout.descriptor: try folder.readAll(LedgerLayout.descriptor)]
    for root in [LedgerLayout.replicas, LedgerLayout.blobs] {
      for entry in try folder.list(root) ?? [] {
        for file in try folder.list("\(root)/\(entry.name)") ?? [] {
          let path = "\(root)/\(entry.name)/\(file.name)"
          files[path] = try folder.readAll(path)
        }
      }
    }
    return files
  }

  /// Puts files into the folder that are not there, as a tool does that never removes any.
  func take(_ files: FolderFiles, where isTaken: (_ path: String) -> Bool = { _ in true }) throws {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where isTaken(path) {
      if path == LedgerLayout.descriptor {
        // The one that says more.
        let (theirs, own) = (try LedgerDescriptor(bytes), try LedgerDescriptor(folder.readAll(path)))
        guard theirs.format > own.format || theirs.isLocked && !own.isLocked else { continue }
        try folder.replaceFile(path, with: bytes)
      } else if try folder.status(path) == nil {
        try folder.createFolder(folder.folder(of: path))
        try folder.replaceFile(path, with: bytes)
      }
    }
  }
}
