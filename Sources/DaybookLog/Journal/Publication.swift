import DaybookModel

/// How much of a journal its writer knows to be in the ledger's folder. A writer that has not published everything
/// leaves a note in the state folder, for readers on the same machine.
package enum Publication: Sendable, Equatable {
  case all
  /// This many leaves of the replica are published; the others wait.
  case upTo(UInt64)
  /// A writer is active: it is publishing what it wrote last.
  case underWay
  /// The writer ended, perhaps before it published what it wrote last.
  case cutShort

  /// Whether a reader must read the journal to know that. O(1), for readers that open a ledger.
  package static func mayWait(_ state: any FileStore, folder: String) throws(FileError) -> Bool {
    if try state.status(joined(folder, JournalLayout.waitsName)) != nil { return true }
    // An active writer leaves a note of what it has not published.
    return try state.status(joined(folder, JournalLayout.openName)) != nil
      && !isWriterAtWork(state, folder: folder)
  }

  /// Whether some process holds the replica's lock. If the system cannot tell, one may.
  package static func isWriterAtWork(_ state: any FileStore, folder: String) -> Bool {
    (try? WriterLock.isHeld(state: state, folder: folder)) ?? true
  }

  /// - Parameter wasAtWork: whether a writer was active before the journal was read.
  package static func of(
    _ state: any FileStore, folder: String, wasAtWork: Bool
  ) throws(FileError) -> Publication {
    let note = try WaitingNote.read(state, folder: folder)
    if let note, !note.isDue { return .upTo(note.publishedSize) }
    let isCutShort = try state.status(joined(folder, JournalLayout.openName)) != nil
    if wasAtWork || isWriterAtWork(state, folder: folder) { return .underWay }
    if let note { return .upTo(note.publishedSize) }
    return isCutShort ? .cutShort : .all
  }
}
