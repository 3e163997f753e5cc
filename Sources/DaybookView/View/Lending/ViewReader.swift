public import DaybookModel
package import DaybookRecords

/// Records read through the schemas: queries, and entities with those they are related to. Good only while it
/// is lent, which is why it cannot be copied; what leaves is made of values.
public struct ViewReader: ~Copyable {
  let view: View
  let records: UnsafePointer<Records>

  /// The moment of which formulas speak; nil where nothing is to come.
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

  /// Reads one entity; nil when it is not there, or is deleted, hidden with its owner or gone from its
  /// source. O(1), plus what `body` reads.
  public func read<Value>(
    _ kind: String, _ id: String, _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    guard let entity = view.shown(kind, id, records.pointee) else { return nil }
    return try body(EntityReader(view: view, records: records, entity: entity))
  }

  /// The same of whatever was ever written, though it be gone.
  public func readStored<Value>(
    _ kind: String, _ id: String, _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    guard let entity = records.pointee.entity(kind, id), view.allows(entity, records.pointee) else {
      return nil
    }
    return try body(EntityReader(view: view, records: records, entity: entity))
  }

  /// One entity with all of its fields, those of later versions too; nil as for `read`.
  public func row(_ kind: String, _ id: String) -> Row? { view.row(kind, id, in: records.pointee) }

  /// Answers a query. O(entities of the kind).
  public func fetch(_ query: Query) throws(LedgerError) -> QueryResult {
    try view.fetch(query, in: records.pointee)
  }

  /// Reads each entity that a query finds, in its order, and says how many there are before limit and offset.
  /// O(entities of the kind), plus what `body` reads of those within the limit.
  public func map<Value>(
    _ query: Query, _ body: (borrowing EntityReader) throws -> Value
  ) throws -> (values: [Value], count: Int) {
    var query = query
    query.fields = []
    let found = try fetch(query)
    return (try found.rows.compactMap { try read(query.kind, $0.id, body) }, found.count)
  }

  /// Calls `body` with the bytes of the id of every entity of the kind of which something was ever written, and which
  /// the viewer may see.
  public func forEachID(of kind: String, _ body: (Span<UInt8>) -> Void) {
    guard let kind = records.pointee.kind(kind) else { return }
    records.pointee.forEachEntity(of: kind) { entity in
      if view.allows(entity, records.pointee) { records.pointee.withID(of: entity, body) }
    }
  }
}
