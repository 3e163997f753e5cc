import DaybookLog
package import DaybookModel
package import DaybookRecords

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Checks mutations against schemas and the present state, and spells their effects out: values in
/// their stored form, ids from natural keys, what dismissing and restoring write, `over` for a
/// re-creation, `at` where a register from a clock ahead would win. Kinds of no registered system pass
/// as they are.
package struct MutationPlanner: Sendable {
  package let schemas: SchemaRegistry
  /// Says that planned events are to be written by this replica.
  package let replica: ReplicaID
  var uniques = UniqueIndex()
  /// Kinds of no registered system met, and those that somebody was told of.
  var rawKinds: Set<String> = []
  var toldKinds: Set<String> = []
  /// Fields that a kind's schema does not have are written as they are.
  var keepsUnknownFields = false
  /// Values beyond their fields' bounds are written, as somebody said that they are so.
  package var exceedsBounds = false
  /// Where it is written: bounds may speak of today.
  package var zone = TimeZoneRule.system
  /// The time of the mutation that is being planned, to which some bounds are relative.
  var now = Instant(milliseconds: 0)
  /// What the kinds met ask of common mutations, and the reader of their lines.
  var forms: [CommonKind] = []
  var scanner = MutationScanner()
  /// The content of large values, for fields that are derived from it; nil where it cannot be had.
  package var blobs: (@Sendable (_ sha256: String) -> Data?)?

  package init(schemas: SchemaRegistry, replica: ReplicaID) {
    (self.schemas, self.replica) = (schemas, replica)
  }

  /// The records were read anew, or a plan that was made was not carried out.
  package mutating func reset() { uniques.reset() }

  /// Plans the mutations of one commit. `stamp` gives the next stamp of the replica's clock. Throws
  /// ``LedgerError`` naming kind, field and rule; then nothing of the commit may be written, and the
  /// planner is as it was. `index` is the mutation's place.
  ///
  /// - Parameters:
  ///   - resolving: the mutations resolve a conflict.
  ///   - keepsUnknownFields: fields that a schema does not have are those of a later version, no slips.
  package mutating func plan(
    _ mutations: [Mutation], _ records: borrowing Records, resolving: Resolving? = nil,
    keepsUnknownFields: Bool = false, stamp: () -> Stamp
  ) throws(MutationRefusal) -> [PlannedMutation] {
    self.keepsUnknownFields = keepsUnknownFields
    var overlay = CommitOverlay()
    var planned: [PlannedMutation] = []
    planned.reserveCapacity(mutations.count)
    var closing = ClaimClosing()
    uniques.begin()
    for (index, mutation) in mutations.enumerated() {
      do throws(LedgerError) {
        for next in try plan(mutation, records, overlay, resolving, stamp) {
          overlay.add(next)
          claim(next, records, overlay)
          closing.note(next)
          planned.append(next)
        }
      } catch {
        uniques.rollBack()
        throw MutationRefusal(index: index, error: error)
      }
    }
    while let next = closing.next(overlay, records, stamp) {
      overlay.add(next)
      planned.append(next)
    }
    // What another `over` makes of the values, the records say once they hold it.
    if resolving?.writesOver == true { uniques.reset() }
    return planned
  }

  /// One event, and more of the same content only where others claim to count later than they can now.
  ///
  /// - Parameter stamp: gives the stamp of each.
  mutating func plan(
    _ original: Mutation, _ records: borrowing Records, _ overlay: CommitOverlay, _ resolving: Resolving?,
    _ nextStamp: () -> Stamp
  ) throws(LedgerError) -> [PlannedMutation] {
    let stamp = nextStamp()
    now = stamp.instant
    var mutation = original
    if resolving == nil, !keepsUnknownFields { try checkSpelling(of: mutation) }
    let schema = try effective(&mutation, records, overlay, isResolving: resolving != nil, stamp)
    let pending = overlay[mutation.kind, mutation.id]
    let entity = records.entity(mutation.kind, mutation.id)
    var over = resolving?.over(of: mutation)
    if resolving == nil, mutation.op == .upsert, Self.isDeleted(pending, entity, records) {
      let held = entity.flatMap { records.overForRecreation($0) }
      if let greatest = [held, pending?.lastOrder].compactMap({ $0 }).max() { over = .upTo(greatest) }
    }
    if resolving == nil, mutation.op == .restore, entity.map({ records.life(of: $0).over != nil }) ?? false {
      over = .cleared
    }
    let held = resolving == nil ? HeldFields(over) : .asTheyRead
    if let schema {
      try derive(&mutation, schema, records, overlay, held: held, isResolving: resolving != nil)
      try check(mutation, schema, records, overlay, held: held, isResolving: resolving != nil)
    }
    let inTheWay = [
      records.greatestOrder(
        for: mutation, recreates: over != nil, otherNames: schema?.otherNames(of: mutation) ?? []),
      pending?.lastOrder,
    ].compactMap { $0 }.max()
    let hasValues = !(mutation.set?.isEmpty ?? true)
    let first = PlannedMutation(
      mutation: mutation, stamp: stamp, over: over, isSalted: hasValues && schema?.isPersonal ?? true)
    return try ordered(first, inTheWay, entity, records, overlay, nextStamp)
  }

  /// Fills the mutation in by its kind's schema; nil for a raw kind.
  private mutating func effective(
    _ mutation: inout Mutation, _ records: borrowing Records, _ overlay: CommitOverlay, isResolving: Bool,
    _ stamp: Stamp
  ) throws(LedgerError) -> KindSchema? {
    guard let named = schemas[mutation.kind] else {
      // Readers refuse the line.
      guard !mutation.kind.isEmpty else {
        throw LedgerError(
          .badData, "the mutation names no kind", advice: "a kind is SYSTEM.NAME, such as sam.person")
      }
      guard !mutation.id.isEmpty else {
        throw LedgerError(
          .badData, "a \(mutation.kind) needs an id", advice: "only kinds with a natural key can do without")
      }
      rawKinds.insert(mutation.kind)
      return nil
    }
    let schema = try resolveRelation(&mutation, named, records, overlay)
    mutation.v = mutation.v ?? schema.version
    // Who settles whether an entity is there says nothing of its dismissal.
    if !isResolving { try fillIn(&mutation, schema, records, overlay, stamp) }
    try storeValues(&mutation, schema, isResolving: isResolving)
    try resolveID(&mutation, schema, records)
    return schema
  }

  /// Tells the index of unique values what the mutation makes of its entity.
  mutating func claim(
    _ planned: PlannedMutation, _ records: borrowing Records, _ overlay: CommitOverlay
  ) {
    let mutation = planned.mutation
    guard let schema = schemas[mutation.kind], !schema.uniques.isEmpty else { return }
    if mutation.op == .delete { return uniques.put(mutation.id, of: schema, records, nil) }
    let touched = mutation.set.map { set in schema.uniques.joined().contains { set[$0] != nil } } ?? false
    guard touched || mutation.op == .restore || mutation.op == .upsert else { return }
    let pending = overlay[mutation.kind, mutation.id]
    let entity = records.entity(mutation.kind, mutation.id)
    if Self.isDeleted(pending, entity, records) { return }
    var values = JSONObject()
    for name in schema.uniques.joined() {
      values[name] = Self.value(
        name, of: schema, pending, entity, records, held: HeldFields(planned.over))
    }
    uniques.put(mutation.id, of: schema, records) { values[$0] ?? .null }
  }

  /// Whether the entity is deleted at this point of the commit. What is known by its edges alone was never
  /// made, and is not.
  static func isDeleted(
    _ pending: CommitOverlay.Pending?, _ entity: EntityIndex?, _ records: borrowing Records
  ) -> Bool {
    if let isAlive = pending?.isAlive { return !isAlive }
    guard let entity else { return false }
    return records.life(of: entity).isDeleted
  }

  /// A field as it is written at this point of the commit; null when it is not.
  static func value(
    _ name: String, of schema: KindSchema, _ pending: CommitOverlay.Pending?, _ entity: EntityIndex?,
    _ records: borrowing Records, held: HeldFields
  ) -> JSONValue {
    if let value = pending.flatMap({ pending in schema.names(of: name).firstValue { pending.set[$0] } }) {
      return value
    }
    guard let entity, held != .hidden else { return .null }
    return schema.reading(name, of: entity, records, ignoringOver: held == .uncovered) ?? .null
  }
}

/// Which mutation of a commit was refused, and why.
package struct MutationRefusal: Error {
  /// From 0.
  package var index: Int
  package var error: LedgerError
}
