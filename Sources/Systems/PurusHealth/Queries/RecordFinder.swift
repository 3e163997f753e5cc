public import Daybook

extension MedicalRecord: Named {
  /// The fields that hold the names of a person or a pet: given, family and nickname, and the pet's name.
  public static let nameFields = [
    "personalGivenName", "personalFamilyName", "personalNickName", "personalName",
  ]

  /// The display name, such as `Ann Lee`; `Unnamed Person` or `Unnamed Pet` without a name, so never nil.
  public static func name(_ reader: borrowing EntityReader) -> String? { DisplayName.of(reader) }
}

/// Finds the record that somebody means by an id, the beginning of an id, or a name.
public enum RecordFinder {
  static let finder = EntityFinder<MedicalRecord>(
    noun: "record", plural: "records", advice: "see 'daybook purus list'")

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<MedicalRecord> {
    try finder.find(text, in: view)
  }
}

extension Ledger {
  /// The record that a text means; see `RecordFinder`. O(records) for a name, O(1) for an id.
  public nonisolated func record(matching text: String, at cut: Cut = .now) async throws -> Mention<
    MedicalRecord
  > {
    try await withView(at: cut) { try RecordFinder.find(text, in: $0) }
  }
}
