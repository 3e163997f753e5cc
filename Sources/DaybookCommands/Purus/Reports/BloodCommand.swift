import ArgumentParser
import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook purus blood RECORD [VALUE]`
struct BloodCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blood",
    abstract: "Show each blood value over time, with a plot on the terminal.",
    discussion: """
      Entries that name the same value in the same unit belong together; two numbers with a slash are a blood pressure. \
      What was measured is hidden without --reveal.

      Examples:
        daybook purus blood 'ann lee' --reveal
        daybook purus blood 'ann lee' hba1c --since 2026-01-01 --reveal
        daybook purus blood rex --reveal --format csv > rex.csv
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Argument(help: "Only the values whose name contains this, ignoring case.")
  var value: String?

  @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
  var until: String?

  @Flag(inversion: .prefixedNo, help: "Draw the plots.")
  var plot = true

  @OptionGroup var past: AsOfOption
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let since = try since.map { Date(try selection.instant($0, .start)) }
    let until = try until.map { Date(try selection.instant($0, .end)) }
    let ledger = try await selection.open()
    let cut = try past.cut(selection)
    let found = try await ledger.purus.record(matching: record, at: cut)
    var series = try await ledger.purus.bloodSeries(of: found.id, since: since, until: until, at: cut)
    if let value, reveal.reveal {
      series = series.filter { $0.title.lowercased().contains(value.lowercased()) }
    }
    if series.isEmpty {
      options.messages.show(
        Notice("empty", "\(found.name) has no such blood value; see 'daybook purus add blood'"))
      return
    }
    let zone = try selection.zone()
    let style = TableStyle(zone: zone, now: SystemClock.now())
    let disclosure = reveal.disclosure(ledger)
    guard options.output.format == .table else {
      let rows = series.flatMap { one in one.readings.map { row($0, of: one, disclosure) } }
      return try options.output.show(columns: rows.columns, rows)
    }
    guard reveal.reveal else {
      let rows = series.flatMap(\.readings).map { reading in
        let shown = disclosure.value(.string(reading.text), of: "value", kind: BloodEntry.kind)
        return OutputRow([
          ("when", .text(style.timeOrDay(reading.date))), ("value", shown),
        ])
      }
      return try options.output.show(columns: ["when", "value"], rows)
    }
    for (index, one) in series.enumerated() {
      if index > 0 { try options.output.show(text: "\n") }
      try show(one, style, zone)
    }
  }

  /// For programs.
  private func row(_ reading: BloodReading, of series: BloodSeries, _ disclosure: Disclosure) -> OutputRow {
    func hidden(_ value: JSONValue) -> JSONValue {
      disclosure.value(value, of: "value", kind: BloodEntry.kind)
    }
    return OutputRow([
      ("_kind", .string(BloodEntry.kind)), ("_id", .string(reading.id.rawValue)),
      ("date", .date(reading.date)),
      ("name", hidden(.string(series.title))),
      ("number", hidden(reading.numbers.first.map { .double($0) } ?? .null)),
      ("second", hidden(reading.numbers.dropFirst().first.map { .double($0) } ?? .null)),
      ("unit", hidden(.string(reading.unit))), ("value", hidden(.string(reading.text))),
      ("comment", disclosure.value(.string(reading.comment), of: "comment", kind: BloodEntry.kind)),
    ])
  }

  private func show(_ series: BloodSeries, _ style: TableStyle, _ zone: TimeZoneRule) throws {
    let heading =
      series.unit.isEmpty || series.unit == series.title ? series.title : "\(series.title), \(series.unit)"
    var text = VisibleText.escape(OneLine.of(heading)) + "\n"
    for place in 0..<series.width where plot { text += drawing(of: series.points(place), zone) }
    try options.output.show(text: text)
    let rows = series.readings.map { reading in
      OutputRow([
        ("when", .text(style.timeOrDay(reading.date))),
        ("value", .string(OneLine.of(reading.text))),
        ("comment", .text(reading.comment.isEmpty ? nil : OneLine.of(reading.comment))),
      ])
    }
    try options.output.show(columns: ["when", "value", "comment"], rows)
  }

  /// Empty for a single point, which makes no line.
  private func drawing(of points: [(date: Date, value: Double)], _ zone: TimeZoneRule) -> String {
    guard points.count > 1, let first = points.first, let last = points.last else { return "" }
    let values = points.map(\.value)
    let drawing = LinePlot(
      points: points.map { ($0.date.timeIntervalSince1970, $0.value) }, width: Terminal.output.width ?? 80,
      isUnicode: Environment.isUTF8)
    return drawing.lines(
      labels: (Rounded.text(values.max() ?? 0), Rounded.text(values.min() ?? 0)),
      ends: ("\(zone.day(of: Instant(first.date)))", "\(zone.day(of: Instant(last.date)))"))
  }
}
