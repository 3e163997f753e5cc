import Daybook
import PurusHealth

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
