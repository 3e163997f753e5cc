import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus list [RECORD [KIND]]`
struct PurusListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the records, or the entries of one.",
    discussion: """
      Kinds of entries: \(EntryWord.all.map(\.name).joined(separator: ", ")). An entry is changed with 'daybook \
      purus edit' and deleted with 'daybook purus remove'.

      Examples:
        daybook purus list
        daybook purus list rex
        daybook purus list ann drugs --reveal --format csv
      """)

  @Argument(help: RecordHelp.record)
  var record: String?

  @Argument(help: "Only entries of this kind.")
  var kind: String?

  @OptionGroup var past: AsOfOption
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var list: ListOptions

  func run() async throws {
    let word = try kind.map(EntryWord.read)
    let ledger = try await list.selection.open()
    let cut = try past.cut(list.selection)
    guard let record else {
      return try await list.show(
        try await ledger.purus.records(at: cut), in: ledger,
        empty: "there is no record yet; see 'daybook purus record new'")
    }
    let found = try await ledger.purus.record(matching: record, at: cut)
    guard let rows = try await ledger.purus.rows(of: found.id, at: cut) else { return }
    let disclosure = reveal.disclosure(ledger)
    let entries = (word.map { [$0] } ?? EntryWord.all).flatMap { word in rows[word.list].map { (word, $0) } }
    let shown = entries.dropFirst(list.offset).prefix(list.count ?? .max).map { ($0.0, disclosure.row($0.1)) }
    if entries.isEmpty {
      let erased = try await ledger.erasedEntries(word.map { [$0] } ?? EntryWord.all, at: cut)
      list.options.messages.show(.empty(found.name, word?.title.lowercased() ?? "entries", erased: erased))
    }
    guard list.isTable else { return try showRows(shown.map(\.1)) }
    try await showTable(shown, isMixed: word == nil, in: ledger)
    list.showRest(of: entries.count, shown: shown.count)
  }

  private func showRows(_ rows: [Row]) throws {
    let rows = rows.map { OutputRow($0) }
    try list.options.output.show(
      columns: rows.columns, list.options.output.format == .csv ? rows.map(\.forSpreadsheet) : rows)
  }

  private func showTable(_ entries: [(EntryWord, Row)], isMixed: Bool, in ledger: Ledger) async throws {
    guard let first = entries.first?.0 else { return }
    let style = try await list.selection.tableStyle(in: ledger, of: entries.map(\.1))
    let rows = entries.map { word, row in
      var cells: [(name: String, value: JSONValue)] = []
      if isMixed {
        let texts = word.fields.filter { $0 != "date" }.map {
          OutputTable.text(EntryCells.cell(row, $0, style))
        }
        cells = [
          ("what", .string(word.name)), ("when", EntryCells.cell(row, "date", style)),
          ("entry", .text(texts.filter { !$0.isEmpty }.joined(separator: ", "))),
        ]
      } else {
        cells = word.fields.map { (EntryCells.heading($0), EntryCells.cell(row, $0, style)) }
      }
      return OutputRow(cells + [("id", .string(style.shortID(row.id)))])
    }
    let names = isMixed ? ["what", "when", "entry"] : first.fields.map(EntryCells.heading)
    try list.options.output.show(columns: names + ["id"], rows)
  }
}

extension Notice {
  fileprivate static func empty(_ record: String, _ entries: String, erased: Int) -> Notice {
    if erased == 0 { return Notice("empty", "\(record) has no \(entries) yet") }
    let what =
      erased == 1
      ? "1 in the ledger is erased, and no longer says whose it was"
      : "\(erased) in the ledger are erased, and no longer say whose they were"
    return Notice("empty", "\(record) has no \(entries) that can be shown: \(what)")
  }
}

extension Ledger {
  /// How many entries are erased with the record that they belonged to.
  fileprivate func erasedEntries(_ words: [EntryWord], at cut: Cut) async throws -> Int {
    var count = 0
    for word in words {
      let kind = word.list.kind
      var query = Query(kind)
      query.condition = try WhereParser.parse(
        "_erased contains 'record'", kind: kind, registry: schemas, now: SystemClock.now())
      query.isCount = true
      count += try await self.query(query, at: cut).count
    }
    return count
  }
}

extension LedgerSelection {
  /// How tables show moments, and the ids of these rows.
  func tableStyle(in ledger: Ledger, of rows: [Row]) async throws -> TableStyle {
    var style = TableStyle(zone: try zone(), now: SystemClock.now())
    let (ids, kinds) = (rows.map(\.id), Set(rows.map(\.kind)))
    style.shortIDs = try await ledger.withView { $0.shortIDs(ids, among: Array(kinds)) }
    return style
  }
}

extension RecordSummary: Listed {
  static let entityKind = MedicalRecord.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("displayName") { .string($0.name) },
    Member("isPet") { .bool($0.creature == .pet) },
    Member("petBreed") { .string($0.breed) },
    Member("entryCount") { .count($0.entryCount) },
    Member("isCloudEnabled") { .bool($0.isCloudEnabled) },
    Member("isSharingEnabled") { .bool($0.isSharingEnabled) },
    Member("recordLocation") { .string($0.location.rawValue) },
    Member("updatedAt") { .date($0.updatedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.name },
    Column("who") {
      $0.creature == .pet ? TableStyle.list(["pet", $0.breed.isEmpty ? nil : $0.breed]) : "person"
    },
    Column("entries", count: \.entryCount),
    Column("kept") { $0.location == .local ? nil : $0.location.rawValue },
    Column("shared") { $0.isSharingEnabled ? "shared" : nil },
  ]
}
