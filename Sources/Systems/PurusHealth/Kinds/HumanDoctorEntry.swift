public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A doctor or practice that treats somebody.
public struct HumanDoctorEntry: RecordEntry {
  public var id = ID()
  /// The time of the first write, unless a write sets it, as an import does.
  public var createdAt = Date.unwritten
  /// The time of the last write; after an import, the time in the imported document.
  public var updatedAt = Date.unwritten
  /// Since when, or the last visit: a moment, or a day without a time (`Date.wholeDay`).
  /// At most ten years ahead unless forced. Nil where unknown.
  public var date: Date?
  /// The doctor's or the practice's name; not masked in output.
  public var name = ""
  /// The field of medicine in free text, such as `cardiology`; not masked in output.
  public var specialty = ""
  /// The person to ask for in the practice; masked in output. Empty where unknown.
  public var contactName = ""
  /// A telephone number as it was typed; masked in output. Empty where unknown.
  public var phone = ""
  /// An e-mail address; masked in output. Empty where unknown.
  public var email = ""
  /// The postal address as free text; masked in output. Empty where unknown.
  public var address = ""
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/doctors``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.humanDoctorEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.contactName, \.phone, \.email, \.address, \.comment)
    Days(\.date)
    Bound(\.date, .planned)
    One(\.record, inverse: \MedicalRecord.doctors)
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
