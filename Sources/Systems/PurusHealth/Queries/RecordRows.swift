public import Daybook

/// A record with all that belongs to it, as rows: the form in which output hides what is hidden.
public struct RecordRows: Sendable {
  /// The record's own fields, with the ids of its entries under each relation.
  public var record: Row
  /// By ``EntryList/relation``; those with a date by date, the others in the order in which they were added.
  public var entries: [String: [Row]]

  /// - Returns: nil where there is no such record.
  public static func read(_ id: Ref<MedicalRecord>, in view: borrowing ViewReader) -> RecordRows? {
    guard let record = view.row(MedicalRecord.kind, id.rawValue) else { return nil }
    var entries: [String: [Row]] = [:]
    for list in EntryList.all { entries[list.relation] = rows(of: list, in: record, view) }
    return RecordRows(record: record, entries: entries)
  }

  private static func rows(of list: EntryList, in record: Row, _ view: borrowing ViewReader) -> [Row] {
    var rows: [Row] = []
    for id in (record[list.relation]?.array ?? []).compactMap(\.string) {
      if let row = view.row(list.kind, id) { rows.append(row) }
    }
    // Instants and years sort as they are written; a sort of Swift's is stable.
    return rows.sorted { ($0.moment ?? "") < ($1.moment ?? "") }
  }

  /// The entries of one list; empty where there are none.
  public subscript(list: EntryList) -> [Row] { entries[list.relation] ?? [] }
}

extension Row {
  /// What says when an entry was: its date, a cost's year.
  var moment: String? { self["date"]?.string ?? self["year"]?.int.map { "\($0)" } }
}

extension Ledger {
  /// A record with its entries. O(the record); at any other cut O(size of the ledger).
  public nonisolated func recordRows(of record: Ref<MedicalRecord>, at cut: Cut = .now) async throws
    -> RecordRows?
  {
    try await withView(at: cut) { RecordRows.read(record, in: $0) }
  }
}
