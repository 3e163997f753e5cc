import ArgumentParser
import Daybook
import PurusHealth

/// What of a record is printed.
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

  /// The lists that it has. Whoever reads what somebody takes has to know what they cannot bear.
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
      The page is one file of HTML that loads nothing from a network, with all values. On the terminal, without --page, what \
      is hidden stays hidden without --reveal. With --page - it goes to the standard output, which takes hidden \
      values with --reveal alone.

      Examples:
        daybook purus print 'ann lee' --page record.html
        daybook purus print 'ann lee' --part medication --page drugs.html
        daybook purus print rex --part vaccinations --page - --reveal | lp
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Option(help: "What of it: \(PrintedPart.allCases.map(\.rawValue).joined(separator: ", ")).")
  var part = PrintedPart.record

  @Option(
    help: ArgumentHelp("Write the page, with all values; - is the standard output.", valueName: "file"),
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
    let style = TableStyle(zone: try selection.zone(), now: SystemClock.now())
    guard let page else {
      let shown = rows.shown(by: reveal.disclosure(ledger))
      return try options.output.show(shown.printed(part, style), shown.outputRecord)
    }
    let today = try selection.zone().day(at: SystemClock.now())
    let foot = "Printed from Daybook on \(today)"
    let bytes = Array(rows.printed(part, style).html(part.title, foot: foot).utf8)
    if let path = page.path {
      try WrittenFile.write(bytes, to: path, replaces: force)
      return WrittenFile.tell(path, options.messages)
    }
    let masked = rows.shown(by: Disclosure(ledger.schemas)).printed(part, style)
    guard reveal.reveal || Array(masked.html(part.title, foot: foot).utf8) == bytes else {
      throw LedgerError(
        .refused, "the page holds hidden values as they are",
        advice: "write it to a file with --page, or print it with --reveal")
    }
    try options.output.show(document: bytes)
  }
}
