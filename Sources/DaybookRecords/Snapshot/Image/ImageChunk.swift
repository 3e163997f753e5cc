/// Some entities of one kind, in the order of their arrival: what one thread lays out at a time. It is cut into chunks.
struct ImagePiece: BitwiseCopyable, Sendable {
  var kind: UInt32
  /// Places in the image's order.
  var first: UInt32
  var count: UInt32
  /// Cells a row.
  var width: UInt32
  var firstCell: Int

  /// Entities.
  static let countMax = 2048
}

/// Those of them that are packed together.
struct ImageChunk: BitwiseCopyable, Sendable {
  var kind: UInt32
  /// Places in the image's order.
  var first: UInt32
  var count: UInt32 = 0
  var width: UInt32
  var firstCell: Int

  // The memory it needs.
  var textSizeBytes = 0
  var writeCount = 0
  var asideCount = 0
  var idSizeBytes = 0

  init(_ piece: ImagePiece, first: Int) {
    (kind, self.first, width) = (piece.kind, UInt32(first), piece.width)
    firstCell = piece.firstCell + (first - Int(piece.first)) * Int(piece.width)
  }

  /// A chunk ends at this size: reading one entity costs unpacking its chunk.
  static let cellCountMin = 512
  static let textSizeBytesMin = 1 << 14

  var cellCount: Int { Int(count) * Int(width) }

  var isFull: Bool { cellCount >= Self.cellCountMin || textSizeBytes >= Self.textSizeBytesMin }
}

/// Lays out the rows, texts, writes and asides of chunks next to one another, chunk by chunk: places in them count from
/// the chunk's beginning.
struct ImageLayer: ~Copyable {
  private let source: ImageSource
  private(set) var rows = Arena<Cell>()
  private(set) var texts = Arena<UInt8>()
  private(set) var writes = Arena<WriteDetails>()
  private(set) var asides = Arena<WriteAside>()
  /// Of the writes of all chunks.
  private(set) var hashes = Arena<LineHash>()
  /// Registers aside and contenders of all chunks, which are not packed with them.
  private(set) var sides = Arena<UInt32>()
  private(set) var contenders = Arena<UInt32>()

  init(_ source: ImageSource) { self.source = source }

  mutating func beginChunk() {
    rows.removeAll()
    texts.removeAll()
    writes.removeAll()
    asides.removeAll()
  }

  /// Lays out an entity, always its registers in the same order.
  mutating func lay(_ entity: Int, width: Int) {
    let record = source.entities + entity
    let row = source.cells + Int(record.pointee.row)
    let start = rows.appendZeros(width)
    for column in 0..<Int(record.pointee.width) where row[column].isSet {
      rows[start + column] = moved(row[column])
    }
    var next = record.pointee.side
    while next != 0 {
      let side = source.sides + Int(next - 1)
      if side.pointee.register != RegisterID.ack.rawValue, side.pointee.cell.isSet {
        source.newSides[Int(next - 1)].cell = moved(side.pointee.cell)
        sides.append(next - 1)
      }
      next = side.pointee.nextOfEntity
    }
  }

  @inline(__always)
  private mutating func moved(_ old: Cell) -> Cell {
    var cell = old
    cell.rawValue = moved(value: old.rawValue)
    guard old.isContested else {
      cell.write = moved(write: old.write)
      return cell
    }
    // The first is the winner, whose value the cell has.
    var (index, value) = (Int(old.write), cell.rawValue)
    while true {
      let write = moved(write: source.contenders[index].write)
      (source.newContenders[index].write, source.newContenders[index].rawValue) = (write, value)
      contenders.append(UInt32(index))
      let next = source.contenders[index].next
      if next == 0 { return cell }
      index = Int(next - 1)
      value = moved(value: source.contenders[index].rawValue)
    }
  }

  /// A write gets its number when it is first met.
  @inline(__always)
  private mutating func moved(write number: UInt32) -> UInt32 {
    let met = source.numbers[Int(number)]
    if met != 0 { return met - 1 }
    var details = source.writes[Int(number)]
    if details.isAside { details.setAside(asides.append(source.asides[details.index])) }
    hashes.append(source.hash(number))
    let moved = UInt32(writes.append(details))
    source.numbers[Int(number)] = moved + 1
    return moved
  }

  @inline(__always)
  private mutating func moved(value raw: UInt64) -> UInt64 {
    let value = StoredValue(raw: raw)
    if value.isInline { return raw }
    return StoredValue(
      offset: texts.append(source.values + value.offset, count: value.count), count: value.count
    )
    .raw
  }

  /// Adds the beginnings of a chunk's writes and texts to the places that its registers aside and contenders name.
  func move(_ sides: Range<Int>, _ contenders: Range<Int>, to chunk: PackedChunk) {
    func move(_ raw: inout UInt64) {
      let value = StoredValue(raw: raw)
      if value.isInline { return }
      raw = StoredValue(offset: value.offset + Int(chunk.textStart), count: value.count).raw
    }
    for place in sides {
      let side = source.newSides + Int(self.sides[place])
      move(&side.pointee.cell.rawValue)
      if !side.pointee.cell.isContested { side.pointee.cell.write += chunk.writeStart }
    }
    for place in contenders {
      let contender = source.newContenders + Int(self.contenders[place])
      move(&contender.pointee.rawValue)
      contender.pointee.write += chunk.writeStart
    }
  }
}
