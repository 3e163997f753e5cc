import DaybookLog
import DaybookModel
import Testing

/// A tool brings back an older copy of an own file whose lines were erased meanwhile, and does not come to its end.
@Suite struct ErasedOwnFilesTests {
  private let ledger = MemoryFileStore()
  private let state = MemoryFileStore()

  private func erasure(of text: String, in path: String, _ replica: ReplicaID) throws -> EraseEvent {
    var reader = SegmentReader(bytes: try ledger.readAll(path), isSealed: true)
    while let part = reader.next() {
      guard case .frame(let content, _, _) = part else { continue }
      for event in content.events {
        let leaf = content.leaves[event.leaf]
        let line = content.bytes.span.extracting(leaf.range.start..<leaf.range.end)
        guard event.line.event(line).mutation.set?["text"]?.string == text else { continue }
        let stub = Stub.make(of: line, event.line, leaf: leaf.hash, erasing: .all)
        return EraseEvent(
          author: replica, kind: event.line.kind.text(line), id: event.line.id.text(line),
          erasure: ErasureID(author: replica, id: "one"),
          act: .line(
            EraseEvent.Line(replica: replica, leaf: leaf.hash, fields: .all, stub: Hash256.of(stub.span))))
      }
    }
    throw FileError(.missing, "find", path)
  }

  /// The paths of files in a store in which a text stands, unpacked.
  private func files(with text: String, in store: MemoryFileStore, _ folder: String = "") throws -> [String] {
    try (store.list(folder) ?? []).flatMap { entry -> [String] in
      let path = joined(folder, entry.name)
      guard entry.kind == .file else { return try files(with: text, in: store, path) }
      let bytes = try store.readAll(path)
      var place = ZstdFrame.next(in: bytes, from: 0)
      while let start = place {
        let unpacked = try? ZstdDecompressor().decompress(bytes.span, at: start)
        if unpacked?.0.firstRange(of: Array(text.utf8)) != nil { return [path] }
        place = ZstdFrame.next(in: bytes, from: start + max(1, unpacked?.1 ?? 1))
      }
      return []
    }
  }

  @Test(arguments: [1, 20]) func aCutCopyGoesAsideAndItsTextWithWhatIsErasedNext(bytesLost: Int) throws {
    var fixture = WriterFixture(ledger, state)
    var writer = try fixture.open()
    for text in ["secret", "kept"] { _ = try writer.append([fixture.draft(text: text)]) }
    let path = try #require(try writer.seal().files.first)
    _ = try writer.append([fixture.draft(text: "later")])
    let older = try ledger.readAll(path)
    let due = Erasures([try erasure(of: "secret 0", in: path, writer.replica)])
    func erase() throws {
      var erasing = FolderErasing(ledger, due, vouching: due)
      try writer.erase(due, vouching: due, by: &erasing)
      var beside = EraseBeside(state, due, opening: nil)
      try beside.eraseAside(below: WriterFixture.stateFolder)
      #expect(beside.left == [])
    }
    try erase()
    #expect(try ledger.status(path) == nil)
    #expect(try files(with: "secret", in: ledger) + files(with: "secret", in: state) == [])

    try ledger.tamper { (image) throws(FileError) in
      try image.plant(Array(older.dropLast(bytesLost)), at: path)
    }
    writer.close()
    let report: RecoveryReport
    (writer, report) = try fixture.openReporting()
    #expect(report.notices.map(\.kind) == [.movedAside] && report.notices.first?.file == path)
    #expect(try files(with: "secret", in: ledger) == [])
    #expect(try files(with: "secret", in: state).count == 1)
    try erase()
    #expect(try files(with: "secret", in: ledger) + files(with: "secret", in: state) == [])
    #expect(try fixture.published() == [1: [""], 2: ["kept 0"], 3: ["later 0"]])
  }
}
