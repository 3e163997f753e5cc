public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record with all of its entries as rows: the form in which output masks hidden values.
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
  /// The time of an entry: its date, or a cost's year.
  var moment: String? { self["date"]?.string ?? self["year"]?.int.map { "\($0)" } }
}

extension PurusLedger {
  /// A record with its entries. O(the record); at any other cut O(size of the ledger).
  public func rows(of record: Ref<MedicalRecord>, at cut: Cut = .now) async throws
    -> RecordRows?
  {
    try await ledger.withView(at: cut) { RecordRows.read(record, in: $0) }
  }
}

extension MedicalRecord: Named {
  /// The fields that hold the names of a person or a pet: given, family and nickname, and the pet's name.
  public static let nameFields = [
    "personalGivenName", "personalFamilyName", "personalNickName", "personalName",
  ]

  /// The display name, such as `Ann Lee`; `Unnamed Person` or `Unnamed Pet` without a name, so never nil.
  public static func name(_ reader: borrowing EntityReader) -> String? { DisplayName.of(reader) }
}

/// Finds a record by its id, the beginning of its id, or a name.
public enum RecordFinder {
  static var finder: EntityFinder<MedicalRecord> {
    EntityFinder(noun: "record", plural: "records", advice: "see '\(SystemRemedy.records)'")
  }

  /// - Throws: `LedgerError`: `usage` with all candidates where several may be meant, `notFound`.
  public static func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<MedicalRecord> {
    try finder.find(text, in: view)
  }
}

extension PurusLedger {
  /// The record that a text means; see `RecordFinder`. O(records) for a name, O(1) for an id.
  public func record(matching text: String, at cut: Cut = .now) async throws -> Mention<
    MedicalRecord
  > {
    try await ledger.withView(at: cut) { try RecordFinder.find(text, in: $0) }
  }
}

/// A record as the list of records shows it: none of its values is hidden.
public struct RecordSummary: ListItem, Equatable {
  /// The kind that the list shows.
  public typealias Target = MedicalRecord

  public var id: Ref<MedicalRecord>
  /// The record's computed ``MedicalRecord/displayName``; never empty.
  public var name: String
  /// Whether the record is a person's or a pet's.
  public var creature: MedicalRecord.Creature
  /// A pet's breed; empty for a person, and where unknown.
  public var breed: String
  /// How many entries there are, in all of its lists.
  public var entryCount: Int
  /// As ``MedicalRecord/isCloudEnabled``.
  public var isCloudEnabled: Bool
  /// As ``MedicalRecord/isSharingEnabled``.
  public var isSharingEnabled: Bool
  /// As ``MedicalRecord/recordLocation``; a value that this version does not know is kept.
  public var location: RecordLocation
  /// The time of the last write, or the one that an import brought.
  public var updatedAt: Date?

  /// Reads a record from the view. O(its lists).
  public init(_ record: borrowing EntityReader) {
    id = Ref(record.id)
    name = DisplayName.of(record)
    creature = record.flag("isPet") ? .pet : .human
    breed = record.text("petBreed") ?? ""
    var count = 0
    for list in EntryList.all { count += record.count(list.relation) }
    entryCount = count
    isCloudEnabled = record.flag("isCloudEnabled")
    isSharingEnabled = record.flag("isSharingEnabled")
    location = RecordLocation(rawValue: record.text("recordLocation") ?? "")
    updatedAt = record.date("updatedAt")
  }
}

extension PurusLedger {
  /// All records by name, or those whose names hold every word of `text`. O(records and entries).
  public func records(
    matching text: String? = nil, creature: MedicalRecord.Creature? = nil, at cut: Cut = .now
  ) async throws -> [RecordSummary] {
    try await ledger.withView(at: cut) { view in
      let query = Query(
        MedicalRecord.kind,
        where: .all([
          text.flatMap { RecordFinder.finder.condition(words: $0, view.schemas) },
          creature.map { .compare("isPet", .equal, .bool($0 == .pet)) },
        ]))
      let found: Page<RecordSummary> = try view.page(query)
      return found.items.map { (TextFolding.fold($0.name), $0) }
        .sorted {
          $0.0 == $1.0 ? $0.1.id.rawValue < $1.1.id.rawValue : $0.0.lexicographicallyPrecedes($1.0)
        }
        .map(\.1)
    }
  }
}
