import CShim

/// The entities' records. Of those in a snapshot a record, and all that belongs to its entity, is unpacked when it is
/// first asked for: nobody gets at a row, a write or a text but by way of the record, or by ``unpack(_:)``.
struct EntityTable: ~Copyable {
  private var records: Arena<EntityRecord>
  /// How many of the first may be packed still.
  private let packedCount: Int
  /// By entity its chunk, and by chunk whether it is unpacked.
  private let chunks: UnsafePointer<UInt32>
  private let isUnpacked: UnsafePointer<UInt8>
  private let packed: PackedChunks?

  init() {
    records = Arena(capacity: 64)
    (packedCount, packed) = (0, nil)
    // Sound: never read, as no entity is below the count.
    chunks = UnsafePointer(bitPattern: MemoryLayout<UInt32>.alignment).unsafelyUnwrapped
    isUnpacked = UnsafePointer(bitPattern: MemoryLayout<UInt32>.alignment).unsafelyUnwrapped
  }

  /// - Parameter records: where the packed ones will lie.
  init(_ records: consuming Arena<EntityRecord>, _ packed: PackedChunks) {
    (packedCount, chunks) = (packed.entityCount, packed.chunkOfEntity)
    isUnpacked = UnsafePointer(packed.isUnpacked)
    self.records = records
    self.packed = packed
  }

  var count: Int { records.count }

  /// Sees to it that what belongs to the entity is there.
  @inline(__always)
  func unpack(_ index: Int) {
    if index < packedCount, daybook_is_set(isUnpacked + Int(chunks[index])) == 0 { unpackChunk(of: index) }
  }

  func isUnpacked(_ index: Int) -> Bool {
    index >= packedCount || daybook_is_set(isUnpacked + Int(chunks[index])) != 0
  }

  @inline(never)
  private func unpackChunk(of index: Int) { packed?.unpack(Int(chunks[index])) }

  /// The same of many, by all cores.
  func unpack(_ indices: [Int]) {
    guard let packed else { return }
    packed.unpack(Set(indices.filter { !isUnpacked($0) }.map { Int(chunks[$0]) }).sorted())
  }

  func unpackAll() { packed?.unpackAll() }

  subscript(index: Int) -> EntityRecord {
    @inline(__always) get {
      unpack(index)
      return records[index]
    }
  }

  /// The record's place; good until the table grows.
  @inline(__always)
  func pointer(_ index: Int) -> UnsafePointer<EntityRecord> {
    unpack(index)
    return UnsafePointer(records.base + index)
  }

  @inline(__always)
  mutating func place(_ index: Int) -> UnsafeMutablePointer<EntityRecord> {
    unpack(index)
    return records.place(index)
  }

  @inline(__always)
  func prefetch(_ index: Int) { records.prefetch(index) }

  mutating func append(_ record: EntityRecord) -> Int { records.append(record) }

  /// All of them, unpacked, for code that looks at many.
  var base: UnsafePointer<EntityRecord> {
    unpackAll()
    return UnsafePointer(records.base)
  }

  /// Whether something that was to be unpacked is not what was written.
  var isDamaged: Bool { packed?.isDamaged ?? false }
}

// Sound: the pointers lead into what `packed` holds for as long as it lives, and what another thread unpacks is looked at
// behind the byte that says so.
extension EntityTable: @unchecked Sendable {}
