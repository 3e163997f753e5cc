import Daybook
import DaybookAppForms
import DaybookCommands

extension JSONExportRequest {
  /// Writes the document.
  func run(_ ledger: Ledger, _ context: ExportContext) async throws -> ExportReceipt {
    if let system, !FormNames.systems.contains(system) {
      throw LedgerError(
        .notFound, "there is no system '\(system)'",
        advice: Suggestion.advice(for: system, among: FormNames.systems)
          ?? "one of \(FormNames.systems.joined(separator: ", "))")
    }
    for kind in context.kinds where !FormNames.systems.contains(where: { kind.hasPrefix($0 + ".") }) {
      throw LedgerError(
        .usage, "json cannot hold '\(kind)'", advice: "'daybook export jsonl' writes every kind")
    }
    let schemas = ledger.schemas
    let kinds = schemas.kinds.map(\.kind).filter { kind in
      (context.kinds.isEmpty || context.kinds.contains(kind))
        && FormNames.systems.contains { kind.hasPrefix($0 + ".") }
        && (system.map { kind.hasPrefix($0 + ".") } ?? true)
    }
    // All queries in one reading, so that the document is from one moment.
    let queries = try kinds.map { try context.query($0, schemas) }
    let found = try await ledger.withView(at: context.cut) { view in
      Dictionary(uniqueKeysWithValues: try queries.map { ($0.kind, try view.fetch($0).rows) })
    }
    let hidden = found.values.contains { rows in rows.contains { schemas.hasHidden($0) } }
    if hidden { try context.willReveal() }
    var counts = (entities: 0, missing: 0)
    try context.write { write in
      var writing = FormWriting(
        kinds: kinds, schemas: schemas, query: { found[$0] ?? [] },
        content: { try ledger.content(of: $0) },
        write: write)
      try writing.run()
      counts = (writing.entityCount, writing.missingCount)
    }
    let notices =
      counts.missing == 0
      ? [] : [Notice("missing", "\(counts.missing) files are not here; they are exported as references")]
    return ExportReceipt([("entities", counts.entities)], revealed: hidden, notices: notices)
  }
}

extension Ledger {
  /// Of a data field; nil where it is not here.
  nonisolated fileprivate func content(of value: JSONValue) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    return try readBlob(value) { bytes += $0 } ? bytes : nil
  }
}
