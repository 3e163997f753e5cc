import DaybookModel

/// The open segment in the ledger's folder: a copy of the journal for everybody else to read.
///
/// It is never a source. Anything can happen to a file that people copy about: before each append it
/// is compared with what was written to it, and whenever it differs, or an append to it failed, the
/// journal goes whole into a file of a new name. Nothing that is there is ever cut or overwritten.
struct PublishedSegment: ~Copyable {
  private struct Current {
    var name: SegmentName
    var file: any WritableFile
    var device: UInt64
    var inode: UInt64
    var sizeBytes: Int
  }

  private let store: any FileStore
  let folder: String
  private var current: Current?
  /// The last bytes that were published, within the last commit's frame.
  private var tail: [UInt8] = []
  /// Frames to be appended; nil when they are too many to be kept here, or when there is no file to
  /// append to: then the journal is published whole.
  private var pending: [UInt8]?
  private(set) var pendingCommits = 0
  private let trusts: Bool

  private static let tailSizeBytes = 4096
  private static let pendingSizeBytesMax = 8 << 20
  /// Not of the ledger's names: no reader opens it. Never the same twice: a tool that lays a copy of the folder over
  /// it would write into the file that bears the name of one that it has copied, also after that was renamed.
  private static func temporaryName() -> String { "writing.\(TemporaryName.random()).tmp" }

  static func isTemporary(_ name: String) -> Bool { name.hasPrefix("writing.") && name.hasSuffix("tmp") }

  init(_ store: any FileStore, folder: String, trusts: Bool) {
    (self.store, self.folder, self.trusts) = (store, folder, trusts)
  }

  var name: SegmentName? { current?.name }

  func `is`(_ inode: UInt64, _ sizeBytes: Int) -> Bool {
    current.map { $0.inode == inode && $0.sizeBytes == sizeBytes } ?? false
  }

  /// Takes a file that holds exactly `bytes`.
  mutating func adopt(_ name: SegmentName, bytes: [UInt8]) throws(FileError) {
    let path = joined(folder, "\(name)")
    let file = try store.append(to: path)
    guard let status = try store.status(path) else { throw FileError(.missing, "append", path) }
    // Not as large as it is by now: a tool may have cut it meanwhile, which the next comparison must see.
    current = Current(
      name: name, file: file, device: status.device, inode: status.inode, sizeBytes: bytes.count)
    tail = Array(bytes.suffix(Self.tailSizeBytes))
    (pending, pendingCommits) = ([], 0)
  }

  /// Notes a group that the journal holds durably.
  mutating func add(_ frames: [UInt8], commits: Int) {
    pendingCommits += commits
    guard var bytes = pending.take() else { return }
    bytes += frames
    if bytes.count <= Self.pendingSizeBytesMax { pending = bytes }
  }

  /// Notes that the journal holds commits of which nothing is known to be published.
  mutating func lag(_ commits: UInt64) {
    reset()
    pendingCommits = Int(commits)
  }

  /// The segment is empty again: nothing is published until there is a commit.
  mutating func reset() {
    current?.file.close()
    current = nil
    (pending, pendingCommits, tail) = (nil, 0, [])
  }

  /// How the file differs from what was written to it; nil when it does not.
  func difference() throws(FileError) -> PublishedDifference? {
    guard let current else { return .missing }
    let path = joined(folder, "\(current.name)")
    guard let status = try store.status(path) else { return .missing }
    guard status.kind == .file, status.device == current.device, status.inode == current.inode else {
      return .replaced
    }
    guard status.sizeBytes == current.sizeBytes else { return .size }
    // Of the same file, so that it need not be found again.
    let end = try current.file.read(from: current.sizeBytes - tail.count, count: tail.count)
    return end == tail ? nil : .content
  }

  /// Brings the file up to the journal. `whole` gives the open segment's bytes from the journal.
  /// Returns what was wrong with the file if it had to be published anew.
  mutating func publish(
    first: UInt64, random: () -> UInt64, whole: () throws(FileError) -> [UInt8]
  ) throws(FileError) -> (difference: PublishedDifference, old: SegmentName?)? {
    if pendingCommits == 0, current == nil { return nil }
    let difference = trusts && current != nil ? nil : try difference()
    if difference == nil, let frames = pending {
      if !frames.isEmpty { try append(frames) }
      (pending, pendingCommits) = ([], 0)
      return nil
    }
    let old = current?.name
    try publishWhole(first: first, random: random(), try whole())
    return (difference ?? .size, old)
  }

  private mutating func append(_ frames: [UInt8]) throws(FileError) {
    guard let file = current?.file else { return }
    // After an error the file's size is not what we think, and the next comparison will see it.
    try file.write(frames)
    current?.sizeBytes += frames.count
    tail = Array((frames.count >= Self.tailSizeBytes ? frames : tail + frames).suffix(Self.tailSizeBytes))
  }

  /// Writes a new file, which appears under its name when it is whole and flushed.
  private mutating func publishWhole(
    first: UInt64, random: UInt64, _ bytes: [UInt8]
  ) throws(FileError) {
    var text: [UInt8] = []
    text.append(hexadecimal: random, width: 16)
    let name = SegmentName.open(first: first, random: String(decoding: text, as: UTF8.self))
    try PublishedSegment.write(bytes, as: name, store, folder: folder)
    current?.file.close()
    current = nil
    try adopt(name, bytes: bytes)
  }

  /// Puts a whole file into the replica's folder, durably, under a name that is not there yet.
  static func write(
    _ bytes: [UInt8], as name: SegmentName, flushed: Bool = true, _ store: any FileStore, folder: String
  ) throws(FileError) {
    try store.createFolderDurably(folder)
    let temporary = joined(folder, temporaryName())
    let file = try store.create(temporary)
    defer { file.close() }
    do throws(FileError) {
      try file.write(bytes)
      if flushed { try file.sync() }
      try store.rename(temporary, to: joined(folder, "\(name)"), replacing: false)
    } catch {
      // Tried again under another name: room may be what is lacking.
      try? store.remove(temporary)
      throw error
    }
    try store.syncFolder(folder)
  }

  deinit { current?.file.close() }
}
