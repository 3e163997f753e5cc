package import DaybookLog
package import DaybookModel

// The records in a snapshot: arenas with the same bytes as in memory. Places name one another by index, so nothing has
// to be adjusted when they are mapped again.

/// The records' single numbers.
private struct RecordsState: BitwiseCopyable {
  var keys: (UInt64, UInt64) = (0, 0)
  var freeContender: UInt64 = 0
  var causalityVersion: UInt64 = 0
  var events: UInt64 = 0
  var commits: UInt64 = 0
  var entitySlots: UInt64 = 0
  var sideSlots: UInt64 = 0
  var greatestStamp: UInt64 = 0
}

/// A ``Branch``.
private struct BranchRow: BitwiseCopyable {
  var replica: UInt64
  var leafEnd: UInt64
  /// One above the parent's number; 0 without one.
  var parent: UInt64
  /// How many leaves it shares with it.
  var parentLeaf: UInt64

  init(_ branch: Branch) {
    (replica, leafEnd) = (UInt64(branch.replica), branch.leafEnd)
    parent = branch.parent.map { UInt64($0.branch.rawValue) + 1 } ?? 0
    parentLeaf = branch.parent?.leaf ?? 0
  }

  var branch: Branch {
    var branch = Branch(replica: UInt32(truncatingIfNeeded: replica), leafEnd: leafEnd)
    if parent > 0 {
      branch.parent = (BranchIndex(rawValue: UInt32(truncatingIfNeeded: parent - 1)), parentLeaf)
    }
    return branch
  }
}

extension Records {
  /// Whether a snapshot can hold everything that the records know: false for records that leave events out or keep a
  /// history.
  package var canBeKept: Bool { !isHistory && skipped.isEmpty }

  /// Writes the records in the best layout (see ``RecordsImage``), with all cores. Callers may add further texts until
  /// the next section. `alongside` runs on this thread meanwhile, and may read the records.
  package func write(
    to writer: inout SnapshotWriter, alongside: () -> Void = {}
  ) throws(FileError) {
    try kindNames.write(to: &writer, "kindNames")
    try fieldNames.write(to: &writer, "fieldNames")
    try authorNames.write(to: &writer, "authorNames")
    try targetNames.write(to: &writer, "targetNames")
    try writer.add("kinds", kinds)
    try writer.add("kindColumns", kindColumns)
    try columns.write(to: &writer, "columns")
    try entitySlots.write(to: &writer, "entitySlots", indexMax: entities.count - 1) { index in
      let record = entities[index]
      return key.hash(ids.base + record.idOffset, record.idCount, with: record.kind)
    }
    try sideSlots.write(to: &writer, "sideSlots", indexMax: sides.count - 1) { index in
      let side = sides[index]
      return sideHash(Int(side.entity), RegisterID(rawValue: side.register), side.target)
    }
    try writer.add("targetEdges", targetEdges)
    try origins.write(to: &writer, "origins", key)
    try writer.add("contestedEntities", contestedEntities)
    try writer.add("deletedEntities", deletedEntities)
    try writer.add("recreatedEntities", recreatedEntities)
    try writer.add("seen", seen)
    try writer.add("undecidedSeen", undecidedSeen)
    try writer.add("replicas", replicas.ids.map(\.rawValue))
    try writer.add("branches", branches.map { BranchRow($0) })
    let state = RecordsState(
      keys: key.words, freeContender: UInt64(freeContender), causalityVersion: causalityVersion,
      events: UInt64(eventCount), commits: UInt64(commitCount), entitySlots: UInt64(entitySlots.count),
      sideSlots: UInt64(sideSlots.count), greatestStamp: reach.greatest)
    try writer.add("records", [state])
    try writer.add("greatestOfReplica", reach.greatestOfReplica)
    try writer.add("waitingWrites", reach.writes.elements)
    try writer.add("waitingAcks", reach.acks.sorted { $0.key < $1.key }.flatMap(\.value.elements))
    try writer.add("waitingClaims", reach.claims.sorted { $0.key < $1.key }.flatMap { $1.elements(of: $0) })
    try writer.add("waitingLines", waitingLines)
    try RecordsImage(self).write(to: &writer, alongside: alongside)
  }

  /// The records in a snapshot. Its sections must be as they were written: their numbers are not checked again.
  package static func read(_ file: SnapshotFile) throws(SnapshotError) -> Records {
    let records = Records(file)
    guard !file.isDamaged else { throw .damaged }
    return records
  }

