public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a pet cost in a year; several of one year and currency add up.
public struct PetYearlyCostEntry: RecordEntry {
  public var id = ID()
  /// The time of the first write, unless a write sets it, as an import does.
  public var createdAt = Date.unwritten
  /// The time of the last write; after an import, the time in the imported document.
  public var updatedAt = Date.unwritten
  /// The year; 0 if unknown.
  public var year = 0
  /// The amount in units of ``currency``: 412.5 is 412.50 EUR. From 0, at most 10 000 000 unless forced.
  public var cost = 0.0
  /// Three letters of ISO 4217.
  public var currency = "USD"
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The pet's record, which lists it in ``MedicalRecord/petYearlyCosts``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.petYearlyCostEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.comment)
    One(\.record, inverse: \MedicalRecord.petYearlyCosts)
    Check(value: \.year, "must be a year from 1900 to 2199, or 0 if it is not known") {
      $0 == 0 || (1900...2199).contains($0)
    }
    Check(value: \.cost, "must be a number from 0") { $0.isFinite && $0 >= 0 }
    Bound(value: \.cost, "must be at most 10000000") { cost, _ in cost <= 10_000_000 }
    Check(value: \.currency, "must be three capital letters such as EUR") { Currency.isCode($0) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
    Bound(value: \.year, "must be at most next year") { year, now in
      year <= CivilDay(daysSince1970: Int64(now.timeIntervalSince1970 / 86_400)).year + 1
    }
  }
}
