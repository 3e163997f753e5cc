// A kind as a CSV file, for spreadsheets.

public import Daybook
import DaybookModel
import DaybookView

extension RowExport {
  /// Writes one kind: a header with the names of the columns, then a row for each entity, ascending by id. Lists and
  /// nested values are JSON, to-many relations lists of ids, bytes base64; null is an empty cell. Lines end with CRLF.
  public func writeCSV(
    of kind: String, _ ledger: Ledger, into place: ExportPlace
  ) async throws -> Receipt {
    let schemas = ledger.schemas
    return try await ledger.export(at: cut) { view, source in
      try csv(of: kind, schemas, view, source, into: place)
    }
  }

  /// Writes each kind that has rows to its own place, all from one view.
  ///
  /// - Parameters:
  ///   - ledger: the ledger whose kinds are written.
  ///   - places: the place of each of these kinds, which ascend.
  public func writeTables(
    of ledger: Ledger, into places: @Sendable (_ kinds: [String]) -> [ExportPlace]
  ) async throws -> (files: Int, receipt: Receipt) {
    let schemas = ledger.schemas
    return try await ledger.export(at: cut) { view, source in
      var whole = Receipt()
      let kinds = try kindsWithRows(view)
      for (kind, place) in zip(kinds, places(kinds)) {
        let receipt = try csv(of: kind, schemas, view, source, into: place)
        whole.rows += receipt.rows
        whole.hiddenKinds += receipt.hiddenKinds
        whole.missingBlobs += receipt.missingBlobs
        whole.leftOutFields += receipt.leftOutFields
      }
      return (kinds.count, whole)
    }
  }

  private func csv(
    of kind: String, _ schemas: SchemaRegistry, _ view: borrowing ViewReader, _ source: ExportSource,
    into place: ExportPlace
  ) throws -> Receipt {
    var receipt = Receipt()
    let columns = try Self.columns(of: kind, schemas, view)
    try place { write in
      var buffer = Self.joined([CSVCell.plain("_id")] + columns.map { CSVCell.text($0.name) })
      try forEachRow(of: kind, schemas, view, source, &receipt) { row in
        var values: [String: JSONValue] = [:]
        for field in row.fields { values[field.name] = field.value }
        buffer += Self.joined(
          [CSVCell.text(row.id)] + columns.map { Self.cell(values[$0.name] ?? .null, $0.type) })
        guard buffer.count >= Self.pieceSizeBytes else { return }
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      try write(buffer)
    }
    return receipt
  }

  /// Ascending.
  private func kindsWithRows(_ view: borrowing ViewReader) throws -> [String] {
    var found: [String] = []
    for kind in kinds(view) {
      var hasRows = kinds != nil
      if !hasRows { try view.forEachRow(of: kind, fields: []) { _ in hasRows = true } }
      if hasRows { found.append(kind) }
    }
    return found
  }

  /// The fields of the schema, then all other fields of the rows, by name.
  private static func columns(
    of kind: String, _ schemas: SchemaRegistry, _ view: borrowing ViewReader
  ) throws -> [(name: String, type: FieldType)] {
    let known = schemas[kind].map(StoredFields.of) ?? []
    var others: Set<String> = []
    try view.forEachRow(of: kind, fields: []) { row in others.formUnion(row.lineFields.map(\.name)) }
    return known.map { ($0.name, $0.type) }
      + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, .any) }
  }

  private static func cell(_ value: JSONValue, _ type: FieldType) -> [UInt8] {
    switch (type, value) {
    case (_, .null): []
    // In an unknown field, a text must be distinguishable from JSON.
    case (.any, _), (.array, _), (.dictionary, _), (.object, _), (.many, _): CSVCell.plain(value.description)
    case (_, .string(let text)): CSVCell.text(text)
    default: CSVCell.plain(value.description)
    }
  }

  private static func joined(_ cells: [[UInt8]]) -> [UInt8] {
    Array(cells.joined(separator: [UInt8(ascii: ",")])) + [0x0d, 0x0a]
  }
}

// Cells of a CSV file (RFC 4180) that a spreadsheet does not take for formulas.

/// What is written for a value. Reading takes the guard away again.
enum CSVCell {
  /// A text as a guarded cell. An empty text is `""`, to distinguish it from null.
  static func text(_ text: String) -> [UInt8] {
    Array(TableCell.quoted(TableCell.guarded(text), always: text.isEmpty).utf8)
  }

  /// A value that is not a user's text: a number, a time, JSON. It is never guarded.
  static func plain(_ content: String) -> [UInt8] { Array(TableCell.quoted(content).utf8) }
}
