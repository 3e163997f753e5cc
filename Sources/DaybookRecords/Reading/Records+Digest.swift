import Crypto
package import DaybookModel
import Dispatch
import Synchronization

extension Records {
  /// The SHA-256 of the records' canonical text (see ``writeText(_:)``): equal sets of events give
  /// equal digests, on every machine and in every process.
  package func digest() -> Hash256 {
    let hasher = Mutex(SHA256())
    writeText { text in
      hasher.withLock { hasher in text.withUnsafeBytes { hasher.update(bufferPointer: $0) } }
    }
    let digest = hasher.withLock { $0.finalize() }
    return Hash256(bytes: Array(digest)) ?? Hash256(words: (0, 0, 0, 0))
  }

  /// The canonical text of the records. Its form is that of ``writeText(_:)``.
  package func canonicalText() -> [UInt8] {
    let text = Mutex([UInt8]())
    writeText { piece in text.withLock { $0 += piece } }
    return text.withLock { $0 }
  }

  /// Writes the canonical text of the records, piece by piece, made on all cores. Its form is part of the file format:
  /// see "The records' digest" in that article.
  ///
  /// - Parameter sink: receives the pieces one after the other, in order.
  package func writeText(_ sink: @Sendable ([UInt8]) -> Void) {
    var header = JSONWriter()
    header.write(raw: "{\"records\":1}\n")
    sink(header.bytes)
    let pieces = textPieces()
    var made: [[UInt8]] = []
    for start in stride(from: 0, to: pieces.count, by: Self.piecesAtOnce) {
      let round = pieces[start..<min(start + Self.piecesAtOnce, pieces.count)]
      let texts = Mutex([[UInt8]](repeating: [], count: round.count))
      // The previous round is written meanwhile.
      let former = made
      DispatchQueue.concurrentPerform(iterations: round.count + 1) { index in
        guard index > 0 else { return former.forEach(sink) }
        let text = self.text(of: round[start + index - 1])
        texts.withLock { $0[index - 1] = text }
      }
      made = texts.withLock { $0 }
    }
    made.forEach(sink)
  }

  private static let piecesAtOnce = 16
  private static let pieceEntities = 512

  /// Some entities of one kind.
  private typealias TextPiece = (kind: KindID, entities: ArraySlice<EntityIndex>)

  private func textPieces() -> [TextPiece] {
    let kinds = Array(kindIDs)
    let sorted = Mutex([[EntityIndex]](repeating: [], count: kinds.count))
    DispatchQueue.concurrentPerform(iterations: kinds.count) { index in
      let entities = writtenEntities(of: kinds[index])
      sorted.withLock { $0[index] = entities }
    }
    return zip(kinds, sorted.withLock { $0 }).flatMap { kind, entities in
      stride(from: 0, to: entities.count, by: Self.pieceEntities).map { start in
        (kind, entities[start..<min(start + Self.pieceEntities, entities.count)])
      }
    }
  }

  private func text(of piece: TextPiece) -> [UInt8] {
    var writer = DigestWriter()
    let name = name(of: piece.kind)
    for entity in piece.entities { write(Int(entity.rawValue), kind: name, to: &writer) }
    return writer.json.bytes
  }

  /// The entities of a kind that anybody ever wrote, in the text's order: ascending by the bytes of their ids.
  package func writtenEntities(of kind: KindID) -> [EntityIndex] {
    entities(of: kind).filter { isWritten(Int($0.rawValue)) }
      .sorted { bytesPrecede(idText(Int($0.rawValue)), idText(Int($1.rawValue))) }
  }

  /// An entity's part of the canonical text: a line for itself and one for each register.
  package func text(of entity: EntityIndex) -> [UInt8] {
    var writer = DigestWriter()
    write(Int(entity.rawValue), kind: name(of: kind(of: entity)), to: &writer)
    return writer.json.bytes
  }

