package import DaybookModel

/// Erases lines in the segments of a ledger's folder: each file that has some of them is replaced by one with their
/// stubs.
package struct FolderErasing {
  package struct Result: Sendable, Equatable {
    /// Paths in the ledger.
    package var written: [String] = []
    package var removed: [String] = []
    /// Files that cannot be read completely, and may hold texts.
    package var unreadable: [String] = []
    /// How many lines stay until their writer vouches for what is left of them.
    package var staying = 0

    package init() {}
  }

  private let ledger: any FileStore
  private let due: Erasures
  private let all: Erasures
  package private(set) var result = Result()
  /// The names of files with nothing (more) to erase.
  package private(set) var clean: Set<String>

  /// - Parameters:
  ///   - due: the erase events whose texts are removed.
  ///   - all: the erasures that vouch for stubs.
  ///   - clean: files that were found so before, by the same `due`.
  package init(_ ledger: any FileStore, _ due: Erasures, vouching all: Erasures, clean: Set<String> = []) {
    (self.ledger, self.due, self.all, self.clean) = (ledger, due, all, clean)
  }

  /// Erases the lines of one replica. New files are durable and were read back before anything is removed.
  ///
  /// - Returns: the names of the files that were written.
  @discardableResult
  package mutating func erase(of replica: ReplicaID) throws(FileError) -> [SegmentName] {
    let folder = LedgerLayout.folder(of: replica)
    let entries = try ledger.list(folder) ?? []
    var made: [SegmentName] = []
    for entry in entries {
      guard entry.kind == .file, !clean.contains(entry.name), let name = SegmentName(entry.name) else {
        continue
      }
      if let written = try erase(name, in: folder) { made.append(written) }
    }
    return made
  }

  /// Erases in one file; nil if no file was written in its place.
  private mutating func erase(_ name: SegmentName, in folder: String) throws(FileError) -> SegmentName? {
    let path = joined(folder, "\(name)")
    guard let bytes = try contents(path) else { return nil }
    switch SegmentErasing.erase(bytes, name, due, vouching: all) {
    case .unchanged(let staying):
      note(name, staying)
      return nil
    case .unreadable:
      result.unreadable.append(path)
      return nil
    case .made(let content, let staying):
      let segment = try content.closed(in: ledger)
      try replace(path, by: segment, in: folder)
      note(segment.name, staying)
      return segment.name
    }
  }

  private mutating func note(_ name: SegmentName, _ staying: Int) {
    result.staying += staying
    if staying == 0 { clean.insert("\(name)") }
  }

  /// Nil for a file that disappeared meanwhile, or that cannot be read, which is noted.
  private mutating func contents(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try ledger.segment(path)
    } catch {
      if error.reason == .missing { return nil }
      guard [.tooLarge, .locked].contains(error.reason) || error.isWithoutRights else { throw error }
      result.unreadable.append(path)
      return nil
    }
  }

  private mutating func replace(
    _ path: String, by segment: SealedSegment, in folder: String
  ) throws(FileError) {
    let target = joined(folder, "\(segment.name)")
    if try ledger.status(target) == nil {
      try PublishedSegment.write(
        segment.bytes, as: segment.name, ledger, folder: folder, format: SegmentHeader.stubFormat)
    } else {
      // The process that put it there may not have flushed it.
      let file = try ledger.append(to: target)
      defer { file.close() }
      try file.sync()
    }
    let written = try ledger.readAll(target)
    guard written == segment.bytes else {
      throw FileError(.system(5), "read back", target)
    }
    try ledger.remove(path)
    try ledger.syncFolder(folder)
    result.written.append(target)
    result.removed.append(path)
  }
}

extension LogWriter {
  /// Erases lines of this writer's replica in the ledger's folder and in the copies that its state keeps. What the journal
  /// holds is sealed first, and the journal begins anew.
  package func erase(_ due: Erasures, vouching all: Erasures, by erasing: inout FolderErasing)
    throws(LedgerError)
  {
    try seal()
    do throws(FileError) {
      let made = try erasing.erase(of: replica)
      written.formUnion(made)
      try FormerSegments(state, stateFolder: stateFolder, of: replica).erase(due, vouching: all)
    } catch {
      throw LedgerError(error)
    }
  }
}
