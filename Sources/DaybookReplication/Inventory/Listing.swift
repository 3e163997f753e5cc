import DaybookLog
import DaybookModel

/// One listing of a replica's folder.
struct Listing {
  var files: Inventory.ReplicaFiles
  var identities: [String: FileIdentity] = [:]
  /// What is no segment.
  var others: [FileEntry] = []
  /// Whether it may not be of one moment: a file went before it was looked at, events are in none of the files, or
  /// there are so many that the system gave them in parts.
  private(set) var isDoubtful = false

  /// What systems give at once, and more.
  private static let countSureMax = 256

  init(_ id: ReplicaID, _ store: any FileStore) throws(FileError) {
    files = Inventory.ReplicaFiles(id: id)
    let folder = LedgerLayout.folder(of: id)
    var names: [SegmentName] = []
    var entries: [String] = []
    for entry in try store.list(folder) ?? [] {
      if entry.kind == .file, let name = SegmentName(entry.name) {
        names.append(name)
        entries.append(entry.name)
      } else {
        others.append(entry)
      }
    }
    for (index, status) in try store.statuses(entries, in: folder).enumerated() {
      guard let status, status.kind == .file else {
        isDoubtful = true
        continue
      }
      let (name, path) = (names[index], joined(folder, entries[index]))
      identities[path] = FileIdentity(status)
      files.segments.append(
        Inventory.SegmentFile(path: path, name: name, sizeBytes: status.sizeBytes, inode: status.inode))
    }
    files.segments.sort(by: Inventory.SegmentFile.precedes)
    if entries.count > Self.countSureMax || hasHole { isDoubtful = true }
  }

  /// Whether events are in none of the files, as far as their names say.
  private var hasHole: Bool {
    var next: UInt64 = 1
    for file in files.segments {
      if file.first > next { return true }
      // Of an open file nobody can tell.
      guard let last = file.last else { return false }
      next = max(next, last &+ 1)
    }
    return false
  }
}
