import DaybookModel

/// A place between two commits of a journal.
struct JournalPlace: Sendable, Equatable {
  /// The base of a journal that begins here.
  var head: JournalBase
  /// The size of the journal's commits before it, with their marks.
  var sizeBytes = 0
  /// The unpacked size of these.
  var contentSizeBytes = 0

  /// The same place in a journal that begins at another place of this one.
  func behind(_ start: JournalPlace) -> JournalPlace {
    JournalPlace(
      head: head, sizeBytes: sizeBytes - start.sizeBytes,
      contentSizeBytes: contentSizeBytes - start.contentSizeBytes)
  }
}

/// A segment in the ledger's folder whose commits the journal still holds.
struct PublishedSegment: Sendable, Equatable {
  var name: SegmentName
  /// The size of the file.
  var sizeBytes: Int
  var start: JournalPlace
  var end: JournalPlace

  var contentSizeBytes: Int { end.contentSizeBytes - start.contentSizeBytes }
}

/// The progress of a publication.
enum PublishingPhase {
  /// The number of published segments that are still to be checked, from the last to the first.
  case restoring(Int)
  /// What was written later is published the next time.
  case publishing(to: JournalPlace)
  case joining
  case over
}

/// Segments that a publication makes.
struct PublishingStep {
  enum Purpose {
    /// Replaces the segment with this index.
    case restoring(Int)
    case publishing
    /// Replaces the segments with these indices.
    case joining(Range<Int>)
  }

  let purpose: Purpose
  let job: SealJob

  var isJoin: Bool { if case .joining = purpose { true } else { false } }
}

/// A segment's class by the number of its events: 0 up to 7, 1 up to 63, and so on by a factor of 8. When enough
/// segments of a class are adjacent, they are joined; so each event is written a number of times that grows with the
/// logarithm of the log.
package enum SizeClass {
  private static let factor: UInt64 = 8

  package static func of(events: UInt64) -> Int {
    var (rest, count) = (events / factor, 0)
    while rest > 0 { (rest, count) = (rest / factor, count + 1) }
    return count
  }

  package static func of(_ name: SegmentName) -> Int? {
    guard case .sealed(let first, let last, _) = name else { return nil }
    return of(events: last - first + 1)
  }

  /// The last segments to join: `count` or more, none of a greater class than the very last.
  static func due(_ events: [UInt64], count: Int) -> Range<Int>? {
    guard let last = events.last else { return nil }
    let greatest = of(events: last)
    let start = events.lastIndex { of(events: $0) > greatest }.map { $0 + 1 } ?? 0
    return events.count - start >= count ? start..<events.count : nil
  }
}

extension PublishedSegment {
  /// Puts a whole file into the replica's folder, durably, under a name that does not exist yet.
  static func write(
    _ bytes: [UInt8], as name: SegmentName, _ store: any FileStore, folder: String,
    format: Int64 = SegmentHeader.formatVersion
  ) throws(FileError) {
    try LedgerDescriptor.raise(in: store, to: format)
    try store.createFolderDurably(folder)
    let temporary = joined(folder, temporaryName())
    let file = try store.create(temporary)
    defer { file.close() }
    do throws(FileError) {
      try file.write(bytes)
      try file.sync()
      try store.rename(temporary, to: joined(folder, "\(name)"), replacing: false)
    } catch {
      // Retried under another name: the cause may be a lack of space.
      try? store.remove(temporary)
      throw error
    }
    try store.syncFolder(folder)
  }

  /// Not a ledger's name, so no reader opens it. Never used twice: a tool that lays a copy of the folder over it would
  /// write into the file with the name of one that it has copied, even after that was renamed.
  static func temporaryName() -> String { "writing.\(TemporaryName.random()).tmp" }

  static func isTemporary(_ name: String) -> Bool { name.hasPrefix("writing.") && name.hasSuffix("tmp") }
}

extension PublishedSegment {
  /// Puts a segment into a replica's folder, durably, and reads it back. A damaged file with its name is moved into the
  /// state; returns the notice of that.
  static func place(
    _ bytes: [UInt8], as name: SegmentName, _ folder: String, of ledger: any FileStore,
    aside: (state: any FileStore, folder: String)
  ) throws(FileError) -> WriterNotice? {
    let path = joined(folder, "\(name)")
    var notice: WriterNotice?
    if try ledger.status(path) != nil {
      let found = try ledger.readAll(path)
      if found == bytes {
        // The process that put it there may not have flushed it.
        let file = try ledger.append(to: path)
        defer { file.close() }
        try file.sync()
        try ledger.syncFolder(folder)
        return nil
      }
      // The name determines the file's bytes; these were damaged.
      let kept = try QuarantineFolder.keep(found, as: "\(name)", aside.state, folder: aside.folder)
      notice = WriterNotice(.movedAside, file: path, backup: kept, sizeBytes: found.count)
      try ledger.remove(path)
    }
    try write(bytes, as: name, ledger, folder: folder)
    let written = try ledger.readAll(path)
    guard written == bytes else { throw FileError(.system(5), "read back", path) }
    return notice
  }
}
