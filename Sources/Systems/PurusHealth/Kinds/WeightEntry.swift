public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A weight at a time, in the unit in which it was measured; see ``WeightUnit``.
public struct WeightEntry: RecordEntry {
  public var id = ID()
  /// The time of the first write, unless a write sets it, as an import does; dates a weight without ``date``.
  public var createdAt = Date.unwritten
  /// The time of the last write; after an import, the time in the imported document.
  public var updatedAt = Date.unwritten
  /// When it was measured: a moment, or a day without a time (`Date.wholeDay`).
  /// At most today unless forced. Nil where unknown.
  public var date: Date?
  /// In ``unit``: more than 0, at most 1500 kg or 3300 lbs unless forced; never negative.
  public var weight = 0.0
  /// The unit of ``weight``, `kg` by default; a local write with another unit than `kg` or `lbs` is refused.
  public var unit: WeightUnit = .kg
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/weights``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.weightEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.comment)
    One(\.record, inverse: \MedicalRecord.weights)
    Check(value: \.weight, "must be a number from 0") { $0.isFinite && $0 >= 0 }
    Bound(\.weight, "must be at most 1500 kg or 3300 lbs", reading: [\.unit]) { entry, _ in
      entry.weight <= (entry.unit == .lbs ? 3300 : 1500)
    }
    Bound(value: \.weight, "must be more than 0") { weight, _ in weight > 0 }
    Days(\.date)
    Bound(\.date, .past)
    Check(value: \.unit, "must be kg or lbs") { WeightUnit.known.contains($0) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
