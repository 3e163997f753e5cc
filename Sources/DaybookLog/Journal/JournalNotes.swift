import DaybookModel

/// The note of a writer whose journal holds more than it has published. It need not survive a loss of power: then the
/// journal's next writer publishes.
package struct WaitingNote: Sendable, Equatable {
  /// How many leaves are published. The journal held more than these, durably, when the note was made.
  package var publishedSize: UInt64
  /// Whether the writer will publish the rest in a moment; false: it could not.
  package var isDue: Bool

  private static let dueWord = " due"

  /// Nil if there is no note. An incomplete note counts as one that says that nothing is published.
  package static func read(_ state: any FileStore, folder: String) throws(FileError) -> WaitingNote? {
    let path = joined(folder, JournalLayout.waitsName)
    guard try state.status(path) != nil else { return nil }
    let line = try state.line(at: path) ?? ""
    let isDue = line.hasSuffix(dueWord)
    let size = UInt64(isDue ? String(line.dropLast(dueWord.count)) : line) ?? 0
    return WaitingNote(publishedSize: size, isDue: isDue)
  }

  func write(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try state.status(path) != nil { try state.remove(path) }
    try state.create(path, line: "\(publishedSize)\(isDue ? Self.dueWord : "")")
  }

  /// Removes the note, since nothing waits any more.
  static func remove(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.waitsName)
    if try state.status(path) != nil { try state.remove(path) }
  }
}

/// The note of a writer that ended properly: what its journal held, all of it durable. It distinguishes damage to a
/// journal's end from an interrupted write. It need not survive a loss of power.
package struct ClosedNote: Sendable, Equatable {
  /// How many leaves the replica had.
  package var size: UInt64
  /// The size of the journal's file.
  package var journalSizeBytes: Int

  /// Nil if there is none, or it is incomplete. Read it before the journal, which only grows.
  package static func read(_ state: any FileStore, folder: String) throws(FileError) -> ClosedNote? {
    let path = joined(folder, JournalLayout.closedName)
    guard try state.status(path) != nil, let line = try state.line(at: path) else { return nil }
    // An earlier version wrote only the first number.
    let numbers = line.split(separator: " ").map { UInt64($0) }
    guard let size = numbers.first ?? nil else { return nil }
    let journalSizeBytes = numbers.count > 1 ? numbers[1].flatMap { Int(exactly: $0) } : nil
    return ClosedNote(size: size, journalSizeBytes: journalSizeBytes ?? -1)
  }

  func write(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.closedName)
    if try state.status(path) != nil { try state.remove(path) }
    try state.create(path, line: "\(size) \(journalSizeBytes)")
  }
}

/// What a replica's writers noted of its journal.
package struct JournalNotes: Sendable {
  package var waiting: WaitingNote?
  package var closed: ClosedNote?

  /// Read them before the journal, which only grows.
  package init(_ state: any FileStore, folder: String) throws(FileError) {
    waiting = try WaitingNote.read(state, folder: folder)
    closed = try ClosedNote.read(state, folder: folder)
  }

  /// Whether a journal that ends here has lost commits that were acknowledged.
  package func contradict(_ head: JournalBase) -> Bool {
    waiting.map { $0.publishedSize >= head.tree.size } ?? false
      || closed.map { $0.size > head.tree.size } ?? false
  }
}

extension FileStore {
  fileprivate func create(_ path: String, line: String) throws(FileError) {
    let file = try create(path)
    defer { file.close() }
    try file.write(Array("\(line)\n".utf8))
  }

  /// Nil if the file is incomplete, or has just been removed.
  fileprivate func line(at path: String) throws(FileError) -> String? {
    do throws(FileError) {
      let text = String(decoding: try read(path, from: 0, count: 64), as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : nil
    } catch  where error.reason == .missing {
      return nil
    }
  }
}
