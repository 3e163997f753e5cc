import Daybook

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
