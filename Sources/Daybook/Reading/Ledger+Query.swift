import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// One entity as the view shows it, for kinds that are known only at run time; nil when there is none, or when it is deleted, hidden with its
  /// owner or gone from its source. O(1) now; at any other cut O(size of the ledger).
  /// - Throws: ``LedgerError``: with a viewer, `refused` if the viewer may not see it, or it does not exist.
  public func get(
    kind: String, id: String, at cut: Cut = .now, includesDeleted: Bool = false, as viewer: Viewer? = nil
  ) throws -> Row? {
    let row: Row?
    if let computed = schemas.computed(kind) {
      row = try withComputed(computed, at: cut, as: viewer) { view, records in
        view.row(kind, id, includesDeleted: includesDeleted, in: records)?.withoutComputedStamp()
      }
    } else if cut.isNow {
      row = try withFresh { records in
        view(for: viewer, at: cut).row(kind, id, includesDeleted: includesDeleted, in: records)
      }
    } else {
      let past = try past(cut)
      row = view(of: past, for: viewer, at: cut).row(
        kind, id, includesDeleted: includesDeleted, in: past.records)
    }
    if row == nil, let viewer { throw LedgerError.noAccess(viewer, to: kind, id) }
    return row
  }

  /// Answers a query, for kinds, fields or conditions that are known only at run time; `fetch` and `count` answer one with
  /// the kind's struct. O(entities of the kind); at any other cut O(size of the ledger).
  /// - Throws: ``LedgerError``: with a viewer, `refused` for a kind of which the viewer may see nothing.
  public func query(
    _ query: Query, at cut: Cut = .now, as viewer: Viewer? = nil
  ) throws -> QueryResult {
    try requireOpen(query.kind, to: viewer)
    if let computed = schemas.computed(query.kind) {
      return try withComputed(computed, at: cut, as: viewer) { view, records in
        var result = try view.fetch(query, in: records)
        result.rows = result.rows.map { $0.withoutComputedStamp() }
        return result
      }
    }
    if cut.isNow {
      return try withFresh { records in try view(for: viewer, at: cut).fetch(query, in: records) }
    }
    let past = try past(cut)
    return try view(of: past, for: viewer, at: cut).fetch(query, in: past.records)
  }

  /// One entity by its id, as its struct, which remembers the state in which it was read: see
  /// ``EntityWriting/upsert(_:)``. Nil when there is none, or when it is deleted, hidden with its owner or gone from its
  /// source.
  public func get<E: Entity>(
    _ id: Ref<E>, at cut: Cut = .now, as viewer: Viewer? = nil
  ) throws -> E? {
    try get(kind: E.kind, id: id.savedID, at: cut, as: viewer).map {
      try decoded($0, as: E.self, isPresent: cut.isNow)
    }
  }

  /// Within the ledger's actor, where the asynchronous one cannot be used.
  package func fetch<E: Entity>(
    _ type: E.Type, where condition: Condition? = nil, sort: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0, at cut: Cut = .now, as viewer: Viewer? = nil
  ) throws -> [E] {
    let query = Query(E.kind, where: condition, sort: sort, limit: limit, offset: offset)
    return try self.query(query, at: cut, as: viewer).rows.map {
      try decoded($0, as: E.self, isPresent: cut.isNow)
    }
  }

  /// A row with all of its fields, as its kind's struct, which remembers the state in which it was read.
  ///
  /// - Parameters:
  ///   - row: the row, with all of its fields.
  ///   - type: the struct of the row's kind.
  ///   - isPresent: false for a row of the past; then a save of the struct is not based on it. - fields: the fields of
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
    return try self.query(query, as: viewer).count
  }
}
