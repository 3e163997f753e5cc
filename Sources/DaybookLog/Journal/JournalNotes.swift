import DaybookModel

/// The note of a writer that could not publish all that its journal holds.
package struct WaitingNote: Sendable, Equatable {
  /// How many leaves are published. The journal held more than these, durably, when the note was made.
  package var publishedSize: UInt64

  /// Nil if there is no note. An incomplete note counts as one that says that nothing is published.
  package static func read(_ state: any FileStore, folder: String) throws(FileError) -> WaitingNote? {
    let path = joined(folder, JournalLayout.waitsName)
    guard try state.status(path) != nil else { return nil }
    return WaitingNote(publishedSize: try state.number(at: path) ?? 0)
  }

  /// Notes that everything after this many leaves is not in the folder. The note need not survive a loss of power:
  /// then the journal's next writer publishes.
  static func begin(_ state: any FileStore, folder: String, publishedSize: UInt64) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try state.status(path) == nil { try state.create(path, number: publishedSize) }
  }

  /// Nothing waits any more.
  static func remove(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try state.status(path) != nil { try state.remove(path) }
  }
}

/// The note of a writer that ended in order: how many leaves its replica had, all of them durable. It distinguishes damage
/// to a journal's end from an interrupted write. The note need not survive a loss of power.
package enum ClosedNote {
  /// Nil if there is none, or it is incomplete. To be read before the journal, which only grows.
  package static func size(_ state: any FileStore, folder: String) throws(FileError) -> UInt64? {
    let path = joined(folder, JournalLayout.closedName)
    return try state.status(path) == nil ? nil : try state.number(at: path)
  }

  static func write(_ state: any FileStore, folder: String, size: UInt64) throws(FileError) {
    let path = joined(folder, JournalLayout.closedName)
    if try state.status(path) != nil { try state.remove(path) }
    try state.create(path, number: size)
  }
}

/// What a replica's writers noted of its journal.
package struct JournalNotes: Sendable {
  package var waiting: WaitingNote?
  package var closedSize: UInt64?

  /// To be read before the journal, which only grows.
  package init(_ state: any FileStore, folder: String) throws(FileError) {
    waiting = try WaitingNote.read(state, folder: folder)
    closedSize = try ClosedNote.size(state, folder: folder)
  }

  /// Whether a journal that ends here has lost commits that were acknowledged.
  package func contradict(_ head: JournalBase) -> Bool {
    waiting.map { $0.publishedSize >= head.tree.size } ?? false
      || closedSize.map { $0 > head.tree.size } ?? false
  }
}

extension FileStore {
  fileprivate func create(_ path: String, number: UInt64) throws(FileError) {
    let file = try create(path)
    defer { file.close() }
    try file.write(Array("\(number)\n".utf8))
  }

  /// Nil if the file is incomplete, or has just been removed.
  fileprivate func number(at path: String) throws(FileError) -> UInt64? {
    do throws(FileError) {
      let text = String(decoding: try read(path, from: 0, count: 32), as: UTF8.self)
      return text.hasSuffix("\n") ? UInt64(text.dropLast()) : nil
    } catch  where error.reason == .missing {
      return nil
    }
  }
}
