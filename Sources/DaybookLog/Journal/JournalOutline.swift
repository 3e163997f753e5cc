import DaybookModel

/// What a journal's beginning, its length and its writer's note show. O(1): no commit is read.
package struct JournalOutline: Sendable {
  package let base: JournalBase
  private let commitsStart: Int
  private let sizeBytes: Int

  /// The bases of ledgers with very many replicas are longer.
  private static let beginningSizeBytesMax = 1 << 18

  /// Nil if the journal is missing, or if its beginning is damaged or too long.
  package init?(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.name)
    guard let status = try state.status(path), status.kind == .file else { return nil }
    let bytes = try state.read(path, from: 0, count: min(status.sizeBytes, Self.beginningSizeBytesMax))
    guard let reader = try? JournalReader(bytes) else { return nil }
    (base, commitsStart) = (reader.base, reader.commitsStart)
    sizeBytes = status.sizeBytes
  }

  package static func exists(_ state: any FileStore, folder: String) throws(FileError) -> Bool {
    try state.status(joined(folder, JournalLayout.name))?.kind == .file
  }

  /// Whether it holds no commit and has no room for one yet.
  package var isEmpty: Bool { sizeBytes == commitsStart }

  /// How many leaves the replica has; nil if the last writer did not end properly, or did not publish everything.
  package func publishedSize(_ state: any FileStore, folder: String) throws(FileError) -> UInt64? {
    guard try state.status(joined(folder, JournalLayout.openName)) == nil,
      try state.status(joined(folder, JournalLayout.waitsName)) == nil,
      let note = try ClosedNote.read(state, folder: folder), note.journalSizeBytes == sizeBytes
    else { return nil }
    return note.size
  }
}
