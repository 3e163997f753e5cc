public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A medicine that is taken or was prescribed.
public struct DrugEntry: RecordEntry {
  public var id = ID()
  public var date: Date?
  public var name = ""
  /// Such as the dose.
  public var information = ""
  public var comment = ""
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.drugEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.name, \.information, \.comment)
    Days(\.date)
    Bound(\.date, .planned)
    One(\.record, inverse: \MedicalRecord.drugs)
  }
}
