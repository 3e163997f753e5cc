public import Daybook

/// What one pet, or all, cost in a year in one currency.
public struct YearlyCost: Sendable, Equatable {
  /// Nil for a total over the years; 0 where nobody knows the year.
  public var year: Int?
  public var currency: String
  /// To a hundredth.
  public var cost: Double
  /// Of how many entries.
  public var count: Int
}

/// Costs by year and currency, and each currency's total.
public struct YearlyCosts: Sendable, Equatable {
  /// By year, then currency.
  public var years: [YearlyCost]
  /// By currency.
  public var totals: [YearlyCost]

  init(_ entries: [(year: Int, currency: String, cost: Double)]) {
    var years: [YearlyCost] = []
    var totals: [YearlyCost] = []
    for entry in entries {
      Self.add(entry.cost, to: &years, entry.year, entry.currency)
      Self.add(entry.cost, to: &totals, nil, entry.currency)
    }
    self.years = years.map(\.rounded).sorted { ($0.year ?? 0, $0.currency) < ($1.year ?? 0, $1.currency) }
    self.totals = totals.map(\.rounded).sorted { $0.currency < $1.currency }
  }

  private static func add(_ cost: Double, to sums: inout [YearlyCost], _ year: Int?, _ currency: String) {
    if let index = sums.firstIndex(where: { $0.year == year && $0.currency == currency }) {
      sums[index].cost += cost
      sums[index].count += 1
    } else {
      sums.append(YearlyCost(year: year, currency: currency, cost: cost, count: 1))
    }
  }
}

extension YearlyCost {
  fileprivate var rounded: YearlyCost {
    var rounded = self
    let hundredths = (cost * 100).rounded()
    if hundredths.isFinite { rounded.cost = hundredths / 100 }
    return rounded
  }
}

extension Ledger {
  /// The costs of a pet, or of all; one year's, or every year's. O(their entries).
  public func yearlyCosts(of record: Ref<MedicalRecord>? = nil, year: Int? = nil) throws -> YearlyCosts {
    let query = Query(
      PetYearlyCostEntry.kind,
      where: .all([
        record.map { .compare("record", .equal, .string($0.rawValue)) },
        year.map { .compare("year", .equal, .int(Int64($0))) },
      ]))
    let found = try withView { view in
      try view.map(query) { entry in
        (
          year: Int(entry.value("year").int ?? 0), currency: entry.text("currency") ?? "",
          cost: entry.value("cost").double ?? 0
        )
      }.values
    }
    return YearlyCosts(found)
  }
}
