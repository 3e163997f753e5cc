import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus card RECORD`
struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Make an emergency card: allergies, drugs, illnesses, risks, and whom to call.",
    discussion: """
      On the terminal what is hidden stays hidden without --reveal. A page written with --page is whole: one file \
      of HTML that loads nothing from a network, for paper from A6 to A4 and for a phone. With --page - it goes to the \
      standard output, which takes hidden values with --reveal alone.

      Examples:
        daybook purus card 'ann lee' --reveal
        daybook purus card rex --page rex.html
        daybook purus card rex --page - --reveal | lp
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Option(
    help: ArgumentHelp(
      "Write the card as a page to print, with all values; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var page: OutputPlace?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let found = try await ledger.record(matching: record)
    guard let rows = try await ledger.recordRows(of: found.id) else { return }
    if let page { return try write(rows, ledger.schemas, to: page) }
    let card = EmergencyCard(rows.shown(by: reveal.disclosure(ledger)))
    try options.output.show(card.outputPage, card.record(id: found.id.rawValue))
  }

  private func write(_ rows: RecordRows, _ schemas: SchemaRegistry, to place: OutputPlace) throws {
    let card = EmergencyCard(rows)
    if let path = place.path {
      try WrittenFile.write(Array(card.page.utf8), to: path, replaces: force)
      return WrittenFile.tell(path, options.messages)
    }
    guard reveal.reveal || card == EmergencyCard(rows.shown(by: Disclosure(schemas))) else {
      throw LedgerError(
        .refused, "the card holds hidden values as they are",
        advice: "write it to a file with --page, or print it with --reveal")
    }
    try options.output.show(document: Array(card.page.utf8))
  }
}

extension EmergencyCard {
  fileprivate var outputPage: OutputPage {
    var page = OutputPage(title: name)
    for fact in facts { page.add(fact.label, OneLine.of(fact.text)) }
    for section in sections {
      page.add(
        section.title, ["line"],
        section.lines.map { [.string($0.texts.map { OneLine.of($0) }.joined(separator: " · "))] })
    }
    return page
  }

  fileprivate func record(id: String) -> OutputRecord {
    var row = OutputRow([
      ("_kind", .string(MedicalRecord.kind)), ("_id", .string(id)), ("name", .string(name)),
      ("isPet", .bool(creature == .pet)),
    ])
    row.append("facts", facts.map { OutputRow([("label", .string($0.label)), ("text", .string($0.text))]) })
    row.append(
      "sections",
      sections.map { section in
        OutputRow([
          ("title", .string(section.title)),
          ("lines", .array(section.lines.map { .array($0.texts.map { .string($0) }) })),
        ])
      })
    return OutputRecord(row)
  }
}
