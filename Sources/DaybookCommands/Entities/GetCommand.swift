import ArgumentParser
import Daybook

/// `daybook get KIND ID`
struct GetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Show one entity.",
    discussion: """
      The exit status is 1 when there is no such entity. A date without a time means the end of that day. Hidden values read \(Disclosure.mask) unless --reveal is given.

      Examples:
        daybook get sam.person 'Ann Lee'
        daybook get purus.weightEntry 01a206d0-cca
        daybook get sam.person 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --as-of 2026-09-30
        daybook get purus.medicalDocumentEntry 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a13 --data documentData -o scan.pdf
      """)

  @OptionGroup var entity: EntityArguments

  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption

  @Option(
    help: ArgumentHelp(
      "Only the content of this data field, as it is; with -o into a file.", valueName: "field"))
  var data: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to put the content; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if output != nil, data == nil {
      throw ValidationError("-o writes the content of a data field: name the field with --data")
    }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let cut = try moment.cut(try await cut.cut(selection, in: ledger), selection)
    let request = EntityRequest(self)
    guard let row = try await ledger.row(request.id, of: request.kind, at: cut, as: viewer) else {
      var missing = entity.notFound
      missing.advice =
        try await ledger.advice(ifDeleted: EntityName(kind: request.kind, id: request.id), as: viewer)
        ?? missing.advice
      throw missing
    }
    if let data { return try show(data, of: row, in: ledger) }
    try request.show(row, ledger.schemas)
  }
}

extension OutputRow {
  /// Metadata first, then the fields in the schema's order.
  init(_ row: Row) {
    self.init([
      ("_kind", .string(row.kind)), ("_id", .string(row.id)),
      ("_stamp", row.stamp.map { .string($0.description) } ?? .null),
    ])
    for field in row.lineFields { append(field.name, field.value) }
    if !row.erased.isEmpty { append("_erased", .array(row.erased.map { .string($0) })) }
  }
}

extension GetCommand {
  /// Shows a data field's content piece by piece. A file receives the whole content or nothing, even that of a hidden
  /// field: a user who asks for a file wants its content.
  func show(_ field: String, of row: Row, in ledger: Ledger) throws {
    let value = try content(field, of: row, in: ledger)
    let isHidden = Disclosure(ledger.schemas).hides(field, of: row.kind)
    guard let output = output?.path else {
      return try write(value, field, isHidden) { try ledger.readData(value, into: $0) }
    }
    guard let sizeBytes = try ledger.copyBlob(value, to: output) else { throw missing(field) }
    if isHidden, !reveal.reveal {
      options.messages.show(Notice("revealed", "\(output) contains a hidden value"))
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

/// A `daybook get` with plain arguments.
struct EntityRequest: PlainRequest {
  static let options: [String] = ["ledger", "tz", "format"]
  static let flags: [String] = ["reveal"]

  var kind: String
  var id: String
  var ledger: String?
  var format: OutputFormat?
  var tz: String?
  var reveals = false

  init(_ arguments: PlainArguments) throws(PlainArguments.NotPlain) {
    guard arguments.words.count == 2 else { throw PlainArguments.NotPlain() }
    (kind, id) = (arguments.words[0], arguments.words[1])
    (ledger, format, tz) = (arguments["ledger"], try arguments.format, arguments["tz"])
    reveals = arguments.has("reveal")
  }

  /// A whole id is answered at once; for any other text, the full command finds the entity.
  func answer(from ledger: borrowing SynchronousLedger) throws -> Bool {
    guard let row = ledger.get(kind: kind, id: id) else { return false }
    try show(row, ledger.schemas)
    return true
  }

  func show(_ row: Row, _ schemas: SchemaRegistry) throws {
    let disclosure = Disclosure(schemas, reveals: reveals, count: HiddenValues.current)
    let output = Output(format)
    var shown = disclosure.row(row)
    if output.format == .table {
      shown = shown.told(schemas, in: try .named(tz))
      for index in shown.fields.indices where shown.erased.contains(shown.fields[index].name) {
        shown.fields[index].value = "(erased)"
      }
    }
    try output.show(OutputRecord(OutputRow(shown)))
  }
}

extension EntityRequest {
  /// The request of the parsed command, without the options that plain arguments do not cover.
  init(_ command: GetCommand) {
    (kind, id) = (command.entity.kind, command.entity.id)
    (ledger, format, tz) = (command.selection.ledger, command.options.format, command.selection.tz)
    reveals = command.reveal.reveal
  }
}
