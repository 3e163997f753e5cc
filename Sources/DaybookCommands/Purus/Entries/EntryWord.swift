import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names of a record's lists, and the fields that each shows.
struct EntryWord: Sendable {
  /// As a command takes it: `blood`.
  let name: String
  /// The title of a list of these entries.
  let title: String
  let list: EntryList
  /// The fields that a list shows, the first of them first.
  let fields: [String]

  private init(_ name: String, _ title: String, _ relation: String, _ fields: String) {
    (self.name, self.title) = (name, title)
    list = EntryList.all.first { $0.relation == relation } ?? EntryList.all[0]
    self.fields = fields.split(separator: " ").map(String.init)
  }

  static let all: [EntryWord] = [
    EntryWord("allergy", "Allergies", "allergies", "information comment"),
    EntryWord("drug", "Drugs", "drugs", "date name information comment"),
    EntryWord("illness", "Illnesses", "illnesses", "information comment"),
    EntryWord("risk", "Risks", "risks", "information comment"),
    EntryWord("history", "Medical history", "medicalHistory", "information comment"),
    EntryWord("vaccination", "Vaccinations", "vaccinations", "date name information place comment"),
    EntryWord("blood", "Blood", "blood", "date value comment"),
    EntryWord("weight", "Weights", "weights", "date weight unit comment"),
    EntryWord("document", "Documents", "documents", "documentName documentType documentData comment"),
    EntryWord("doctor", "Doctors", "doctors", "name specialty contactName phone email address date comment"),
    EntryWord("cost", "Yearly costs", "petYearlyCosts", "year cost currency comment"),
    EntryWord("contact", "Emergency contacts", "emergencyContacts", "name relationship phone email"),
  ]

  /// The text that an entry must have; nil for entries that are numbers.
  var required: String? {
    ["weight", "cost"].contains(name) ? nil : fields.first { $0 != "date" }
  }

  /// The list that a word names: `weights`, `weightEntry`, `purus.weightEntry`.
  static func read(_ text: String) throws(LedgerError) -> EntryWord {
    let word = text.lowercased()
    for entry in all
    where [
      entry.name, entry.list.relation.lowercased(), entry.list.kind.lowercased(), entry.title.lowercased(),
    ]
    .contains(word) || "purus." + word == entry.list.kind.lowercased() || word == entry.name + "s" {
      return entry
    }
    let names = all.map(\.name)
    throw LedgerError(
      .usage, "'\(text)' is not a kind of entry",
      advice: Suggestion.advice(for: text, among: names) ?? "there are: \(names.joined(separator: ", "))")
  }
}

/// Fields of a row as a table shows them; a hidden one is already masked.
enum EntryCells {
  /// The heading of a field's column.
  static func heading(_ field: String) -> String {
    switch field {
    case "date": "when"
    case "documentName": "document"
    case "documentType": "type"
    case "documentData": "size"
    case "contactName": "contact"
    default: field
    }
  }

  static func cell(_ row: Row, _ field: String, _ style: TableStyle) -> JSONValue {
    let value = row[field] ?? .null
    switch field {
    case "documentData": return size(value)
    case "year" where value == 0: return .null
    default: break
    }
    guard let text = value.string else { return value }
    if let instant = Instant(text) {
      let shown = style.timeOrDay(Date(instant))
      let isPlanned = style.zone.day(of: instant) > style.zone.day(at: Instant(style.today))
      return .text(isPlanned ? shown.map { "\($0) (planned)" } : shown)
    }
    let line = OneLine.of(text)
    return line.isEmpty ? .null : .string(line)
  }

  /// The size of data, whether it is in the event or beside the log.
  private static func size(_ value: JSONValue) -> JSONValue {
    if let size = value.object?["size"]?.int { return .string(ByteCount.text(size)) }
    guard let text = value.string, text != Disclosure.mask else { return value }
    return .string(ByteCount.text(Int64(Data(base64Encoded: text)?.count ?? 0)))
  }
}

/// Sizes for people.
enum ByteCount {
  /// `812 B`, `1.4 MiB`
  static func text(_ bytes: Int64) -> String {
    var (value, unit) = (Double(bytes), 0)
    let units = ["B", "KiB", "MiB", "GiB"]
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    let tenths = Int64((value * 10).rounded())
    return unit == 0 || tenths % 10 == 0 || tenths >= 1000
      ? "\((tenths + 5) / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
