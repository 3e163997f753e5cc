import CShim

/// The entities' records. A record in a snapshot is unpacked, with all that belongs to its entity, when it is first
/// needed: rows, writes and texts are accessible only through the record, or after ``unpack(_:)``.
struct EntityTable: ~Copyable {
  private var records: Arena<EntityRecord>
  /// How many of the first records may still be packed.
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

  /// - Parameter records: where the packed ones will be.
  init(_ records: consuming Arena<EntityRecord>, _ packed: PackedChunks) {
    (packedCount, chunks) = (packed.entityCount, packed.chunkOfEntity)
    isUnpacked = UnsafePointer(packed.isUnpacked)
    self.records = records
    self.packed = packed
  }

  var count: Int { records.count }

  /// Ensures that what belongs to the entity is unpacked.
  @inline(__always)
  func unpack(_ index: Int) {
    if index < packedCount, daybook_is_set(isUnpacked + Int(chunks[index])) == 0 { unpackChunk(of: index) }
  }

  func isUnpacked(_ index: Int) -> Bool {
    index >= packedCount || daybook_is_set(isUnpacked + Int(chunks[index])) != 0
  }

  @inline(never)
  private func unpackChunk(of index: Int) { packed?.unpack(Int(chunks[index])) }

  /// The same for many entities, with all cores.
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

  /// The record's place; valid until the table grows.
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

  /// All of them, unpacked, for code that reads many.
  var base: UnsafePointer<EntityRecord> {
    unpackAll()
    return UnsafePointer(records.base)
  }

  /// Whether something that was unpacked was damaged.
  var isDamaged: Bool { packed?.isDamaged ?? false }
}

// Sound: the pointers lead into what `packed` holds for as long as it lives, and what another thread unpacks is read
// only after the byte that marks it.
extension EntityTable: @unchecked Sendable {}
