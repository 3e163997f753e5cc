public import DaybookModel
package import DaybookRecords

/// Records read through the schemas: queries, and entities with those they are related to. Valid only while it is lent,
/// which is why it cannot be copied; results are plain values.
public struct ViewReader: ~Copyable {
  let view: View
  let records: UnsafePointer<Records>

  /// The moment for which formulas are computed; nil: nothing counts as upcoming.
  public var moment: Instant? { view.moment }

  /// The zone of the days and times that people read.
  public var zone: TimeZoneRule { view.zone }

  /// The schemas that the records are read through.
  public var schemas: SchemaRegistry { view.registry }

  /// Lends the records to `body`.
  package static func withReader<Result>(
    _ view: View, _ records: borrowing Records, _ body: (borrowing ViewReader) throws -> Result
  ) rethrows -> Result {
    view.refresh(records)
    return try withUnsafePointer(to: records) { try body(ViewReader(view: view, records: $0)) }
  }

  private init(view: View, records: UnsafePointer<Records>) { (self.view, self.records) = (view, records) }

  /// Reads one entity; nil if it does not exist, or is deleted, hidden with its owner or gone from its
  /// source. O(1), plus what `body` reads.
  public func read<Value>(
    _ kind: String, _ id: String, _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    guard let entity = view.shown(kind, id, records.pointee) else { return nil }
    return try body(EntityReader(view: view, records: records, entity: entity))
  }

  /// The same for an entity that anybody ever wrote, even if it is gone.
  public func readStored<Value>(
    _ kind: String, _ id: String, _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    guard let entity = records.pointee.entity(kind, id), view.allows(entity, records.pointee) else {
      return nil
    }
    return try body(EntityReader(view: view, records: records, entity: entity))
  }

  /// One entity with all of its fields, including those of later versions; nil as for `read`.
  public func row(_ kind: String, _ id: String) -> Row? { view.row(kind, id, in: records.pointee) }

  /// Answers a query. O(entities of the kind).
  public func fetch(_ query: Query) throws(LedgerError) -> QueryResult {
    try view.fetch(query, in: records.pointee)
  }

  /// Reads each entity that a query finds, in its order, and returns how many there are before limit and offset.
  /// O(entities of the kind), plus what `body` reads of those within the limit.
  public func map<Value>(
    _ query: Query, _ body: (borrowing EntityReader) throws -> Value
  ) throws -> (values: [Value], count: Int) {
    var query = query
    query.fields = []
    let found = try fetch(query)
    return (try found.rows.compactMap { try read(query.kind, $0.id, body) }, found.count)
  }

  /// Calls `body` with the bytes of the id of every entity of the kind that anybody ever wrote and that the viewer may
  /// see.
  public func forEachID(of kind: String, _ body: (Span<UInt8>) -> Void) {
    guard let kind = records.pointee.kind(kind) else { return }
    records.pointee.forEachEntity(of: kind) { entity in
      if view.allows(entity, records.pointee) { records.pointee.withID(of: entity, body) }
    }
  }
}

// Whole kinds row by row, for code that converts a ledger to another form.

extension ViewReader {
  /// The kinds that have ever been written, or have entities without events; ascending by name.
  public var kinds: [String] {
    records.pointee.kindIDs.map { records.pointee.name(of: $0) }.sorted()
  }

  /// Passes on each existing entity of a kind, with the requested fields of its schema and all fields that its schema
  /// does not know, in no particular order. O(entities of the kind).
  public func forEachRow(
    of kind: String, fields wanted: Set<String>, _ body: (Row) throws -> Void
  ) throws {
    guard let kind = records.pointee.kind(kind) else { return }
    for entity in records.pointee.entities(of: kind) where view.isShown(entity, in: records.pointee) {
      try body(view.row(entity, fields: wanted, records.pointee))
    }
  }

  /// The same for one entity; nil if it does not exist. O(1).
  public func row(_ kind: String, _ id: String, fields wanted: Set<String>) -> Row? {
    view.shown(kind, id, records.pointee).map { view.row($0, fields: wanted, records.pointee) }
  }

  /// Whether an entity can be read.
  public func isThere(_ kind: String, _ id: String) -> Bool { view.shown(kind, id, records.pointee) != nil }

  /// The entities whose rows may change if this one appears or disappears: those that disappear with it, and those that
  /// refer to it, even if they are gone. O(what is found), and O(entities of the kinds that refer) the first time.
  public func dependents(of kind: String, _ id: String) -> [(kind: String, id: String)] {
    guard let entity = records.pointee.entity(kind, id) else { return [] }
    let found =
      view.belongings(of: entity, in: records.pointee) + view.referrers(of: entity, in: records.pointee)
    return found.map { (records.pointee.name(of: records.pointee.kind(of: $0)), records.pointee.id(of: $0)) }
  }

  /// The existing entities that are hidden as soon as this one is deleted, by kind and id. O(what is found), and
  /// O(entities of the kinds that refer) the first time.
  public func goingAlong(with kind: String, _ id: String) -> [(kind: String, id: String)] {
    guard let entity = records.pointee.entity(kind, id), view.isShown(entity, in: records.pointee) else {
      return []
    }
    return view.belongings(of: entity, in: records.pointee).filter { view.isShown($0, in: records.pointee) }
      .map { (records.pointee.name(of: records.pointee.kind(of: $0)), records.pointee.id(of: $0)) }
  }

  /// Lends a reader of texts, as long as the records are lent.
  public func withTexts<Result>(_ body: (TextReader) throws -> Result) rethrows -> Result {
    try body(TextReader(view, records))
  }
}

extension View {
  func row(_ entity: EntityIndex, fields wanted: Set<String>, _ records: borrowing Records) -> Row {
    var fields: [Row.Field] = []
    let plan = plan(of: entity, records)
    for field in plan?.fields ?? [] where wanted.contains(field.schema.name) {
      fields.append(Row.Field(field.schema.name, shownValue(entity, field, records)))
    }
    return Row(
      kind: records.name(of: records.kind(of: entity)), id: records.id(of: entity),
      stamp: records.lastWrite(entity), isGone: false,
      fields: fields + rawFields(entity, except: plan?.known ?? [], records))
  }
}

extension TextReader {
  /// The texts that a search finds in an existing entity: its names, and the rest of its texts.
  public func texts(of kind: String, _ id: String, reveals: Bool) -> (titles: [String], others: [String]) {
    var texts: (titles: [String], others: [String]) = ([], [])
    guard let entity = entity(kind, id) else { return texts }
    forEachText(of: entity) { field, bytes in
      guard reveals || !field.isHidden, !bytes.isEmpty else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if field.isTitle { texts.titles.append(text) } else { texts.others.append(text) }
    }
    return texts
  }
}
