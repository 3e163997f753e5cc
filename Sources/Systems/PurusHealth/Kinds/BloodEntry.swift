public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A laboratory's or a device's reading: what was measured and what came of it, such as `120/80`.
public struct BloodEntry: RecordEntry {
  public var id = ID()
  public var date: Date?
  public var value = ""
  public var comment = ""
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.bloodEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.value, \.comment)
    Days(\.date)
    Bound(\.date, .past)
    One(\.record, inverse: \MedicalRecord.blood)
  }
}
