import Daybook
import DaybookAppForms
import DaybookChats
import DaybookCommands
import DaybookModel

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

extension ChatImporter {
  init(_ request: ChatImportRequest) throws {
    guard let network = ChatNetwork(rawValue: request.network.rawValue) else {
      throw LedgerError(.usage, "there is no network '\(request.network.rawValue)'")
    }
    var options = Options(zone: try Self.zone(request.zone))
    options.dateOrder = request.dateOrder.flatMap { DateOrder(rawValue: $0) }
    let language = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { Environment.nonEmpty($0) }.first
    options.fallbackOrder = .usual(in: language ?? "")
    (options.user, options.ownNames, options.chatName) = (request.user, request.ownNames, request.chatName)
    options.sourceName = request.source
    try self.init(network, request.files, options)
  }

  private static func zone(_ name: String?) throws -> any ZoneOffsets {
    guard let name else { return ZoneDirectory.local() }
    guard let zone = ZoneDirectory.zone(named: name) else {
      throw LedgerError(.usage, "there is no time zone '\(name)'", advice: "name one such as Europe/Berlin")
    }
    return zone
  }
}
