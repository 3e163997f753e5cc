public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A weight at a time, in the unit in which it was measured; see ``WeightUnit``.
public struct WeightEntry: RecordEntry {
  public var id = ID()
  public var createdAt = Date.unwritten
  public var updatedAt = Date.unwritten
  public var date: Date?
  public var weight = 0.0
  public var unit: WeightUnit = .kg
  public var comment = ""
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
