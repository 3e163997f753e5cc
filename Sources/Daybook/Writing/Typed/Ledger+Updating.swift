import DaybookModel
import DaybookRecords
import DaybookView

// Changing entities in their state at the commit's turn.

extension Ledger {
  func update(_ update: EntityUpdate, in draft: inout DraftedBatch) throws {
    let (kind, id) = (update.kind, draft.current(update.id))
    let row = try required(kind, id, in: draft)
    let (before, after) = try update.change(row, try whole(row), schemas)
    var absent: Set<String> = []
    for field in row.fields where BlobReference(field.value) != nil {
      if try content(field.value).isNull { absent.insert(field.name) }
    }
    var difference = EntityDifference(
      schema: try schema(of: kind), id: id, now: after,
      base: EntityDifference.Base(fields: before, absentData: absent, isOld: false), present: row,
      shown: nil, isHere: { _ in true }, order: { _ in nil })
    draft.append(saving: try difference.mutations(), of: kind, id)
  }

  func write(_ write: FieldWrite, in draft: inout DraftedBatch) throws {
    let (kind, id) = (write.kind, draft.current(write.id))
    let row = try required(kind, id, in: draft)
    let schema = try self.schema(of: kind)
    if let field = schema.field(write.field), schema.isStored(write.field),
      schema.keyed((try? field.stored(write.value)) ?? write.value, write.field) == row[write.field],
      !draft.isTouched(kind, id)
    {
      return draft.append(saving: [], of: kind, id)
    }
    draft.append(Mutation(.upsert, kind: kind, id: id, set: [write.field: write.value]))
  }

  /// Refuses if anybody has written to the entity since the value was read or saved.
  func requireUnmoved(_ expectation: EntityExpectation) throws {
    let (kind, id) = (expectation.kind, expectation.id)
    let now = loaded.records.entity(kind, id).flatMap { loaded.records.lastWrite($0) }
    let known = expectation.provenance
    var isMoved = known.stamp.map { stamp in now.map { $0 > stamp } ?? true } ?? true
    // A write that arrives late from another machine may be older than what was read.
    if !isMoved, let state = known.saved?.state {
      isMoved = fieldState(kind, id) != state
    } else if !isMoved, let read = known.reading?.row {
      let row = view.row(kind, id, in: loaded.records)
      let schema = try self.schema(of: kind)
      let stored = schema.fields.map(\.name).filter { schema.isStored($0) }
      isMoved = row.map { row in stored.contains { row[$0] != read[$0] } } ?? true
    }
    guard isMoved else { return }
    throw LedgerError(
      .moved, "\(kind) \(id) was written\(now.map { " at \($0)," } ?? "") after this value was read",
      advice: "read it again, then decide")
  }

  /// A hash of the writes behind an entity's stored fields, valid in this process only; nil if there is no entity.
  func fieldState(_ kind: String, _ id: String) -> Int? {
    guard let schema = schemas[kind], let entity = loaded.records.entity(kind, id) else { return nil }
    var hasher = Hasher()
    for field in schema.fields where schema.isStored(field.name) {
      hasher.combine(
        loaded.records.field(field.name).flatMap { loaded.records.register(entity, $0)?.leafHash })
    }
    return hasher.finalize()
  }

  private func required(_ kind: String, _ id: String, in draft: DraftedBatch) throws -> Row {
    if let row = try row(kind, id, in: draft) { return row }
    if let viewer = draft.viewer { throw LedgerError.noAccess(viewer, to: kind, id) }
    throw LedgerError(.notFound, "there is no \(kind) \(id)", advice: "make it with upsert")
  }

  /// The row with the content of large data.
  private func whole(_ row: Row) throws -> Row {
    var whole = row
    for place in schemas.structFields(of: row.kind)?.dataPlaces(row) ?? [] {
      whole.fields[place].value = try content(row.fields[place].value)
    }
    return whole
  }
}
