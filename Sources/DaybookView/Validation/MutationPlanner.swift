package import DaybookLog
package import DaybookModel
package import DaybookRecords

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Checks mutations against schemas and the present state, and writes out their effects as the events' lines: values in
/// their stored form, ids from natural keys, what dismissing and restoring write, `over` for a re-creation, `at` where
/// a register from a clock ahead would win. Kinds of no registered system are written unchanged.
///
/// It reads the mutations in place and writes each event as it is planned; nobody sees any of it before the
/// whole commit is planned.
package struct MutationPlanner: Sendable {
  package let schemas: SchemaRegistry
  /// Makes this replica the writer of planned events.
  package let replica: ReplicaID
  var uniques = UniqueIndex()
  /// Kinds of no registered system that were met, and those of them that were reported.
  var rawKinds: Set<String> = []
  var toldKinds: Set<String> = []
  /// The content of large values, for fields that are derived from it; nil if it is not available.
  package var blobs: (@Sendable (_ sha256: String) -> Data?)?
  private var kinds: [CompiledKind] = []

  // Of the commit that is being planned.
  var request = PlanRequest()
  var buffer = MutationBuffer()
  var overlay = CommitOverlay()
  var draft = MutationDraft()

  package init(schemas: SchemaRegistry, replica: ReplicaID) {
    (self.schemas, self.replica) = (schemas, replica)
  }

  /// Resets the planner, since the records were read anew, or a plan was not carried out.
  package mutating func reset() { uniques.reset() }

  /// Plans the mutations of one commit. `stamp` returns the next stamp of the replica's clock, `salt` random bytes;
  /// without it no event has a salt. Throws ``MutationRefusal`` with kind, field and rule; then nothing of the commit
  /// may be written, and the planner is unchanged.
  package mutating func plan(
    _ mutations: MutationBuffer, _ records: borrowing Records, _ request: PlanRequest = PlanRequest(),
    salt: (() -> Salt)? = nil, stamp: () -> Stamp
  ) throws(MutationRefusal) -> EventBodies {
    begin(mutations, request)
    defer { (buffer, overlay) = (MutationBuffer(), CommitOverlay()) }
    var closing = ClaimClosing()
    uniques.begin()
    for index in 0..<mutations.count {
      do throws(LedgerError) {
        try plan(index, records, &closing, salt, stamp)
      } catch {
        uniques.rollBack()
        throw MutationRefusal(index: index, error: error)
      }
    }
    closing.close(&overlay, records, salt, stamp)
    // The effect of another `over` on the values is known once the records hold it.
    if request.resolving?.writesOver == true { uniques.reset() }
    return overlay.bodies
  }

  private mutating func begin(_ mutations: MutationBuffer, _ request: PlanRequest) {
    (buffer, self.request) = (mutations, request)
    if let by = request.by { self.request.byText = buffer.append(value: .string(by)) }
    if let why = request.why { self.request.whyText = buffer.append(value: .string(why)) }
    overlay.bodies.reserve(mutations.count)
  }

  private mutating func plan(
    _ index: Int, _ records: borrowing Records, _ closing: inout ClaimClosing, _ salt: (() -> Salt)?,
    _ stamp: () -> Stamp
  ) throws(LedgerError) {
    let entry = buffer.entries[index]
    draft.begin(entry, entry.set.map { buffer.members[$0] } ?? [])
    draft.entry.by = entry.by ?? request.byText
    draft.entry.why = entry.why ?? request.whyText
    draft.stamp = stamp()
    if entry.op == .erase { return try writeErasing(salt) }
    if request.mayWriteDevices { return writeDevice(salt) }
    draft.kind = try compiled(entry.kind)
    if request.isChecked { try checkSpelling() }
    try fill(records)
    find(records)
    settleLife(records)
    if !draft.kind.isRaw {
      if !draft.kind.formulas.isEmpty { try derive(records) }
      try check(records)
    }
    for times in try ordered(records, &closing, stamp) { write(times, records, salt) }
  }

  /// The compiled kind for the planner; refuses a kind without a name.
  private mutating func compiled(_ name: ByteRange) throws(LedgerError) -> CompiledKind {
    for kind in kinds where buffer.bytes.span.holds(kind.name, at: name) { return kind }
    guard !name.isEmpty else {
      // Readers would refuse the line.
      throw LedgerError(
        .badData, "the mutation names no kind", advice: "a kind is SYSTEM.NAME, such as sam.person")
    }
    return compiled(buffer.text(name))
  }

  mutating func compiled(_ name: String) -> CompiledKind {
    if let known = kinds.first(where: { $0.name.elementsEqual(name.utf8) }) { return known }
    let kind = CompiledKind(name, schemas[name])
    // A caller that uses kinds as data must not fill the memory.
    if !kind.isRaw || kinds.count < Self.rawKindCountMax { kinds.append(kind) }
    return kind
  }

  private static let rawKindCountMax = 256

  /// Fills the mutation in by its kind's schema.
  private mutating func fill(_ records: borrowing Records) throws(LedgerError) {
    guard !draft.kind.isRaw else {
      guard !draft.entry.id.isEmpty else {
        throw LedgerError(
          .badData, "a \(draft.kind.kind) needs an id", advice: "only kinds with a natural key can do without"
        )
      }
      rawKinds.insert(draft.kind.kind)
      return
    }
    try resolveRelation(records)
    draft.entry.v = draft.entry.v ?? draft.kind.schema.version
    // A commit that settles whether an entity exists decides nothing about its dismissal.
    if request.resolving == nil { try fillIn(records) }
    try storeValues()
    if draft.entry.id.isEmpty { try resolveID(records) }
  }

  /// The draft's entity in the records and in the commit so far.
  mutating func find(_ records: borrowing Records) {
    let (entry, kind) = (draft.entry, draft.kind)
    // Sound: the bytes are lent for the duration of the closure.
    let (entity, place) = buffer.bytes.withUnsafeBufferPointer { bytes in
      kind.name.withUnsafeBufferPointer { name in
        let id = UnsafeBufferPointer(rebasing: bytes[entry.id.start..<entry.id.end])
        return (records.kind(name).flatMap { records.entity($0, id) }, overlay.find(name, id))
      }
    }
    draft.entity = entity
    draft.place = place
    draft.pending = place.index.map { overlay[$0] }
  }

  /// The effect of the mutation on its entity's life, and on what it holds already.
  private mutating func settleLife(_ records: borrowing Records) {
    let (op, entity) = (draft.entry.op, draft.entity)
    draft.makes = makesEntity(records)
    guard request.resolving == nil else {
      draft.over = request.resolving?.over(of: op)
      return
    }
    if op == .upsert, isDeleted(records) {
      let held = entity.flatMap { records.overForRecreation($0) }
      if let greatest = [held, draft.pending?.lastOrder].compactMap({ $0 }).max() {
        draft.over = .upTo(greatest)
      }
    }
    if op == .restore, entity.map({ records.life(of: $0).over != nil }) ?? false { draft.over = .cleared }
    draft.held = HeldFields(draft.over)
  }

  /// Writes an erase event, which writes no register.
  private mutating func writeErasing(_ salt: (() -> Salt)?) throws(LedgerError) {
    guard request.mayErase else { throw refusalOfOperation }
    overlay.bodies.append(
      draft.entry, nil, of: buffer, EventTimes(stamp: draft.stamp), salt.map { .drawn($0()) })
  }

  /// Writes an event of a locked ledger's devices unchanged: it writes no register, either.
  private mutating func writeDevice(_ salt: (() -> Salt)?) {
    let set = draft.entry.set.map { buffer.members[$0] }
    overlay.bodies.append(
      draft.entry, set, of: buffer, EventTimes(stamp: draft.stamp), salt.map { .drawn($0()) })
  }

  /// Writes the draft's event.
  private mutating func write(_ times: PlannedTimes, _ records: borrowing Records, _ salt: (() -> Salt)?) {
    let set = overlay.bodies.append(
      draft.entry, draft.set, of: buffer, times.event, salt.map { .drawn($0()) })
    let (entry, kind, buffer) = (draft.entry, draft.kind, buffer)
    draft.place = kind.name.withUnsafeBufferPointer { name in
      buffer.withText(entry.id) { id in
        overlay.note(entry.op, at: draft.place, name, id, set: set, times)
      }
    }
    guard kind.hasUniques else { return }
    draft.pending = draft.place.index.map { overlay[$0] }
    claim(records)
  }

  /// Whether the entity is deleted at this point of the commit. An entity known only by its edges was never made, and
  /// is not deleted.
  func isDeleted(_ records: borrowing Records) -> Bool {
    if let isAlive = draft.pending?.isAlive { return !isAlive }
    return draft.entity.map { records.isDeleted($0) } ?? false
  }

  /// Whether the entity exists only from this mutation on. (A sync makes one only by its fields.)
  private func makesEntity(_ records: borrowing Records) -> Bool {
    guard draft.entry.op == .upsert || draft.entry.op == .sync && !draft.members.isEmpty else { return false }
    if let pending = draft.pending, pending.isAlive != nil || pending.hasFields { return false }
    guard let entity = draft.entity else { return true }
    let life = records.life(of: entity)
    return !life.isAlive && !life.isDeleted
  }
}

/// The options of a plan, besides its mutations.
package struct PlanRequest: Sendable {
  /// Author and reason of mutations that name none.
  package var by: String?
  package var why: String?
  /// The mutations resolve a conflict.
  package var resolving: Resolving?
  /// Fields that a schema does not have are those of a later version, not mistakes.
  package var keepsUnknownFields = false
  /// Whether it may hold erase events.
  package var mayErase = false
  /// Whether it consists of events of devices.
  package var mayWriteDevices = false
  /// Values beyond their fields' bounds are written, since somebody confirmed them.
  package var exceedsBounds = false
  /// The zone of the write: bounds may refer to today.
  package var zone = TimeZoneRule.system
  /// As JSON in the planner's buffer.
  var byText: ByteRange?
  var whyText: ByteRange?

  package init(by: String? = nil, why: String? = nil, resolving: Resolving? = nil) {
    (self.by, self.why, self.resolving) = (by, why, resolving)
  }

  /// Whether to check for misspelt keys and kinds.
  var isChecked: Bool { resolving == nil && !keepsUnknownFields }
}

/// Which mutation of a commit was refused, and why.
package struct MutationRefusal: Error {
  /// From 0.
  package var index: Int
  package var error: LedgerError
}
