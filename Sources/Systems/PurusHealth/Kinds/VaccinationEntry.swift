public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A vaccination that was given or, where its date is to come, is planned. When the next one is due is worked out by ``VaccinationSchedule``.
public struct VaccinationEntry: RecordEntry {
  public var id = ID()
  public var date: Date?
  /// Of the vaccine, or what it protects from.
  public var name = ""
  public var information = ""
  public var place = ""
  public var comment = ""
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
