public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
