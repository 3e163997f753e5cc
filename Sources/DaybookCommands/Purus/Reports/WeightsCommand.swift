import ArgumentParser
import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook purus weights RECORD`
struct WeightsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weights",
    abstract: "Show a weight over time, with a plot on the terminal.",
    discussion: """
      A weight without a date counts from when it was written down. A pound is 0.45359237 kg, exactly.

      Examples:
        daybook purus weights rex
        daybook purus weights 'ann lee' --unit lbs --since 2026-01-01
        daybook purus weights rex --format csv > rex.csv
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Option(help: ArgumentHelp("\(WeightUnit.list); by default that of the latest.", valueName: "unit"))
  var unit: String?

  @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
  var until: String?

  @Flag(inversion: .prefixedNo, help: "Draw the plot.")
  var plot = true

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func run() async throws {
    let unit = try unit.map(WeightUnitText.read)
    let since = try since.map { Date(try list.selection.instant($0, .start)) }
    let until = try until.map { Date(try list.selection.instant($0, .end)) }
    let ledger = try await list.selection.open()
    let cut = try past.cut(list.selection)
    let found = try await ledger.purus.record(matching: record, at: cut)
    let series = try await ledger.purus.weights(of: found.id, in: unit, since: since, until: until, at: cut)
    for point in series.unconverted {
      list.options.messages.show(
        Notice(
          "unit",
          "\(Rounded.text(point.weight)) \(OneLine.cut(point.unit.rawValue)) is left out: its unit is unknown here"
        ))
    }
    if list.isTable { try showPlot(series, try list.selection.zone()) }
    try await list.show(
      series.points, in: ledger, empty: "\(found.name) has no weights yet; see 'daybook purus add weight'")
  }

  private func showPlot(_ series: WeightSeries, _ zone: TimeZoneRule) throws {
    guard plot, let minimum = series.minimum, let maximum = series.maximum, let change = series.change else {
      return
    }
    let drawing = LinePlot(
      points: series.points.map { ($0.date.timeIntervalSince1970, $0.weight) },
      width: Terminal.output.width ?? 80, isUnicode: Environment.isUTF8)
    let days = [series.points.first, series.points.last].compactMap { $0 }
      .map { "\(zone.day(of: Instant($0.date)))" }
    var text = drawing.lines(
      labels: (Rounded.text(maximum), Rounded.text(minimum)), ends: (days.first ?? "", days.last ?? ""))
    let unit = series.unit.rawValue
    text += "\(Rounded.text(minimum)) to \(Rounded.text(maximum)) \(unit), "
    text += change == 0 ? "no change\n\n" : "\(change > 0 ? "+" : "")\(Rounded.text(change)) \(unit)\n\n"
    try list.options.output.show(text: text)
  }
}

/// Numbers as people read them: at most two decimals, no more than there are.
enum Rounded {
  static func text(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard abs(hundredths) < 1e15 else { return "\(value)" }
    var text = Money.text(hundredths / 100)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}

extension WeightPoint: Listed {
  static let entityKind = WeightEntry.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("date") { .date($0.date) },
    Member("weight") { .double($0.weight) },
    Member("unit") { .string($0.unit.rawValue) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.timeOrDay($0.date) },
    Column("weight") { point in "\(Rounded.text(point.weight)) \(point.unit.rawValue)" },
  ]
}
