import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus card RECORD`
struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Make an emergency card: allergies, drugs, illnesses, risks, and whom to call.",
    discussion: """
      On the terminal, hidden values stay hidden without --reveal. A page written with --page contains all values: one \
      HTML file that loads nothing from a network, for paper from A6 to A4 and for a phone. With --page -, it goes to \
      the standard output, where hidden values need --reveal.

      Examples:
        daybook purus card 'ann lee' --reveal
        daybook purus card rex --page rex.html
        daybook purus card rex --page - --reveal | lp
      """)

  @OptionGroup var report: RecordPageOptions

  func run() async throws {
    let ledger = try await report.selection.open()
    let found = try await ledger.purus.record(matching: report.record)
    guard let rows = try await ledger.purus.rows(of: found.id) else { return }
    let zone = try report.selection.zone()
    let today = zone.day(at: SystemClock.now())
    if let place = report.page {
      let masked = EmergencyCard(rows.shown(by: Disclosure(ledger.schemas)), on: today, zone: zone).page
      return try report.write(
        EmergencyCard(rows, on: today, zone: zone).page, masked: masked, "card", to: place)
    }
    let card = EmergencyCard(rows.shown(by: report.reveal.disclosure(ledger)), on: today, zone: zone)
    try report.options.output.show(card.outputPage, card.record(id: found.id.rawValue))
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
