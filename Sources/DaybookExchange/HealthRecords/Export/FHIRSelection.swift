public import Daybook
import PurusHealth

/// What goes out as FHIR.
public struct FHIRSelection: Sendable {
  /// The id of the one record that is wanted; nil: all of them.
  public var record: String?
  /// Of the records.
  public var condition: Condition?
  /// Which of their entries; nil: all of them, and also what was imported and became none.
  var entries: [Query]?
  /// Whether a record goes out for its entries alone.
  var isOfEntries = false

  public init(record: String? = nil) { self.record = record }

  /// The kinds that FHIR has a place for.
  public static var kinds: [String] { [MedicalRecord.kind] + EntryList.all.map(\.kind) }

  /// - Parameter queries: of these kinds; empty: all.
  public mutating func choose(_ queries: [Query]) {
    guard !queries.isEmpty else { return }
    entries = queries.filter { $0.kind != MedicalRecord.kind }
    let own = queries.first { $0.kind == MedicalRecord.kind }
    (condition, isOfEntries) = (own?.condition, own == nil)
  }
}
