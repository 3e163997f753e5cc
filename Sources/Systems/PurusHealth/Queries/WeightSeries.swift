public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A weight as it was measured.
public struct WeightPoint: ListItem, Equatable {
  /// The kind that the list shows.
  public typealias Target = WeightEntry

  public var id: Ref<WeightEntry>
  /// When it was measured; if unknown, when it was recorded.
  public var date: Date
  /// The weight in ``unit``: converted in a ``WeightSeries``, otherwise as it was measured.
  public var weight: Double
  /// The unit of ``weight``; one that this version does not know is kept.
  public var unit: WeightUnit

  /// Reads a weight entry from the view, without converting it.
  public init(_ entry: borrowing EntityReader) {
    id = Ref(entry.id)
    date = entry.date("date") ?? entry.date("createdAt") ?? .unwritten
    weight = entry.value("weight").double ?? 0
    unit = WeightUnit(rawValue: entry.text("unit") ?? "")
  }
}

/// A weight over time, in one unit.
public struct WeightSeries: Sendable, Equatable {
  /// The unit of ``points``: the one asked for, else that of the latest weight in a known unit, else `kg`.
  public var unit: WeightUnit
  /// By date, converted.
  public var points: [WeightPoint] = []
  /// The weights whose unit is unknown here, unconverted.
  public var unconverted: [WeightPoint] = []

  /// The least weight of ``points``, in ``unit``; nil where there are none.
  public var minimum: Double? { points.map(\.weight).min() }
  /// The greatest weight of ``points``, in ``unit``; nil where there are none.
  public var maximum: Double? { points.map(\.weight).max() }
  /// The last weight minus the first.
  public var change: Double? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    return last.weight - first.weight
  }

  /// - Parameter unit: nil for the unit of the latest.
  init(_ all: [WeightPoint], in unit: WeightUnit?) {
    let sorted = all.sorted { ($0.date, $0.id.rawValue) < ($1.date, $1.id.rawValue) }
    let chosen = unit ?? sorted.last { WeightUnit.known.contains($0.unit) }?.unit ?? .kg
    self.unit = chosen
    for var point in sorted {
      guard let weight = point.unit.converted(point.weight, to: chosen) else {
        unconverted.append(point)
        continue
      }
      (point.weight, point.unit) = (weight, chosen)
      points.append(point)
    }
  }
}

extension PurusLedger {
  /// The weights of a record over time, bounds inclusive. O(the record's weights).
  ///
  /// - Parameters:
  ///   - record: the record's id.
  ///   - unit: the unit to convert to; nil for the unit of the latest weight.
  ///   - since: only weights of this moment or later, a whole day by its beginning; nil: from the first one.
  ///   - until: only weights of this moment or earlier, a whole day by its beginning; nil: to the last one.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func weights(
    of record: Ref<MedicalRecord>, in unit: WeightUnit? = nil, since: Date? = nil, until: Date? = nil,
    at cut: Cut = .now
  ) async throws -> WeightSeries {
    let points: [WeightPoint] = try await ledger.withView(at: cut) { $0.items(around: record, "weights") }
    let chosen = points.filter { point in
      let begins = Date(ledger.zone.beginning(of: Instant(point.date)))
      return begins >= since ?? .distantPast && begins <= until ?? .distantFuture
    }
    return WeightSeries(chosen, in: unit)
  }
}
