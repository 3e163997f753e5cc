import DaybookModel

/// How much of a journal its writer knows to be in the ledger's folder. A writer that cannot publish leaves word of it in
/// the state, for readers on the same machine.
package enum Publication: Sendable, Equatable {
  case all
  /// So many leaves of the replica; the others wait.
  case upTo(UInt64)
  /// A writer is at work: what it wrote last is being published.
  case underWay
  /// The writer was ended, perhaps before it published what it wrote last.
  case cutShort

  /// Whether a journal has to be read to know. O(1), for readers that open a ledger.
  package static func mayWait(_ state: any FileStore, folder: String) throws(FileError) -> Bool {
    if try state.status(joined(folder, JournalLayout.waitsName)) != nil { return true }
    // A writer at work publishes at once, or leaves word.
    return try state.status(joined(folder, JournalLayout.openName)) != nil
      && !isWriterAtWork(state, folder: folder)
  }

  /// Whether somebody holds the replica's lock; it is held for no longer than it takes to ask.
  package static func isWriterAtWork(_ state: any FileStore, folder: String) -> Bool {
    (try? WriterLock.tryAcquire(state: state, folder: folder)) ?? nil == nil
  }

  /// - Parameter wasAtWork: whether a writer was at work before the journal was read.
  package static func of(
    _ state: any FileStore, folder: String, wasAtWork: Bool
  ) throws(FileError) -> Publication {
    if let size = try published(state, folder: folder) { return .upTo(size) }
    let isCutShort = try state.status(joined(folder, JournalLayout.openName)) != nil
    if wasAtWork || isWriterAtWork(state, folder: folder) { return .underWay }
    return isCutShort ? .cutShort : .all
  }

  /// The leaves of which a writer that cannot publish the others left word; nil where it did not.
  private static func published(_ state: any FileStore, folder: String) throws(FileError) -> UInt64? {
    let path = joined(folder, JournalLayout.waitsName)
    guard try state.status(path) != nil else { return nil }
    do throws(FileError) {
      let text = String(decoding: try state.read(path, from: 0, count: 32), as: UTF8.self)
      // Not written to its end: nothing is known to be published.
      return text.hasSuffix("\n") ? UInt64(text.dropLast()) ?? 0 : 0
    } catch  where error.reason == .missing {
      return nil
    }
  }
}

extension Journal {
  /// Leaves word that what lies behind so many leaves is not in the folder. It need not outlast a loss of power: then
  /// the journal's next writer publishes.
  static func noteWaiting(
    _ store: any FileStore, folder: String, publishedLeaves size: UInt64
  ) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try store.status(path) != nil { return }
    let file = try store.create(path)
    defer { file.close() }
    try file.write(Array("\(size)\n".utf8))
  }

  /// Takes the word back.
  static func noteNothingWaits(_ store: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try store.status(path) != nil { try store.remove(path) }
  }
}
