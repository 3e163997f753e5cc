import Daybook
import DaybookLog
package import Messaging

extension FolderStorage {
  /// So much that a batch of the largest documents fits.
  static let batchSizeBytesMax = 1 << 30

  /// A few flushes make any number of records durable, if the file system can be flushed as a whole.
  package mutating func put(all records: [RemoteRecord]) throws(RemoteStoreError) {
    guard records.count > 1 else {
      for record in records { try put(record) }
      return
    }
    do throws(FileError) {
      // From here on, all of them are certain, whatever ends this run.
      try store.replaceFile(
        FolderLayout.batch, with: files.closed(records.flatMap { FolderDocument.bytes($0) }))
      let size = readBytes
      readBytes = .max
      let lines = records.flatMap { files.line($0.path, $0.revision) }
      let list = try store.append(to: FolderLayout.changes)
      defer { list.close() }
      try list.write(lines)
      try place(records)
      try endBatch(records.map { files.file(of: $0.path) })
      for record in records { order.add(record.path, at: record.revision) }
      readBytes = size + lines.count
    } catch {
      (readBytes, flushedFolders) = (.max, [])
      throw RemoteStoreError(error)
    }
  }

  /// Finishes a batch whose client ended meanwhile. The list may lack its lines, or end in part of one, and is made
  /// again.
  mutating func finishBatch() throws(FileError) {
    guard let status = try store.status(FolderLayout.batch) else { return }
    var (records, names): ([RemoteRecord], [String]) = ([], [])
    if status.kind == .file {
      let file = try store.readAll(FolderLayout.batch, sizeBytesMax: Self.batchSizeBytesMax)
      let bytes = files.opened(file)
      if bytes == nil { damage.note(FolderLayout.batch) }
      for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
        guard let record = FolderDocument.record(Array(line)) else {
          damage.note(FolderLayout.batch)
          continue
        }
        names.append(files.file(of: record.path))
        // Somebody may have changed it since, if only the batch's end was not flushed.
        if case .record(let held) = try stored(names[names.count - 1]), held.revision >= record.revision {
          continue
        }
        records.append(record)
      }
    }
    readBytes = .max
    try place(records)
    try rebuild()
    try endBatch(names)
  }

  private mutating func place(_ records: [RemoteRecord]) throws(FileError) {
    for record in records {
      let file = files.file(of: record.path)
      try prepareFolder(of: file)
      try store.replaceFileUnflushed(file, with: files.bytes(record))
    }
  }

  /// Once its documents and the list are durable, the batch is over.
  private func endBatch(_ files: [String]) throws(FileError) {
    try store.flush(files + [FolderLayout.changes])
    try store.remove(FolderLayout.batch)
  }
}
