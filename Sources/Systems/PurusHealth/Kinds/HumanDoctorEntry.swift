public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A doctor or practice that treats somebody.
public struct HumanDoctorEntry: RecordEntry {
  public var id = ID()
  public var createdAt = Date.unwritten
  public var updatedAt = Date.unwritten
  public var date: Date?
  public var name = ""
  public var specialty = ""
  public var contactName = ""
  public var phone = ""
  public var email = ""
  public var address = ""
  public var comment = ""
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
