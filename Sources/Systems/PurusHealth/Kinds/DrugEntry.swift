public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A medicine that is taken or was prescribed.
public struct DrugEntry: RecordEntry {
  public var id = ID()
  /// When it was prescribed or begins: a moment, or a day without a time (`Date.wholeDay`).
  /// At most ten years ahead unless forced. A later day than today means planned; nil where unknown.
  public var date: Date?
  /// The medicine, often with its strength: `Ramipril 5 mg`; masked in output.
  public var name = ""
  /// Such as the dose.
  public var information = ""
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/drugs``; deleted with the record.
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
