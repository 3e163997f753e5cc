public import Daybook

/// The cost of one pet, or of all, in a year in one currency.
public struct YearlyCost: Sendable, Equatable {
  /// Whose record it is; nil for a total of several records, and for entries of none.
  public var record: Mention<MedicalRecord>?
  /// Nil for a total over the years; 0 if the year is unknown.
  public var year: Int?
  /// The code of ISO 4217 in which ``cost`` is, such as `EUR`.
  public var currency: String
  /// To a hundredth.
  public var cost: Double
  /// The number of entries.
  public var count: Int
}

/// Costs by pet, year and currency, with the totals of each currency.
public struct YearlyCosts: Sendable, Equatable {
  /// By the pet's name, then year, then currency.
  public var years: [YearlyCost]
  /// The totals of each pet over the years, by its name, then currency.
  public var recordTotals: [YearlyCost]
  /// The totals of all pets, by currency.
  public var totals: [YearlyCost]

  typealias Entry = (record: Mention<MedicalRecord>?, year: Int, currency: String, cost: Double)

  init(_ entries: [Entry]) {
    var (years, recordTotals, totals): ([YearlyCost], [YearlyCost], [YearlyCost]) = ([], [], [])
    for entry in entries {
      Self.add(entry, to: &years, record: entry.record, year: entry.year)
      Self.add(entry, to: &recordTotals, record: entry.record, year: nil)
      Self.add(entry, to: &totals, record: nil, year: nil)
    }
    self.years = Self.sorted(years)
    self.recordTotals = Self.sorted(recordTotals)
    self.totals = Self.sorted(totals)
  }

  /// Each pet's years followed by its total, and finally the totals of all; for one pet, its years and totals.
  public var lines: [YearlyCost] {
    guard hasSeveralRecords else { return years + totals }
    var lines: [YearlyCost] = []
    for (index, total) in recordTotals.enumerated() {
      let record = total.record?.id
      // One of each currency: the years stand above the first.
      if index == 0 || recordTotals[index - 1].record?.id != record {
        lines += years.filter { $0.record?.id == record }
      }
      lines.append(total)
    }
    return lines + totals
  }

  /// Whether they are of several pets: then each has its own sum.
  public var hasSeveralRecords: Bool { Set(years.map { $0.record?.id.rawValue }).count > 1 }

  private static func add(
    _ entry: Entry, to sums: inout [YearlyCost], record: Mention<MedicalRecord>?, year: Int?
  ) {
    if let index = sums.firstIndex(where: {
      $0.record?.id == record?.id && $0.year == year && $0.currency == entry.currency
    }) {
      sums[index].cost += entry.cost
      sums[index].count += 1
    } else {
      sums.append(
        YearlyCost(record: record, year: year, currency: entry.currency, cost: entry.cost, count: 1))
    }
  }

  private static func sorted(_ sums: [YearlyCost]) -> [YearlyCost] {
    sums.map(\.rounded).sorted { left, right in
      (left.record?.name ?? "", left.record?.id.rawValue ?? "", left.year ?? 0, left.currency)
        < (right.record?.name ?? "", right.record?.id.rawValue ?? "", right.year ?? 0, right.currency)
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

extension PurusLedger {
  /// The currency of the cost that was last written for the pet, else for any. O(costs).
  public func lastCurrency(of record: Ref<MedicalRecord>) async throws -> String? {
    let entries = try await ledger.fetch(PetYearlyCostEntry.self, sort: [SortKey("createdAt")])
    return (entries.last { $0.record == record } ?? entries.last)?.currency
  }

  /// The costs of a pet or of all pets, in one year or in all years. O(their entries).
  public func yearlyCosts(
    of record: Ref<MedicalRecord>? = nil, year: Int? = nil, at cut: Cut = .now
  ) async throws -> YearlyCosts {
    let query = Query(
      PetYearlyCostEntry.kind,
      where: .all([
        record.map { .compare("record", .equal, .string($0.rawValue)) },
        year.map { .compare("year", .equal, .int(Int64($0))) },
      ]))
    let found = try await ledger.withView(at: cut) { view in
      try view.map(query) { entry in
        (
          record: entry.mention("record", of: MedicalRecord.self), year: Int(entry.value("year").int ?? 0),
          currency: entry.text("currency") ?? "",
          cost: entry.value("cost").double ?? 0
        )
      }.values
    }
    return YearlyCosts(found)
  }
}
