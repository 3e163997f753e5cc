// The record that an entry belongs to: as the source says, as the user says, or the only record there is.

import Daybook
import DaybookModel
import PurusHealth

/// The records that an import may write to.
struct RecordOwners {
  /// As the user named it: an id, the beginning of one, or a name.
  private let wanted: String?
  private var isPrepared = false
  /// The record for everything, whatever the source says.
  private(set) var forced: String?
  /// Those of the ledger.
  private var known: [String: Creature] = [:]
  /// Those that this import made.
  private var made: Set<String> = []
  /// Fields of records that were there before, which this import has filled.
  private var filled: [String: Set<String>] = [:]

  private struct Creature {
    var name: String
    var isPet: Bool
  }

  init(_ wanted: String?) { self.wanted = wanted }

  /// Reads which records there are; once. O(records).
  mutating func prepare(_ state: borrowing LedgerState) throws(LedgerError) {
    guard !isPrepared else { return }
    isPrepared = true
    let names = ["isPet", "personalName", "personalGivenName", "personalFamilyName"]
    for record in state.entities(MedicalRecord.kind, reading: names) {
      func text(_ field: String) -> String { record.values[field]?.string ?? "" }
      let isPet = record.values["isPet"]?.bool ?? false
      // An import cannot read computed fields, so the name is computed here as in the record.
      let name = DisplayName.of(
        isPet: isPet, name: text("personalName"), given: text("personalGivenName"),
        family: text("personalFamilyName"))
      known[record.id] = Creature(name: name, isPet: isPet)
    }
    if let wanted { forced = try find(wanted) }
  }

  private func find(_ text: String) throws(LedgerError) -> String {
    if known[text] != nil { return text }
    let word = SyncText.normalized(text)
    let named = known.filter { SyncText.normalized($0.value.name) == word }.map(\.key)
    if named.count == 1 { return named[0] }
    let similar = known.filter { id, record in
      id.lowercased().hasPrefix(word) || SyncText.normalized(record.name).contains(word)
    }.map(\.key)
    if similar.count == 1, !word.isEmpty { return similar[0] }
    throw LedgerError(
      .usage, similar.isEmpty ? "there is no record '\(text)'" : "'\(text)' matches \(similar.count) records",
      advice: "see 'daybook purus list', and give an id")
  }

  /// The only possible record, if no owner is named.
  func only(people: Bool = false) -> String? {
    if let forced { return forced }
    var all = made.union(known.keys)
    if people { all = all.filter { known[$0]?.isPet != true } }
    return all.count == 1 ? all.first : nil
  }

  /// From now on, everything belongs to this record.
  mutating func force(_ id: String) { forced = id }

  func isHere(_ id: String) -> Bool { known[id] != nil || made.contains(id) }

  mutating func note(made id: String) { if known[id] == nil { made.insert(id) } }

  /// The record that a patient of a source is: the one that an earlier import wrote to, otherwise `id`.
  func record(ofSource sourceID: String, otherwise id: String, in state: borrowing LedgerState) -> String {
    if let forced { return forced }
    let source = state.entity(SourceResource.kind, id: sourceID)?.values
    guard source?["entryKind"]?.string == MedicalRecord.kind, let record = source?["entryID"]?.string,
      known[record] != nil
    else { return id }
    return record
  }

  /// The fields that a source may fill in a record that it did not create: only those that are empty.
  mutating func filling(_ fields: JSONObject, of id: String, in state: borrowing LedgerState) -> JSONObject {
    let names = fields.keys
    let present = state.read(MedicalRecord.kind, id) { reader in
      JSONObject(names.map { ($0, reader.value($0)) })
    }
    var result = JSONObject()
    for member in fields where member.key != "isPet" {
      let value = present?[member.key]
      guard value == nil || value?.isNull == true || value == "" else { continue }
      if filled[id, default: []].insert(member.key).inserted { result[member.key] = member.value }
    }
    return result
  }
}
