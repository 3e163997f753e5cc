import DaybookModel

/// How much of a journal its writer knows to be in the ledger's folder. A writer that cannot publish leaves a note in
/// the state folder, for readers on the same machine.
package enum Publication: Sendable, Equatable {
  case all
  /// This many leaves of the replica are published; the others wait.
  case upTo(UInt64)
  /// A writer is active: it is publishing what it wrote last.
  case underWay
  /// The writer ended, perhaps before it published what it wrote last.
  case cutShort

  /// Whether a reader must read the journal to know. O(1), for readers that open a ledger.
  package static func mayWait(_ state: any FileStore, folder: String) throws(FileError) -> Bool {
    if try state.status(joined(folder, JournalLayout.waitsName)) != nil { return true }
    // An active writer publishes at once, or leaves a note.
    return try state.status(joined(folder, JournalLayout.openName)) != nil
      && !isWriterAtWork(state, folder: folder)
  }

  /// Whether some process holds the replica's lock. Where the system cannot tell, one may.
  package static func isWriterAtWork(_ state: any FileStore, folder: String) -> Bool {
    (try? WriterLock.isHeld(state: state, folder: folder)) ?? true
  }

  /// - Parameter wasAtWork: whether a writer was active before the journal was read.
  package static func of(
    _ state: any FileStore, folder: String, wasAtWork: Bool
  ) throws(FileError) -> Publication {
    if let size = try published(state, folder: folder) { return .upTo(size) }
    let isCutShort = try state.status(joined(folder, JournalLayout.openName)) != nil
    if wasAtWork || isWriterAtWork(state, folder: folder) { return .underWay }
    return isCutShort ? .cutShort : .all
  }

  /// The number of published leaves in the note of a writer that could not publish the others; nil if there is no
  /// note. The journal held more than these, durably, when the note was made.
  package static func published(_ state: any FileStore, folder: String) throws(FileError) -> UInt64? {
    let path = joined(folder, JournalLayout.waitsName)
    guard try state.status(path) != nil else { return nil }
    do throws(FileError) {
      let text = String(decoding: try state.read(path, from: 0, count: 32), as: UTF8.self)
      // The note is incomplete: nothing is known to be published.
      return text.hasSuffix("\n") ? UInt64(text.dropLast()) ?? 0 : 0
    } catch  where error.reason == .missing {
      return nil
    }
  }
}

extension Journal {
  /// Leaves a note that everything after this many leaves is not in the folder. The note need not survive a loss of
  /// power: then the journal's next writer publishes.
  static func noteWaiting(
    _ store: any FileStore, folder: String, publishedLeaves size: UInt64
  ) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try store.status(path) != nil { return }
    let file = try store.create(path)
    defer { file.close() }
    try file.write(Array("\(size)\n".utf8))
  }

  /// Removes the note.
  static func noteNothingWaits(_ store: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try store.status(path) != nil { try store.remove(path) }
  }
}
