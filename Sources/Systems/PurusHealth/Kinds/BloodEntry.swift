public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A reading of a laboratory or a device: the measured quantity and the result, such as `120/80`.
public struct BloodEntry: RecordEntry {
  public var id = ID()
  /// When it was measured: a moment, or a day without a time (`Date.wholeDay`).
  /// At most today unless forced. Nil where unknown.
  public var date: Date?
  /// The measurement as text, with its name or unit: `120/80 mmHg`, `HbA1c 5.4 %`; ``BloodReading`` parses it.
  public var value = ""
  /// Free text. An import puts the name of what was measured at its beginning.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/blood``; deleted with the record.
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
