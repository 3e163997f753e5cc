// The rows of a ledger in a fixed order, as exported tables have them: stored fields, not computed ones.

public import Daybook
import DaybookModel
public import DaybookView

/// Calls its argument with a function that writes bytes: to a file that is created whole or not at all, or to a stream.
public typealias ExportPlace =
  @Sendable (_ content: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws -> Void

/// Which rows of a ledger are exported, and as of when.
public struct RowExport: Sendable {
  /// Nil: all but the ledger's own kinds (`daybook.…`).
  public var kinds: [String]?
  /// Conditions by kind; kinds without one export all rows.
  public var conditions: [String: Condition] = [:]
  /// The point in the past that is exported.
  public var cut: Cut = .now
  /// Called before the first hidden value of a kind is written; an error that it throws ends the export.
  public var willReveal: @Sendable () throws -> Void = {}

  public init() {}

  /// The number of bytes that are written at once.
  static let pieceSizeBytes = 1 << 18

  /// The result of an export.
  public struct Receipt: Sendable, Equatable {
    /// How many rows were written.
    public var rows = 0
    /// The kinds with a row that has a value which other output masks.
    public var hiddenKinds: [String] = []
    /// Large values that are missing from this copy of the ledger: each is written as a reference.
    public var missingBlobs = 0
    /// Fields of kinds of no system that have the name of one of a line's own members.
    public var leftOutFields = 0

    init() {}
  }

  /// The kinds that are exported, ascending.
  func kinds(_ view: borrowing ViewReader) -> [String] {
    kinds.map { Array(Set($0)).sorted() } ?? view.kinds.filter { !$0.hasPrefix("daybook.") }
  }

  /// Hands on each row of a kind, ascending by id, with bytes that lie in blobs. Holds the ids of the kind.
  ///
  /// - Parameter body: receives the row's fields in the order of the kind's schema, then those that it does not have.
  func forEachRow(
    of kind: String, _ schemas: SchemaRegistry, _ view: borrowing ViewReader, _ source: ExportSource,
    _ receipt: inout Receipt, _ body: (Row) throws -> Void
  ) throws {
    let stored = Set(schemas[kind].map(StoredFields.of)?.map(\.name) ?? [])
    var ids: [String] = []
    if let condition = conditions[kind] {
      var query = Query(kind, where: condition)
      query.fields = []
      ids = try view.fetch(query).rows.map(\.id)
    } else {
      try view.forEachRow(of: kind, fields: []) { ids.append($0.id) }
    }
    var hasHidden = false
    let mayHide = schemas.hidesAnything(of: kind)
    ids.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for id in ids {
      guard var row = view.row(kind, id, fields: stored) else { continue }
      let fields = row.lineFields
      receipt.leftOutFields += row.fields.count - fields.count
      row.fields = fields
      for index in row.fields.indices where schemas[kind]?.field(row.fields[index].name)?.type == .data {
        let value = row.fields[index].value
        guard value.object != nil else { continue }
        if let bytes = try source.data(value) {
          row.fields[index].value = .string(ExportSource.base64(bytes))
        } else {
          receipt.missingBlobs += 1
        }
      }
      if mayHide, !hasHidden, schemas.hasHidden(row) {
        hasHidden = true
        receipt.hiddenKinds.append(kind)
        try willReveal()
      }
      try body(row)
      receipt.rows += 1
    }
  }
}

/// The fields of a kind that events write: no computed ones, and each relation only at the end that stores it.
enum StoredFields {
  static func of(_ schema: KindSchema) -> [FieldSchema] {
    schema.fields.filter { field in
      field.name != "id" && !field.isProjection && !schema.inverses.contains { $0.inverse == field.name }
    }
  }
}
