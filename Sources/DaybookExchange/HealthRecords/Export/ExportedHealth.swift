// The rows of an export of health records, which are read in one step, because a past state is computed again for each
// reading.

import Daybook
import DaybookModel
import PurusHealth

struct ExportedHealth: Sendable {
  /// Ascending by id; the entries in the order of the record's lists.
  private(set) var records: [(row: Row, entries: [Row])] = []
  /// The resources that were imported, of all records.
  let sources: [Row]

  /// - Throws: ``LedgerError`` `not-found` for a record that does not exist.
  init(_ selection: FHIRSelection, in view: borrowing ViewReader) throws {
    sources = try view.fetch(Query(SourceResource.kind)).rows
    let found = try view.fetch(Query(MedicalRecord.kind, where: selection.condition)).rows.map(\.id)
    if let record = selection.record, view.row(MedicalRecord.kind, record) == nil {
      throw LedgerError(.notFound, "there is no record \(record)", advice: "see 'daybook purus list'")
    }
    var wanted: [String: Set<String>] = [:]
    for query in selection.entries ?? [] { wanted[query.kind] = Set(try view.fetch(query).rows.map(\.id)) }
    for id in found.sorted() where selection.record == nil || selection.record == id {
      guard let row = view.row(MedicalRecord.kind, id) else { continue }
      let entries = EntryList.all.flatMap { list in
        (row[list.relation]?.array ?? []).compactMap(\.string)
          .filter { selection.entries == nil || wanted[list.kind]?.contains($0) == true }
          .compactMap { view.row(list.kind, $0) }
      }
      if !entries.isEmpty || !selection.isOfEntries { records.append((row, entries)) }
    }
  }
}
