// What an export of health records holds, as rows: read in one go, since the past is worked out for each reading.

import Daybook
import DaybookModel
import PurusHealth

struct ExportedHealth: Sendable {
  /// Ascending by id; the entries in the order of the record's lists.
  private(set) var records: [(row: Row, entries: [Row])] = []
  /// The resources that were imported, of all records.
  let sources: [Row]

  /// - Parameter record: its id; nil: all of them.
  init(of record: String?, in view: borrowing ViewReader) throws {
    sources = try view.fetch(Query(SourceResource.kind)).rows
    let ids = try record.map { [$0] } ?? view.fetch(Query(MedicalRecord.kind)).rows.map(\.id).sorted()
    for id in ids {
      guard let row = view.row(MedicalRecord.kind, id) else {
        throw LedgerError(.notFound, "there is no record \(id)", advice: "see 'daybook purus list'")
      }
      let entries = EntryList.all.flatMap { list in
        (row[list.relation]?.array ?? []).compactMap(\.string).compactMap { view.row(list.kind, $0) }
      }
      records.append((row, entries))
    }
  }
}
