// A ledger as lines of JSON: each is one entity with all of its stored fields, so that another ledger can be made of
// them.

public import Daybook
import DaybookModel
import DaybookView

extension RowExport {
  /// Writes a line for each row: `{"_kind":"sam.person","_id":"…","displayNameCache":"Ann Lee",…}`, ascending by kind and
  /// id; to-many relations are lists of ids in the order of their links, bytes base64. Fields with the default values
  /// of a new entity are included. Equal ledgers give equal bytes.
  public func writeLines(
    of ledger: Ledger, into place: ExportPlace
  ) async throws -> Receipt {
    let schemas = ledger.schemas
    return try await ledger.export(at: cut) { view, source in
      var receipt = Receipt()
      try place { write in
        var buffer: [UInt8] = []
        for kind in kinds(view) {
          try forEachRow(of: kind, schemas, view, source, &receipt) { row in
            buffer += Self.line(row)
            guard buffer.count >= Self.pieceSizeBytes else { return }
            try write(buffer)
            buffer.removeAll(keepingCapacity: true)
          }
        }
        if !buffer.isEmpty { try write(buffer) }
      }
      return receipt
    }
  }

  /// The members in the order of the schema, which is easier to read than alphabetical order.
  static func line(_ row: Row) -> [UInt8] {
    var line: [UInt8] = Array("{\"_kind\":".utf8)
    line += JSONValue.string(row.kind).canonicalBytes
    line += Array(",\"_id\":".utf8)
    line += JSONValue.string(row.id).canonicalBytes
    for field in row.fields {
      line.append(UInt8(ascii: ","))
      line += JSONValue.string(field.name).canonicalBytes
      line.append(UInt8(ascii: ":"))
      line += field.value.canonicalBytes
    }
    line += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    return line
  }
}
