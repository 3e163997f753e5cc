import Daybook
import DaybookModel
import DaybookView

/// A table that is being read, row by row.
struct OpenTable {
  let name: String
  let source: SyncSource
  private(set) var plan: TablePlan
  let width: Int
  private var reader: CSVReader
  private var isBehindHeader = false
  /// How many rows had this content before.
  private var equals: [UInt64: Int32] = [:]

  init(name: String, source: SyncSource, plan: TablePlan, width: Int, reader: CSVReader) {
    (self.name, self.source, self.plan) = (name, source, plan)
    (self.width, self.reader) = (width, reader)
  }

  /// Nil at the end.
  mutating func next(_ names: inout NameIndex, in state: borrowing LedgerState) throws -> ImportStep? {
    if !isBehindHeader {
      _ = try TableSurvey.header(&reader)
      isBehindHeader = true
    }
    if let column = plan.unknown.popLast() {
      let reason = "'\(column)' is not a field of \(plan.schema.kind), and is skipped"
      return .notice(SyncRemark(file: name, line: 1, reason: reason))
    }
    switch try reader.next() {
    case nil: return nil
    case .broken(let line, let column, let reason)?:
      return .skipped(SyncRemark(file: name, line: line, reason: "column \(column): \(reason)"))
    case .row(let row)?:
      do throws(RowProblem) {
        var entities = [try entity(of: row, &names, in: state)]
        if let kept = plan.kept {
          entities.append(kept.entity)
          plan.kept = nil
        }
        var record = ImportedRecord(file: name, line: row.line, entities: entities, source: source)
        // Values that a ledger accepted are accepted here; values that somebody changed in the table since must meet
        // the rules.
        if plan.idColumn != nil, case .id(let id) = entities[0].name {
          record.isHeldToRules = state.entity(plan.schema.kind, id: id) != nil
        }
        return .record(record)
      } catch {
        let place = error.column.map { "\($0): " } ?? ""
        return .skipped(SyncRemark(file: name, line: row.line, reason: place + error.reason))
      }
    }
  }

  private mutating func entity(
    of row: CSVRow, _ names: inout NameIndex, in state: borrowing LedgerState
  ) throws(RowProblem) -> ImportedEntity {
    guard row.cells.count <= width || row.cells[width...].allSatisfy({ $0.text.isEmpty }) else {
      throw RowProblem(reason: "it has \(row.cells.count) cells, and the header \(width)")
    }
    let values = try values(of: row, &names, in: state)
    var fields = values.fields
    for member in plan.constants where fields[member.key] == nil { fields[member.key] = member.value }
    let (name, isByContent) = try identity(of: row, fields)
    guard !isByContent else {
      // Later changes by the user stay, because an equal row contains nothing new.
      return ImportedEntity(plan.schema.kind, name, initial: fields, links: values.links)
    }
    var initial = JSONObject()
    if case .key(let key) = name, let field = plan.schema.key?.field {
      initial[field] = plan.schema.keyed(.string(key), field)
      fields[field] = nil
    }
    return ImportedEntity(
      plan.schema.kind, name, fields: fields, initial: initial, links: values.links, blobs: values.blobs)
  }

  private func values(
    of row: CSVRow, _ names: inout NameIndex, in state: borrowing LedgerState
  ) throws(RowProblem) -> RowValues {
    var values = RowValues()
    for planned in plan.cells {
      let converter = planned.converter
      let field = converter.field
      do throws(ValueProblem) {
        switch try converter.value(planned.cell(row)) {
        case .value(let value): values.set(value, field)
        case .measured(let value, let unit):
          values.set(value, field)
          if let field = converter.unit?.name { values.units.append((converter.column, field, unit)) }
        case .links(let ids): values.links += ids.map { .init(field.name, to: $0) }
        case .reference(let text):
          values.set(.string(try reference(text, converter, &names, in: state)), field)
        case .nothing where field.needsCell:
          // A blank is not 0, and not now.
          throw ValueProblem(
            what: "the cell is empty, and \(plan.schema.kind).\(field.name) needs a "
              + ([.double, .decimal].contains(field.type) ? "number" : "date"))
        case .nothing: if converter.isExact, let unwritten = field.unwritten { values.set(unwritten, field) }
        }
      } catch {
        throw RowProblem(column: converter.column, reason: error.what)
      }
    }
    for (column, field, unit) in values.units {
      if let said = values.fields[field]?.string, said != unit {
        throw RowProblem(column: column, reason: "the cell is in \(unit), but \(field) is \(said)")
      }
      values.setUnit(unit, field)
    }
    return values
  }

