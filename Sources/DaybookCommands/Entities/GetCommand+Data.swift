import Daybook

extension GetCommand {
  /// Shows a data field's content piece by piece. A file receives the whole content or nothing, and also that of a
  /// hidden field: a user who asks for a file wants what is in it.
  func show(_ field: String, of row: Row, in ledger: Ledger) throws {
    let value = try content(field, of: row, in: ledger)
    let isHidden = Disclosure(ledger.schemas).hides(field, of: row.kind)
    guard let output = output?.path else {
      return try write(value, field, isHidden) { try ledger.readData(value, into: $0) }
    }
    guard let sizeBytes = try ledger.copyBlob(value, to: output) else { throw missing(field) }
    if isHidden, !reveal.reveal {
      options.messages.show(Notice("revealed", "\(output) holds a value that is hidden elsewhere"))
    }
    try options.output.show([
      ("_kind", .string(row.kind)), ("_id", .string(row.id)), ("file", .string(output)),
      ("sizeBytes", .int(sizeBytes)),
    ])
  }

  private func content(_ field: String, of row: Row, in ledger: Ledger) throws -> JSONValue {
    guard let value = row[field] else {
      throw LedgerError(
        .badData, "\(row.kind) has no field '\(field)'",
        advice: Suggestion.advice(for: field, among: row.fields.map(\.name))
          ?? "see 'daybook schema show \(row.kind)'")
    }
    if let type = ledger.schemas[row.kind]?.field(field)?.type, type != .data {
      throw LedgerError(.usage, "\(row.kind).\(field) is not data", advice: "leave out --data")
    }
    if value.isNull { throw LedgerError(.notFound, "\(row.kind) \(row.id) has no \(field)") }
    return value
  }

  private func write(
    _ value: JSONValue, _ field: String, _ isHidden: Bool, _ read: (([UInt8]) throws -> Void) throws -> Bool
  ) throws {
    if isHidden, !reveal.reveal {
      throw LedgerError(
        .refused, "\(entity.kind).\(field) is hidden", advice: "give --reveal, or a file with -o")
    }
    try options.output.checkTakesBytes("the content of \(field)")
    guard try read({ try options.output.write($0) }) else { throw missing(field) }
  }

  private func missing(_ field: String) -> LedgerError {
    LedgerError(
      .notFound, "the content of \(entity.kind) \(entity.id) \(field) is not here",
      advice: "replicate from a machine that has it")
  }
}
