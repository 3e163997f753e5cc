public import Daybook

/// Whom to call.
public struct EmergencyContact: RecordEntry {
  public var id = ID()
  public var name = ""
  public var phone = ""
  public var email = ""
  /// To the person, such as `sister`.
  public var relationship = ""
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.emergencyContact") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.phone, \.email)
    One(\.record, inverse: \MedicalRecord.emergencyContacts)
  }
}
