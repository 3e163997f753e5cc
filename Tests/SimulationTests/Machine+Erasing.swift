import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What of a simulated machine's commits was erased.
struct ErasedLines {
  /// The erase events that were acknowledged.
  var events: [EraseEvent] = []
  /// The texts of the lines that they name; also of those that were asked for and are not acknowledged.
  var texts: Set<String> = []
  /// The latter.
  var unsure: Set<String> = []
}

extension Machine {
  /// Says of an event that it is erased, and puts its stub in place of its line in all that this machine keeps.
  mutating func erase(_ number: Int, _ writer: LogWriter, _ note: (Machine) -> Void) throws {
    // What is erased is looked for in the folder.
    try writer.seal()
    let lines = try lines().filter { !erased.texts.contains($0.text) }
    guard !lines.isEmpty else { return }
    let line = lines[number % lines.count]
    erased.texts.insert(line.text)
    erased.unsure.insert(line.text)
    note(self)
    // A program that does not know the format must not read it.
    try LedgerDescriptor.raise(in: ledger, to: SegmentHeader.stubFormat)
    let id = "erasure \(appended.count)"
    let act = EraseEvent(
      author: key.replica, kind: line.kind, id: line.id, erasure: ErasureID(author: key.replica, id: id),
      act: .line(EraseEvent.Line(replica: key.replica, leaf: line.leaf, fields: .all, stub: line.stub)))
    let draft = erasing(act)
    note(self)
    acknowledged += try writer.append([draft]).count { $0.written != nil }
    erased.events.append(act)
    erased.unsure.remove(line.text)
    note(self)
    try removeTexts(writer)
  }

  /// The same where operations fail: of an erase event that was not acknowledged nothing is known.
  mutating func eraseThroughErrors(_ number: Int, _ writer: inout LogWriter) throws {
    let asked = appended.count
    do { try erase(number, writer) { _ in } } catch {
      if appended.count == asked || acknowledged > asked { throw error }
      writer = try reopened(after: asked)
    }
  }

  /// Does what is due.
  func removeTexts(_ writer: LogWriter) throws {
    let due = Erasures(erased.events)
    var erasing = FolderErasing(ledger, due, vouching: due)
    try writer.erase(due, vouching: due, by: &erasing)
    var beside = EraseBeside(FaultFileStore(stateStore, control), due, opening: keys)
    try beside.eraseAside(below: Self.stateFolder)
  }

  struct Line {
    var text: String
    var kind: String
    var id: String
    var leaf: Hash256
    /// Of the line that is left.
    var stub: Hash256
  }

  /// Of what is written in the folder, in the order of the log.
  private func lines() throws -> [Line] {
    var found: [UInt64: Line] = [:]
    for entry in try ledgerStore.list(folder) ?? [] {
      guard let name = SegmentName(entry.name) else { continue }
      let bytes = try readableFolder.segment(joined(folder, entry.name))
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else { continue }
        for event in content.events {
          let leaf = content.leaves[event.leaf]
          let line = content.bytes.span.extracting(leaf.range.start..<leaf.range.end)
          guard let text = event.line.event(line).mutation.set?["text"]?.string else { continue }
          let stub = Stub.make(of: line, event.line, leaf: leaf.hash, erasing: .all)
          found[event.line.seq] = Line(
            text: text, kind: event.line.kind.text(line), id: event.line.id.text(line), leaf: leaf.hash,
            stub: Hash256.of(stub.span))
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The texts of erased lines that are left in a file of the folder or of the state, unpacked and decrypted.
  func erasedTextsLeft() throws -> [String] {
    let wanted = erased.texts.map { Array("\"\($0)\"".utf8) }
    return try files().compactMap { path, bytes in
      let name = path.drop { $0 != "/" }.dropFirst()
      let content = (try? readableFolder.opened(bytes, of: String(name))) ?? bytes
      var texts = content
      var place = ZstdFrame.next(in: content, from: 0)
      while let start = place {
        let unpacked = try? ZstdDecompressor().decompress(content.span, at: start)
        texts += unpacked?.0 ?? []
        place = ZstdFrame.next(in: content, from: start + max(1, unpacked?.1 ?? 1))
      }
      let left = wanted.first { texts.firstRange(of: $0) != nil }
      return left.map { "\(path) has \(String(decoding: $0, as: UTF8.self))" }
    }
  }
}
