import DaybookLog
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One listing of a replica's folder.
struct Listing {
  var files: Inventory.ReplicaFiles
  var identities: [String: FileIdentity] = [:]
  /// Files that are not segments.
  var others: [FileEntry] = []
  /// Whether the listing may span a change: a file disappeared before it was examined, events are in none of the
  /// files, or there are so many files that the system listed them in parts.
  private(set) var isDoubtful = false

  /// More than systems list at once.
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
      // The name of an open file does not say where it ends.
      guard let last = file.last else { return false }
      next = max(next, last &+ 1)
    }
    return false
  }
}

/// The clock that the system uses for files' modification times.
enum FileClock {
  /// A process that is writing a file writes more often than this, even if its machine's clock is slightly off.
  private static let workSecondsMax: Int64 = 600

  /// Whether a time, in nanoseconds since 1970, is so recent that a process may still be writing.
  static func isRecent(_ time: Int64) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return abs(Int64(now.tv_sec) - time / 1_000_000_000) <= workSecondsMax
  }
}
