public import Daybook

/// A person to call in an emergency.
public struct EmergencyContact: RecordEntry {
  public var id = ID()
  /// The contact's full name; not masked in output.
  public var name = ""
  /// A telephone number as it was typed; masked in output. Empty where unknown.
  public var phone = ""
  /// An e-mail address; masked in output. Empty where unknown.
  public var email = ""
  /// The relationship to the person, such as `sister`.
  public var relationship = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/emergencyContacts``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.emergencyContact") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.phone, \.email)
    One(\.record, inverse: \MedicalRecord.emergencyContacts)
  }
}
