import ArgumentParser
import Daybook
import DaybookText
import PurusHealth

/// The part of a record that is printed.
enum PrintedPart: String, ExpressibleByArgument, CaseIterable {
  case record, medication, vaccinations

  /// Above the name.
  var title: String {
    switch self {
    case .record: "Medical record"
    case .medication: "Medication list"
    case .vaccinations: "Vaccination card"
    }
  }

  /// The lists of the part. A reader of a medication list must also know the intolerances.
  var words: [EntryWord] {
    switch self {
    case .record: EntryWord.all
    case .medication: EntryWord.all.filter { ["drug", "allergy"].contains($0.name) }
    case .vaccinations: EntryWord.all.filter { $0.name == "vaccination" }
    }
  }
}

/// `daybook purus print RECORD`
struct PrintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Make a page to print: the whole record, a medication list, or a vaccination card.",
    discussion: """
      The page is one HTML file that loads nothing from a network, with all values. On the terminal, without --page, \
      hidden values stay hidden without --reveal. With --page -, it goes to the standard output, where hidden values \
      need --reveal.

      Examples:
        daybook purus print 'ann lee' --page record.html
        daybook purus print 'ann lee' --part medication --page drugs.html
        daybook purus print rex --part vaccinations --page - --reveal | lp
      """)

  @Option(help: "The part to print: \(PrintedPart.allCases.map(\.rawValue).joined(separator: ", ")).")
  var part = PrintedPart.record

  @OptionGroup var report: RecordPageOptions

  func run() async throws {
    let selection = report.selection
    let ledger = try await selection.open()
    let found = try await ledger.purus.record(matching: report.record)
    guard let rows = try await ledger.purus.rows(of: found.id) else { return }
    let style = TableStyle(zone: try selection.zone(), now: SystemClock.now())
    guard let place = report.page else {
      let shown = rows.shown(by: report.reveal.disclosure(ledger))
      return try report.options.output.show(shown.printed(part, style), shown.outputRecord)
    }
    let today = try selection.zone().day(at: SystemClock.now())
    func page(_ rows: RecordRows) -> String {
      rows.printed(part, style).html(part.title, foot: "Printed from Daybook on \(today)")
    }
    try report.write(
      page(rows), masked: page(rows.shown(by: Disclosure(ledger.schemas))), "page", to: place)
  }
}

extension OutputPage {
  /// The page as one file of HTML to print: its facts, and a table for each section. It loads nothing and runs nothing.
  ///
  /// - Parameters:
  ///   - kind: what it is, above the title: `Medication list`.
  ///   - foot: the source of the page, and its day.
  func html(_ kind: String, foot: String) -> String {
    var body = "<h1>\(Markup.text(title))</h1>\n"
    if !facts.isEmpty {
      body += "<dl>\n"
      for fact in facts {
        body += "<div><dt>\(Markup.text(fact.label))</dt><dd>\(Markup.text(fact.text))</dd></div>\n"
      }
      body += "</dl>\n"
    }
    body += sections.map(Self.table).joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(Markup.escaped(title)): \(Markup.escaped(kind))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <p class="what">\(Markup.escaped(kind))</p>
      \(body)<p class="foot">\(Markup.text(foot))</p>
      </body>
      </html>

      """
  }

  private static func table(_ section: Section) -> String {
    var text = "<h2>\(Markup.escaped(section.title))</h2>\n<table>\n<tr>"
    text += section.columns.map { "<th>\(Markup.text($0))</th>" }.joined() + "</tr>\n"
    for row in section.rows {
      text += "<tr>" + row.map { "<td>\(Markup.text(OutputTable.text($0)))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table>\n"
  }

  private static let style = """
    :root { color-scheme: light; font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fff; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
    .what { margin: 0; color: #555; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; }
    h1 { margin: 0 0 .4rem; font-size: 1.6rem; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; margin: 0 0 .6rem; }
    dl div { display: flex; gap: .4rem; }
    dt { color: #555; }
    dd { margin: 0; font-weight: 600; }
    h2 { margin: .9rem 0 .2rem; font-size: 1rem; break-after: avoid; }
    table { border-collapse: collapse; width: 100%; }
    th, td { border-bottom: 1px solid #bbb; padding: .15rem .5rem .15rem 0; text-align: left; vertical-align: top; }
    td { overflow-wrap: anywhere; white-space: pre-line; }
    tr { break-inside: avoid; }
    .foot { color: #555; font-size: .85rem; }
    @page { margin: 12mm; }
    @media print { :root { font-size: 9.5pt; } body { padding: 0; max-width: none; } }
    """
}

/// A report on a record: for the terminal, or as a page to print.
struct RecordPageOptions: ParsableArguments {
  @Argument(help: RecordHelp.record)
  var record: String

  @Option(
    name: [.customLong("page"), .customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write a page to print, with all values; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var page: OutputPlace?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Writes the page, which contains hidden values.
  ///
  /// - Parameters:
  ///   - masked: the same page without hidden values.
  ///   - noun: such as "card".
  func write(_ html: String, masked: @autoclosure () -> String, _ noun: String, to place: OutputPlace) throws
  {
    if let path = place.path {
      try WrittenFile.write(Array(html.utf8), to: path, replaces: force)
      return WrittenFile.tell(path, options.messages)
    }
    guard reveal.reveal || html == masked() else {
      throw LedgerError(
        .refused, "the \(noun) contains hidden values",
        advice: "write it to a file with --page, or print it with --reveal")
    }
    try options.output.show(document: Array(html.utf8))
  }
}
