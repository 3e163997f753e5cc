import DaybookModel

/// A journal file open for writing: commits go in here before they are acknowledged.
///
/// After a failed flush it is unknown what is on the disk, and another attempt may falsely succeed (the system forgets
/// what it could not write). So it is not tried again; and a journal whose last writer did not end in order is written
/// anew before it is continued.
///
/// After the commits the file may continue with zeros, which the next commits overwrite: flushing blocks that the file
/// already has costs a file system much less than extending it.
struct Journal: ~Copyable {
  private let store: any FileStore
  let folder: String
  private let file: any WritableFile
  /// The size of what was written, all of which is durable.
  private(set) var sizeBytes: Int
  /// The size of the file, including zeros.
  private var fileSizeBytes: Int
  /// The size of the groups that were written here.
  private var writtenSizeBytes = 0
  /// Where the commits begin.
  let commitsStart: Int

  var path: String { joined(folder, JournalLayout.name) }

  /// Replaces the journal by a new one with this base: whatever happens, either the old or the new one exists,
  /// complete. `commits`: those of the old one after the base, each with its mark.
  static func begin(
    _ base: JournalBase, commits: ArraySlice<UInt8> = [], _ store: any FileStore, folder: String
  ) throws(FileError) -> Journal {
    let beginning = JournalLayout.beginning(base)
    let bytes = beginning + JournalLayout.moved(commits, to: beginning.count)
    try store.replaceFile(joined(folder, JournalLayout.name), with: bytes, removingLeftovers: true)
    return try Journal(store, folder: folder, sizeBytes: bytes.count, commitsStart: beginning.count)
  }

  private init(
    _ store: any FileStore, folder: String, sizeBytes: Int, commitsStart: Int
  ) throws(FileError) {
    (self.store, self.folder, self.sizeBytes, self.commitsStart) = (store, folder, sizeBytes, commitsStart)
    fileSizeBytes = sizeBytes
    file = try store.update(joined(folder, JournalLayout.name))
  }

  /// Notes that a writer is at work.
  static func markOpen(_ store: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.openName)
    if try store.status(path) == nil { try store.create(path).close() }
  }

  /// Notes that the writer ended in order.
  static func markClosed(_ store: any FileStore, folder: String) {
    // If it cannot be noted, the next writer does a little more.
    try? store.remove(joined(folder, JournalLayout.openName))
  }

  /// Opens a journal whose first `sizeBytes` bytes were read and are sound, cuts off the rest, and makes all of it
  /// durable: the process that wrote it may have ended before its flush.
  static func resume(
    _ store: any FileStore, folder: String, bytes: [UInt8], sizeBytes: Int, commitsStart: Int
  ) throws(FileError) -> Journal {
    let path = joined(folder, JournalLayout.name)
    if try store.status(joined(folder, JournalLayout.openName)) != nil {
      try store.replaceFile(path, with: Array(bytes[..<sizeBytes]), removingLeftovers: true)
    }
    let journal = try Journal(store, folder: folder, sizeBytes: sizeBytes, commitsStart: commitsStart)
    if try journal.file.status().sizeBytes != sizeBytes { try journal.file.truncate(to: sizeBytes) }
    try journal.file.sync()
    try store.syncFolder(folder)
    return journal
  }

  /// Writes one group, durable when this returns. After an error nothing may be written any more.
  mutating func append(_ group: [UInt8]) throws(FileError) {
    let end = sizeBytes + group.count
    let zeros = end > fileSizeBytes ? zerosAhead(of: group.count) : 0
    if zeros > 0 {
      try file.write(group + [UInt8](repeating: 0, count: zeros), at: sizeBytes)
    } else {
      try file.write(group, at: sizeBytes)
    }
    try file.sync()
    fileSizeBytes = max(fileSizeBytes, end + zeros)
    sizeBytes = end
    writtenSizeBytes += group.count
  }

  /// As much as was written so far, so that a single commit has no needless cost. For a large group, a flush costs
  /// mainly its own bytes.
  private func zerosAhead(of groupSizeBytes: Int) -> Int {
    if groupSizeBytes > Self.smallGroupSizeBytesMax { return 0 }
    return min(writtenSizeBytes, Self.zerosSizeBytesMax)
  }

  private static let smallGroupSizeBytesMax = 32 << 10
  private static let zerosSizeBytesMax = 256 << 10

  /// Truncates the zeros.
  func trim() throws(FileError) {
    if fileSizeBytes > sizeBytes { try file.truncate(to: sizeBytes) }
  }

  /// Everything that was written, as it is on the disk, even if another file has the journal's name by now.
  func read() throws(FileError) -> [UInt8] { try file.read(from: 0, count: sizeBytes) }

  /// The commits with their marks.
  func readCommits() throws(FileError) -> [UInt8] {
    try file.read(from: commitsStart, count: sizeBytes - commitsStart)
  }

  deinit { file.close() }
}
