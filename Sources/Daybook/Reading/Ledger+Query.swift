import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// One entity as the view shows it, for kinds that are known only at run time; nil when there is none, or when it is
  /// deleted, hidden with its owner or gone from its source. O(1) now; at any other cut O(size of the ledger), and
  /// others read and write meanwhile.
  ///
  /// - Throws: ``LedgerError``: with a viewer, `refused` if the viewer may not see it, or it does not exist.
  public nonisolated(nonsending) func get(
    kind: String, id: String, at cut: Cut = .now, includesDeleted: Bool = false, as viewer: Viewer? = nil
  ) async throws -> Row? {
    let row: Row?
    if isPresent(cut, kind) {
      row = try await presentRow(kind, id, at: cut, includesDeleted: includesDeleted, as: viewer)
    } else {
      row = try await withPast(cut, of: kind, as: viewer) { view, records in
        view.row(kind, id, includesDeleted: includesDeleted, in: records)?.withoutComputedStamp()
      }
    }
    if row == nil, let viewer { throw LedgerError.noAccess(viewer, to: kind, id) }
    return row
  }

  /// Answers a query, for kinds, fields or conditions that are known only at run time; `fetch` and `count` answer one
  /// with the kind's struct. O(entities of the kind); at any other cut than now O(size of the ledger), and others read
  /// and write meanwhile.
  ///
  /// - Throws: ``LedgerError``: with a viewer, `refused` for a kind of which the viewer may see nothing.
  public nonisolated(nonsending) func query(
    _ query: Query, at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> QueryResult {
    if isPresent(cut, query.kind) { return try await answer(query, at: cut, as: viewer) }
    try requireOpen(query.kind, to: viewer)
    return try await withPast(cut, of: query.kind, as: viewer) { view, records in
      try view.fetch(query, in: records).withoutComputedStamps()
    }
  }

  /// One entity by its id, as its struct, which remembers the state in which it was read: see
  /// ``EntityWriting/upsert(_:)``. Nil when there is none, or when it is deleted, hidden with its owner or gone from its
  /// source. Costs what ``get(kind:id:at:includesDeleted:as:)`` costs.
  ///
  /// - Throws: ``LedgerError``: with a viewer, `refused` if the viewer may not see it, or it does not exist.
  public nonisolated(nonsending) func get<E: Entity>(
    _ id: Ref<E>, at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> E? {
    if isPresent(cut, E.kind) { return try await presentEntity(id, at: cut, as: viewer) }
    let entity = try await withPast(cut, of: E.kind, as: viewer) { view, records in
      try view.row(E.kind, id.savedID, in: records).map {
        try self.decoded($0.withoutComputedStamp(), as: E.self, isPresent: cut.isNow)
      }
    }
    if entity == nil, let viewer { throw LedgerError.noAccess(viewer, to: E.kind, id.savedID) }
    return entity
  }

  /// Whether the ledger's own records answer: those of the past, and computed entities, are made for the reading.
  private nonisolated func isPresent(_ cut: Cut, _ kind: String) -> Bool {
    cut.isNow && schemas.computed(kind) == nil
  }

  /// A row with all of its fields, as its kind's struct, which remembers the state in which it was read.
  ///
  /// - Parameters:
  ///   - row: the row, with all of its fields.
  ///   - type: the struct of the row's kind.
  ///   - isPresent: false for a row of the past; then a save of the struct is not based on it.
  ///   - fields: the fields of
  ///   the struct's kind, if they were looked up before.
  public nonisolated func decoded<E: Entity>(
    _ row: Row, as type: E.Type, isPresent: Bool = true, _ fields: StructFields? = nil
  ) throws -> E {
    var whole = row
    var absent: Set<String> = []
    let fields = fields ?? schemas.structFields(of: row.kind)
    for place in fields?.dataPlaces(row) ?? [] {
      whole.fields[place].value = try content(row.fields[place].value)
      if whole.fields[place].value.isNull { absent.insert(row.fields[place].name) }
    }
    var value = try whole.decoded(as: E.self, schemas, fields)
    let schemas = schemas
    value.id = Ref(
      row.id,
      Provenance(
        reading: Provenance.Reading(
          ledger: descriptor.ledger, row: row, isPresent: isPresent, absentData: absent,
          fields: { try row.spelled(as: E.self, schemas) })))
    return value
  }

  /// How many entities a condition holds for.
  public func count<E: Entity>(
    _ type: E.Type, where condition: Condition? = nil, as viewer: Viewer? = nil
  ) throws -> Int {
    var query = Query(E.kind, where: condition)
    query.isCount = true
    return try answer(query, at: .now, as: viewer).count
  }
}

// The present, for callers that hold the ledger's actor. A cut that is now may still be seen from another moment
// (``Cut/viewed(at:)``).

extension Ledger {
  /// A row of a kind that is not computed; nil if it does not show.
  func presentRow(
    _ kind: String, _ id: String, at cut: Cut = .now, includesDeleted: Bool = false, as viewer: Viewer? = nil
  ) throws -> Row? {
    try withFresh { records in
      view(for: viewer, at: cut).row(kind, id, includesDeleted: includesDeleted, in: records)
    }
  }

  /// See ``get(_:at:as:)``; for a kind that is not computed.
  func presentEntity<E: Entity>(_ id: Ref<E>, at cut: Cut = .now, as viewer: Viewer? = nil) throws -> E? {
    let row = try presentRow(E.kind, id.savedID, at: cut, as: viewer)
    if row == nil, let viewer { throw LedgerError.noAccess(viewer, to: E.kind, id.savedID) }
    return try row.map { try decoded($0, as: E.self) }
  }

  /// See ``query(_:at:as:)``.
  func answer(_ query: Query, at cut: Cut = .now, as viewer: Viewer? = nil) throws -> QueryResult {
    try requireOpen(query.kind, to: viewer)
    if let computed = schemas.computed(query.kind) {
      return try withComputed(computed, at: cut, as: viewer) { view, records in
        try view.fetch(query, in: records).withoutComputedStamps()
      }
    }
    return try withFresh { records in try view(for: viewer, at: cut).fetch(query, in: records) }
  }
}
