import ArgumentParser
package import Daybook

/// `daybook import csv FILE… --kind KIND`
struct ImportCSVCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv",
    abstract: "Import tables: comma- or tab-separated values of spreadsheets, scales, laboratories.",
    discussion: """
      The first row names the columns. A column with the name of a field is that field. For the others, the command \
      asks once on a terminal, or you say it once with --map; the ledger keeps the mapping, so that later files with \
      the same columns need none, on any machine. The column separator, the charset, the order of day and month and \
      the decimal mark are detected; if one cannot be, the command says so.

      A row is identified by its _id, if 'export csv' wrote it, by the natural key of its kind, by the columns that \
      --key names, or else by its content: the same file again writes nothing, and an added row adds an entity. A row \
      that cannot be read is skipped and named.

      Examples:
        daybook import csv scale.csv --kind purus.weightEntry --record "Ann Lee" --map 'Datum=date' --map 'BMI='
        daybook import csv labs.csv --kind purus.bloodEntry --record "Ann Lee" --date-order dmy
        daybook import csv contacts.csv --kind sam.person --map 'First Name+Last Name=displayNameCache'
        daybook import csv exported/
      """)

  @Argument(
    help: "Tables, or folders of them; - is the standard input.",
    completion: .file(extensions: ["csv", "tsv"]))
  package var files: [String]

  @Option(
    help: ArgumentHelp(
      "The kind of the rows; by default the one that the file is named after.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  package var kind: String?

  @Option(
    help: ArgumentHelp(
      "The record that the rows belong to: a name, an id or its beginning.", valueName: "record")
  )
  package var record: String?

  @Option(
    help: ArgumentHelp(
      "The field of a column, or of several joined with +; nothing after = skips the column.",
      valueName: "column=field"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp("A column that identifies the row; several identify it together.", valueName: "column")
  )
  package var key: [String] = []

  @Option(help: ArgumentHelp("The column separator, or 'tab'.", valueName: "sign"))
  var separator: String?

  @Option(
    help: ArgumentHelp("Which number of a date comes first: dmy or mdy.", valueName: "order"),
    completion: .list(["dmy", "mdy"]))
  var dateOrder: TableDateOrder?

  @Option(help: ArgumentHelp("The decimal mark: . or ,", valueName: "mark"))
  var decimal: TableDecimal?

  @OptionGroup var importing: ImportOptions

  func run() async throws {
    var request = TableImportRequest(
      files: files, zone: try importing.options.selection.zone(), named: importing.options.selection.tz)
    (request.kind, request.record, request.key) = (kind, record, key)
    (request.dateOrder, request.decimal, request.source) = (
      dateOrder?.rawValue, decimal?.rawValue, importing.source
    )
    request.map = try map.map { text in
      guard let sign = text.lastIndex(of: "=") else {
        throw LedgerError(
          .usage, "'\(text)' does not map a column", advice: "write --map 'Column=field'")
      }
      return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
    request.separator = try separator.map { text in
      let sign = text == "tab" || text == "\\t" ? "\t" : text
      guard let byte = sign.utf8.first, sign.utf8.count == 1, byte < 0x80, !"\"\r\n".utf8.contains(byte)
      else {
        throw LedgerError(
          .usage, "'\(text)' is not a column separator", advice: "give one character, such as ; or tab")
      }
      return byte
    }
    try await importing.run(request)
  }
}

enum TableDateOrder: String, ExpressibleByArgument { case dmy, mdy }

enum TableDecimal: String, ExpressibleByArgument {
  case point = "."
  case comma = ","
}

package struct TableImportRequest: RecordImportRequest {
  package var files: [String]
  public var kind: String?
  package var record: String?
  /// An empty field skips a column.
  package var map: [(column: String, field: String)] = []
  public var key: [String] = []
  package var separator: UInt8?
  /// `dmy` or `mdy`.
  package var dateOrder: String?
  /// `.` or `,`.
  package var decimal: String?
  package var source: String?
  package var zone: TimeZoneRule
  /// Nil where nobody named one.
  package var zoneName: String?

  init(files: [String], zone: TimeZoneRule, named zoneName: String?) {
    (self.files, self.zone, self.zoneName) = (files, zone, zoneName)
  }
}
