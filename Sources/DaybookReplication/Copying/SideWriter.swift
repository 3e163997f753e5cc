package import DaybookLog
import DaybookModel

/// What went wrong with one of the sides, so that nothing more can be done.
package struct CopyFailure: Error {
  package var side: Endpoint
  package var error: FileError

  package init(_ side: Endpoint, _ error: FileError) { (self.side, self.error) = (side, error) }
}

/// Writes files to one side so that they appear under their names only when whole and flushed, and continues the files
/// that an interrupted run left.
///
/// An unfinished file is called `<name>.<random>.<tag>.part`. The tag is unique for each machine and ledger, so two
/// machines that copy to one disk at the same time never continue one another's files. No name is used twice, because a
/// tool that copies an old copy of the folder over it would write into the file with the same name, even after it was
/// renamed. During a run there is a marker, so that the next run flushes what this one could not.
struct SideWriter {
  let store: any FileStore
  private let tag: String
  private var hasMarker = false
  /// Renamed into, and not flushed yet.
  private var unflushed: Set<String> = []
  private var madeDurable: Set<String> = []
  /// Begun in this run and not renamed.
  private var parts: Set<String> = []
  /// The leftovers of earlier runs, by the paths that they were meant for.
  private var leftovers: [String: [String]] = [:]

  /// Files of more than this are written in parts, so that an interrupted run can be gone on with.
  private static let partSizeBytes = 4 << 20

  init(_ store: any FileStore, tag: String) { (self.store, self.tag) = (store, tag) }

  private var suffix: String { ".\(tag).part" }
  private var marker: String { "replicating" + suffix }

  func isOwnPart(_ path: String) -> Bool { path.hasSuffix(suffix) }

  /// The state of a file when it was checked: it is replaced only if it is unchanged.
  struct Seen: Equatable {
    var sizeBytes: Int
    var inode: UInt64
  }

  /// Writes bytes to `path`, replacing a file that is still `old`, or where there is none. Nil if the file or the
  /// source has changed: check again. Durable after ``flush()``.
  mutating func put(
    _ source: CopySource, at path: String, replacing old: Seen?
  ) throws(FileError) -> Seen? {
    try begin()
    let folder = store.folder(of: path)
    if madeDurable.insert(folder).inserted { try store.createFolderDurably(folder) }
    var random: [UInt8] = []
    random.append(hexadecimal: UInt64.random(in: .min ... .max), width: 16)
    let part = "\(path).\(String(decoding: random, as: UTF8.self))\(suffix)"
    parts.insert(part)
    guard try write(source, to: part, takingUp: takeLeftover(of: path)), source.isSound(part) else {
      return nil
    }
    let now = try store.status(path).map { Seen(sizeBytes: $0.sizeBytes, inode: $0.inode) }
    guard now == old else { return nil }
    do throws(FileError) {
      try store.rename(part, to: path, replacing: old != nil)
    } catch {
      if error.reason == .exists { return nil }
      throw error
    }
    parts.remove(part)
    unflushed.insert(folder)
    guard let status = try store.status(path), status.sizeBytes == source.sizeBytes else {
      throw FileError(.system(5), "read back", path)
    }
    return Seen(sizeBytes: status.sizeBytes, inode: status.inode)
  }

  /// Adds the leftovers of earlier runs.
  mutating func takeUp(_ strangers: [String]) {
    for part in strangers where isOwnPart(part) {
      guard let dot = part.dropLast(suffix.count).lastIndex(of: ".") else { continue }
      leftovers[String(part[..<dot]), default: []].append(part)
    }
  }

  private mutating func takeLeftover(of path: String) -> String? { leftovers[path]?.popLast() }

  /// Writes a part, continuing where an earlier run stopped, if it stopped within the same bytes. A part that was
  /// already whole is not trusted: flushing it may have failed, which the system reports only once.
  ///
  /// - Returns: false if the bytes can no longer be read.
  private func write(
    _ source: CopySource, to part: String, takingUp leftover: String?
  ) throws(FileError) -> Bool {
    var done = 0
    var file: (any WritableFile)?
    if let leftover, let present = try begun(leftover, of: source) {
      try store.rename(leftover, to: part, replacing: false)
      (file, done) = (try store.append(to: part), present)
    }
    let open: any WritableFile
    if let file { open = file } else { open = try store.create(part) }
    defer { open.close() }
    while done < source.sizeBytes {
      guard let bytes = source.read(done, min(Self.partSizeBytes, source.sizeBytes - done)), !bytes.isEmpty
      else { return false }
      try open.write(bytes)
      done += bytes.count
    }
    guard try open.status().sizeBytes == source.sizeBytes else {
      throw FileError(.system(5), "write", part)
    }
    try open.sync()
    return true
  }

  /// How many bytes an earlier run has written, if they are the first ones and not all.
  private func begun(_ leftover: String, of source: CopySource) throws(FileError) -> Int? {
    guard let status = try store.status(leftover), status.kind == .file, status.sizeBytes < source.sizeBytes
    else { return nil }
    var done = 0
    while done < status.sizeBytes {
      let count = min(Self.partSizeBytes, status.sizeBytes - done)
      let present = try store.read(leftover, from: done, count: count)
      guard present.count == count, source.read(done, count) == present else { return nil }
      done += count
    }
    return done
  }

  private mutating func begin() throws(FileError) {
    if hasMarker { return }
    if try store.status(marker) == nil { try store.create(marker).close() }
    hasMarker = true
  }

  /// Removes a file that is still the one that was looked at; false when it is not.
  mutating func remove(_ path: String, ifStill old: Seen) throws(FileError) -> Bool {
    let now = try store.status(path).map { Seen(sizeBytes: $0.sizeBytes, inode: $0.inode) }
    guard now == old else { return false }
    try begin()
    try store.remove(path)
    unflushed.insert(store.folder(of: path))
    return true
  }

  /// Makes everything that was put here durable.
  mutating func flush() throws(FileError) {
    for folder in unflushed.sorted() { try store.syncFolder(folder) }
    unflushed = []
  }

  /// After a complete run: removes the unfinished files of this and earlier runs. `strangers`: the strangers that were
  /// here at the beginning.
  mutating func finish(_ strangers: [String]) throws(FileError) {
    guard hasMarker || strangers.contains(where: isOwnPart) else { return }
    if strangers.contains(marker) { try flushEverything() }
    try flush()
    for path in parts.union(strangers.filter(isOwnPart)) where path != marker {
      if try store.status(path)?.kind == .file { try store.remove(path) }
    }
    if try store.status(marker) != nil { try store.remove(marker) }
    parts = []
    hasMarker = false
  }

  /// An earlier run may have renamed files without coming to flush their folders.
  private mutating func flushEverything() throws(FileError) {
    unflushed.insert("")
    for root in [LedgerLayout.replicas, LedgerLayout.blobs] {
      guard try store.status(root)?.kind == .folder, let entries = try store.list(root) else { continue }
      unflushed.insert(root)
      for entry in entries where entry.kind == .folder { unflushed.insert("\(root)/\(entry.name)") }
    }
  }
}
