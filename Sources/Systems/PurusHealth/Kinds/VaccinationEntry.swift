public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A vaccination that was given or, if its date is in the future, is planned. ``VaccinationSchedule`` computes when the
/// next one is due.
public struct VaccinationEntry: RecordEntry {
  public var id = ID()
  /// When it was given or is planned: a moment, or a day without a time (`Date.wholeDay`).
  /// At most ten years ahead unless forced. Nil where unknown.
  public var date: Date?
  /// The name of the vaccine, or what it protects from.
  public var name = ""
  /// The product or the batch in free text. A day after a word such as `next` says when the next dose is due.
  public var information = ""
  /// Where it was given, such as a practice; masked in output. Empty where unknown.
  public var place = ""
  /// Free text. A day after a word such as `next` says when the next dose is due, if ``information`` has none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/vaccinations``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.vaccinationEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.information, \.place, \.comment)
    Days(\.date)
    Bound(\.date, .planned)
    One(\.record, inverse: \MedicalRecord.vaccinations)
  }
}
