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
      case .seal: try writer.seal()
      case .publish: writer.publishPending()
      case .compact: _ = try writer.compact()
      case .blob(let size):
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* index) }
        blobs[try BlobStore(ledger).write(content)] = content
      case .reopen(let orderly):
        if orderly { writer.close() }
        writer = try open().0
      case .meddle(let meddling):
        let paths = writer.publishedSegments
        if !paths.isEmpty { meddle(meddling, paths[index % paths.count], older) }
      }
      note(self)
    }
    writer.close()
    note(self)
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