  private init(_ file: SnapshotFile) {
    let states = file.elements("records", as: RecordsState.self)
    file.note(isDamaged: states.count != 1)
    let state = states.first ?? RecordsState()
    let key = HashKey(words: state.keys)
    self.init(
      key: key,
      kindNames: NameTable(file, "kindNames", key: key),
      fieldNames: NameTable(file, "fieldNames", key: key, reserved: RegisterID.reservedNames),
      authorNames: NameTable(file, "authorNames", key: key),
      targetNames: NameTable(file, "targetNames", key: key))
    kinds = file.arena("kinds")
    kindColumns = file.arena("kindColumns")
    columns = ColumnTable(file, "columns")
    let entityCount = Int(clamping: state.entitySlots)
    entitySlots = SlotTable(file, "entitySlots", count: entityCount, indexMax: entityCount - 1)
    sides = file.arena("sides")
    let sideCount = Int(clamping: state.sideSlots)
    sideSlots = SlotTable(file, "sideSlots", count: sideCount, indexMax: sideCount - 1)
    targetEdges = file.arena("targetEdges")
    origins = OriginTable(file, "origins")
    contenders = file.arena("contenders")
    contestedEntities = file.arena("contestedEntities")
    deletedEntities = file.arena("deletedEntities")
    recreatedEntities = file.arena("recreatedEntities")
    seen = file.arena("seen")
    undecidedSeen = file.arena("undecidedSeen")
    for id in file.elements("replicas", as: UInt64.self) {
      _ = replicas.intern(ReplicaID(rawValue: id))
    }
    let rows = file.elements("branches", as: BranchRow.self)
    for row in rows {
      file.note(isDamaged: row.replica >= UInt64(replicas.ids.count) || row.parent > UInt64(rows.count))
      branches.append(row.branch)
    }
    reach = Reach(
      greatest: state.greatestStamp, ofReplica: file.elements("greatestOfReplica"),
      writes: WaitingQueue(file.elements("waitingWrites")), acks: file.elements("waitingAcks"),
      claims: file.elements("waitingClaims"))
    waitingLines = file.arena("waitingLines")
    freeContender = UInt32(truncatingIfNeeded: state.freeContender)
    causalityVersion = state.causalityVersion
    count(events: Int(clamping: state.events), commits: Int(clamping: state.commits))
    file.note(isDamaged: !takePacked(file))
  }

  /// Adopts the contents of chunks, which are unpacked later; false if some of them do not fit.
  private mutating func takePacked(_ file: SnapshotFile) -> Bool {
    let chunkOf: Arena<UInt32> = file.arena("chunkOf")
    // Texts that others added, which follow those of the records.
    let others = file.elements("values", as: UInt8.self)
    guard let sizes = file.elements("image", as: ImageSizes.self).first, let bytes = file.bytes("packed"),
      max(sizes.cells, sizes.writes, sizes.asides) <= UInt64(Int32.max),
      max(sizes.texts, sizes.ids) < 1 << 40,
      let hashes = LineHashes(bytes, file.elements("hashes"), count: Int(sizes.writes)),
      var records = Arena<EntityRecord>(blank: chunkOf.count),
      var cells = Arena<Cell>(blank: Int(sizes.cells)),
      var values = Arena<UInt8>(blank: Int(sizes.texts) + others.count),
      var writes = Arena<WriteDetails>(blank: Int(sizes.writes)),
      var asides = Arena<WriteAside>(blank: Int(sizes.asides)), var ids = Arena<UInt8>(blank: Int(sizes.ids))
    else { return false }
    let places = UnpackedPlaces(
      entities: records.base, entityCount: records.count, cells: cells.base, cellCount: cells.count,
      values: values.base, textCount: Int(sizes.texts), writes: writes.base, writeCount: writes.count,
      asides: asides.base, asideCount: asides.count, ids: ids.base, idCount: ids.count,
      chunkOfEntity: chunkOf.base,
      runs: StampRuns(
        runs: file.elements("stampRuns"), branches: (0..<origins.count).map { origins[$0].branch }))
    guard let packed = PackedChunks(bytes, file.arena("chunks"), chunkOf, places) else { return false }
    (values.base + Int(sizes.texts)).update(from: others, count: others.count)
    records.unpack(packed)
    cells.unpack(packed)
    values.unpack(packed)
    writes.unpack(packed)
    asides.unpack(packed)
    ids.unpack(packed)
    entities = EntityTable(records, packed)
    self.cells = cells
    self.values = values
    self.writes = writes
    self.asides = asides
    self.hashes = hashes
    self.ids = ids
    return true
  }

  /// Whether a part of the snapshot that they come from was damaged, although its sums were once correct: then the
  /// records do not agree with the log.
  package var isDamaged: Bool { entities.isDamaged }

  /// The replicas of the branches, in the order of their numbers.
  package var branchReplicas: [ReplicaID] { branches.map { replicas[$0.replica] } }
}