  private func reference(
    _ text: String, _ converter: CellConverter, _ names: inout NameIndex, in state: borrowing LedgerState
  ) throws(ValueProblem) -> String {
    guard case .one(let kind) = converter.field.type else { return text }
    do throws(ValueProblem) { return try names.id(text, of: kind, in: state) } catch {
      // An export has ids, perhaps of entities in another file; ids have no white space.
      guard plan.idColumn != nil, !text.contains(where: \.isWhitespace) else { throw error }
      return text
    }
  }

  // MARK: Identity

  private mutating func identity(
    of row: CSVRow, _ fields: JSONObject
  ) throws(RowProblem) -> (ImportedEntity.Name, isByContent: Bool) {
    func cell(_ index: Int) -> String {
      row.cells.indices.contains(index) ? KeyNormalizer.trimmed.normalized(row.cells[index].text) : ""
    }
    if let column = plan.idColumn {
      let id = TableCell.bare(row.cells.indices.contains(column) ? row.cells[column].text : "")
      guard !id.isEmpty else {
        throw RowProblem(column: TablePlan.idName, reason: "there is no id")
      }
      return (.id(id), false)
    }
    if let key = plan.schema.key?.field, let value = fields[key]?.string {
      guard !value.isEmpty else {
        throw RowProblem(column: key, reason: "it is empty, but identifies the row")
      }
      return (.key(value), false)
    }
    // The record is part of the identity: two people may have the same weight.
    let owner = plan.constants["record"] ?? .null
    if !plan.keyColumns.isEmpty {
      let key = plan.keyColumns.map { JSONValue.string(cell($0)) }
      return (.id(id(["key", owner, .array(key)])), false)
    }
    let content = JSONValue.array(["row", owner] + (0..<width).map { .string(cell($0)) }).description
    let digest = UInt64(DataValue.hash(of: content).prefix(16), radix: 16) ?? 0
    let ordinal = equals[digest, default: 0] &+ 1
    equals[digest] = ordinal
    return (.id(id([.string(content), .int(Int64(ordinal))])), true)
  }

  private func id(_ parts: [JSONValue]) -> String {
    NaturalKey.id(of: plan.schema.kind, normalized: "table " + JSONValue.array(parts).description)
  }
}

/// The values of a row's cells.
private struct RowValues {
  private(set) var fields = JSONObject()
  var links: [ImportedEntity.Link] = []
  /// Bytes too large for an event.
  private(set) var blobs: [[UInt8]] = []
  /// The units that numbers came with: the number's column, the unit's field, the unit.
  var units: [(column: String, field: String, unit: String)] = []

  mutating func setUnit(_ unit: String, _ field: String) { fields[field] = .string(unit) }

  mutating func set(_ value: JSONValue, _ field: FieldSchema) {
    guard field.type == .data, let stored = value.string.flatMap({ DataValue.stored(base64: $0) }) else {
      fields[field.name] = value
      return
    }
    fields[field.name] = stored.value
    if let blob = stored.blob { blobs.append(blob) }
  }
}

/// Why a row cannot be imported.
struct RowProblem: Error {
  var column: String?
  var reason: String

  init(column: String? = nil, reason: String) { (self.column, self.reason) = (column, reason) }
}

extension FieldSchema {
  /// Whether a row without the value cannot be read: the kind has no other for it.
  fileprivate var needsCell: Bool {
    guard !isOptional, !isProjection, stampDefault == nil else { return false }
    return type == .double || type == .decimal || type == .instant || type == .day
  }

  /// The meaning of an empty cell of an export.
  fileprivate var unwritten: JSONValue? {
    if case .many = type { return nil }
    return isOptional ? .null : stampDefault == nil ? defaultValue : nil
  }
}
