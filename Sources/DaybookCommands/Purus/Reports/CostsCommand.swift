import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus costs [RECORD]`
struct CostsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs",
    abstract: "Add up what pets cost, by pet, year and currency.",
    discussion: """
      Currencies are never mixed. Each pet has its own sums; the sums of all pets come last.

      Examples:
        daybook purus costs
        daybook purus costs rex --year 2026 --format json
      """)

  @Argument(help: "A record; by default all.")
  var record: String?

  @Option(help: "Only this year.")
  var year: Int?

  @OptionGroup var past: AsOfOption
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let cut = try past.cut(selection)
    let found = try await record.asyncMap { try await ledger.purus.record(matching: $0, at: cut) }
    let costs = try await ledger.purus.yearlyCosts(of: found?.id, year: year, at: cut)
    if costs.years.isEmpty {
      options.messages.show(Notice("empty", "there are no costs yet; see 'daybook purus add cost'"))
    }
    let isTable = options.output.format == .table
    let namesRecords = costs.hasSeveralRecords || found == nil && !isTable
    let ids = costs.recordTotals.compactMap { $0.record?.id.rawValue }
    let shortIDs = try await ledger.withView { $0.shortIDs(ids, among: [MedicalRecord.kind]) }
    let rows = costs.lines.map { cost in
      var row = OutputRow()
      if namesRecords {
        row.append(
          "record", isTable ? .string(costs.name(of: cost.record, shortIDs) ?? "all") : .mention(cost.record))
      }
      row.append("year", isTable ? .string(cost.yearText) : cost.year.map { .count($0) } ?? .null)
      row.append("cost", isTable ? .string(Money.text(cost.cost)) : .double(cost.cost))
      row.append("currency", .string(cost.currency))
      row.append("entries", .count(cost.count))
      return row
    }
    if isTable && rows.isEmpty { return }
    let columns = (namesRecords ? ["record"] : []) + ["year", "cost", "currency", "entries"]
    try options.output.show(
      columns: columns, options.output.format == .csv ? rows.map(\.forSpreadsheet) : rows)
  }
}

extension YearlyCosts {
  /// With its short id where another record has the same name.
  fileprivate func name(of record: Mention<MedicalRecord>?, _ shortIDs: [String: String]) -> String? {
    guard let record else { return nil }
    let isShared = recordTotals.contains { $0.record?.name == record.name && $0.record?.id != record.id }
    let id = record.id.rawValue
    return isShared ? "\(record.name) (\(shortIDs[id] ?? id))" : record.name
  }
}

extension YearlyCost {
  fileprivate var yearText: String {
    switch year {
    case nil: "total"
    case 0?: "unknown"
    case let year?: "\(year)"
    }
  }
}

/// Amounts with two decimals.
enum Money {
  static func text(_ amount: Double) -> String {
    let hundredths = (amount * 100).rounded()
    // Beyond this a double has no hundredths.
    guard abs(hundredths) < 1e15 else { return "\(amount)" }
    let whole = Int64(abs(hundredths))
    let cents = whole % 100
    return (hundredths < 0 ? "-" : "") + "\(whole / 100).\(cents < 10 ? "0" : "")\(cents)"
  }
}
