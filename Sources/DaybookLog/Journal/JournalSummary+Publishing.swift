import DaybookModel

extension JournalSummary {
  /// Publishes the good commits of a journal that nobody writes, which stays as it is. The same commits make the same
  /// segments, however often this is done.
  ///
  /// - Returns: the segments' paths in the ledger; none where the journal holds no commit.
  /// - Throws: ``FileError`` if the folder cannot be written, ``LedgerError`` if the journal cannot be read.
  package static func publish(
    _ state: any FileStore, folder: String, into ledger: any FileStore
  ) throws -> [String] {
    let path = joined(folder, JournalLayout.name)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try state.readAll(path) } catch { throw LedgerError(error) }
    var reader = try JournalReader(bytes, path: path)
    let start = JournalPlace(head: reader.base)
    var end = start
    while let entry = reader.next() { end.contentSizeBytes += entry.content.bytes.count }
    (end.head, end.sizeBytes) = (reader.head, reader.offset - reader.commitsStart)
    if end == start { return [] }
    let options = WriterOptions()
    let sealing = Sealing(
      ledger: ledger, state: state, stateFolder: folder, options: options, commitsStart: reader.commitsStart,
      start: start, end: end, level: options.publishLevel, isForGood: false)
    do throws(Sealing.Failure) {
      return try sealing.run().segments.map { LedgerLayout.path(of: $0.name, start.head.replica) }
    } catch {
      switch error {
      case .file(let error): throw error
      case .damage(let error): throw error
      }
    }
  }
}
