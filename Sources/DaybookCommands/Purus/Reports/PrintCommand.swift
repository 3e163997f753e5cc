import ArgumentParser
import Daybook
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
