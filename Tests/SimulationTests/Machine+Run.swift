import DaybookLog
import DaybookModel
import DaybookTestSupport

extension Machine {
  /// Runs a script to its end. `note` is called whenever something was acknowledged or asked for.
  /// Throws what the writer throws.
  mutating func run(_ script: Script, _ note: (Machine) -> Void) throws {
    var writer = try open().0
    var older: [UInt8] = []
    for (index, step) in script.steps.enumerated() {
      if index % 3 == 0, let path = writer.publishedSegments.last, let bytes = try? ledgerStore.readAll(path)
      {
        older = bytes
      }
      switch step {
      case .append(let counts):
        let drafts = counts.map { draft(events: $0) }
        note(self)
        let outcomes = try writer.append(drafts)
        acknowledged += outcomes.count { $0.written != nil }
        if index % 5 == 2 { _ = writer.publishBeside() }
      case .seal: try writer.seal()
      case .publish: if index % 2 == 0 { writer.publishPending() } else { _ = writer.publishBeside() }
      case .compact: _ = try writer.compact()
      case .blob(let size):
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* index) }
        blobs[try BlobStore(ledger).write(content)] = content
      case .erase(let number): try erase(number, writer, note)
      case .reopen(let orderly):
        if orderly { writer.close() }
        if !orderly || index % 2 == 0 {
          writer = try open().0
        } else {
          if index % 3 == 0 { try writeElsewhere(note) }
          writer = try resumed(writer)
        }
      case .meddle(let meddling):
        let paths = writer.publishedSegments
        if !paths.isEmpty { meddle(meddling, paths[index % paths.count], older) }
      }
      note(self)
    }
    writer.close()
    note(self)
  }

  /// Another process takes its turn.
  private mutating func writeElsewhere(_ note: (Machine) -> Void) throws {
    let other = try open().0
    let drafts = [draft(events: 1)]
    note(self)
    acknowledged += try other.append(drafts).count { $0.written != nil }
    other.close()
    note(self)
  }

  /// A writer that was closed, with the lock again; or a new one where that does not do.
  private func resumed(_ writer: LogWriter) throws -> LogWriter {
    let lock = try WriterLock.acquire(
      state: FaultFileStore(stateStore, control), folder: Self.stateFolder, wait: .zero)
    return writer.resume(lock) ? writer : try open().0
  }

  private func meddle(_ meddling: Script.Meddling, _ path: String, _ older: [UInt8]) {
    try? ledgerStore.tamper { (image) throws(FileError) in
      switch meddling {
      case .olderCopy: try image.plant(older, at: path)
      case .olderCopyInPlace: try image.plant(older, at: path, inPlace: true)
      case .removal: try image.unplant(path)
      case .truncation: try image.plant(Array(older.dropLast(older.count / 3)), at: path, inPlace: true)
      case .garbage: try image.plant(Array("not a segment".utf8), at: path, inPlace: true)
      }
    }
  }
}