  private func write(_ entity: Int, kind: String, to writer: inout DigestWriter) {
    let index = EntityIndex(rawValue: UInt32(entity))
    writer.json.open("kind", first: true)
    writer.json.write(kind)
    writer.json.open("id")
    writer.json.write(id(of: index))
    writer.json.open("first")
    writer.json.write(firstStamp(index))
    writer.json.open("last")
    writer.json.write(lastStamp(index))
    writer.json.write(raw: "}\n")
    writer.registers.removeAll(keepingCapacity: true)
    forEachRegister(entity) { writer.registers.append(($0, $1, $2)) }
    writer.registers.sort { registerPrecedes(($0.0, $0.1), ($1.0, $1.1)) }
    for (register, target, cell) in writer.registers { write(register, target, cell, to: &writer) }
  }

  private func write(_ register: RegisterID, _ target: UInt32, _ cell: Cell, to writer: inout DigestWriter) {
    switch register.local {
    case RegisterID.ack.local:
      let stamp = Stamp(time: cell.time, replica: replicas[target])
      writer.json.open("acks", first: true)
      writer.json.write(stamp)
      writer.json.write(raw: "}\n")
      return
    case .alive: writer.json.open("alive", first: true)
    case .present: writer.json.open("present", first: true)
    case .over: writer.json.open("over", first: true)
    default:
      writer.json.open(target == SideCell.none ? "field" : "rel", first: true)
      writer.json.write(name(of: FieldID(rawValue: register.name)))
      if target != SideCell.none {
        writer.json.open("to")
        writer.json.write(targetNames.name(target))
      }
      if cell.value.isErased { writer.json.open("erased") } else { writer.json.open("value") }
    }
    write(cell.value, winner(of: cell), to: &writer)
    if cell.isContested {
      let heads = heads(cell)
      if heads.count != 1 || heads[0].write != winner(of: cell) { write(heads, to: &writer) }
    }
    writer.json.write(raw: "}\n")
  }

  private func write(_ heads: [Contender], to writer: inout DigestWriter) {
    writer.json.open("heads")
    writer.json.write(byte: UInt8(ascii: "["))
    for (index, head) in heads.enumerated() {
      if index > 0 { writer.json.write(byte: UInt8(ascii: ",")) }
      let value = StoredValue(raw: head.rawValue)
      writer.json.open(value.isErased ? "erased" : "value", first: true)
      write(value, head.write, to: &writer)
      writer.json.write(byte: UInt8(ascii: "}"))
    }
    writer.json.write(byte: UInt8(ascii: "]"))
  }

  private func write(_ value: StoredValue, _ write: UInt32, to writer: inout DigestWriter) {
    if value.isErased {
      writer.json.write(raw: "true")
    } else {
      values.withText(value) { writer.json.write(json: $0) }
    }
    // Most events write several registers of their entity: what they have in common is written once.
    if writer.lastWrite != write {
      writer.lastWrite = write
      writer.tail.removeAll()
      if let server = server(of: write) {
        writer.tail.open("server")
        writer.tail.write(server.description)
      }
      writer.tail.open("stamp")
      writer.tail.write(stamp(of: write))
      if let at = at(of: write) {
        writer.tail.open("at")
        writer.tail.write(at)
      }
      if let version = version(of: write) {
        writer.tail.open("v")
        writer.tail.write(version)
      }
      writer.tail.open("leaf")
      writer.tail.write(hash(of: write))
    }
    writer.json.write(json: writer.tail.bytes)
  }
}

/// Buffers for the digest's text.
private struct DigestWriter {
  var json = JSONWriter(capacity: 1 << 16)
  var registers: [(RegisterID, UInt32, Cell)] = []
  /// The text that follows the value for the write `lastWrite`.
  var tail = JSONWriter(capacity: 256)
  var lastWrite: UInt32?
}

extension JSONWriter {
  fileprivate mutating func write(_ stamp: Stamp) {
    write(byte: UInt8(ascii: "\""))
    stamp.write(to: &bytes)
    write(byte: UInt8(ascii: "\""))
  }

  fileprivate mutating func write(_ hash: Hash256) {
    write(byte: UInt8(ascii: "\""))
    hash.write(to: &bytes)
    write(byte: UInt8(ascii: "\""))
  }
}
