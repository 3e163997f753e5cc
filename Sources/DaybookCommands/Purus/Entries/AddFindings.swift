import ArgumentParser
import Daybook
import PurusHealth

// Entries in words: allergies, illnesses, risks and medical history.

/// `daybook purus add allergy RECORD TEXT`
struct AddAllergy: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "allergy", abstract: "Add what somebody is allergic to.",
    discussion: """
      Examples:
        daybook purus add allergy 'ann lee' penicillin --comment 'anaphylaxis in 2011'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What.") var information: String

  func run() async throws { try await entry.add(AllergyEntry.self, saying: information, "allergy") }
}

/// `daybook purus add illness RECORD TEXT`
struct AddIllness: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "illness", abstract: "Add an illness or condition.",
    discussion: """
      Examples:
        daybook purus add illness 'ann lee' 'asthma' --comment 'since childhood'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What.") var information: String

  func run() async throws { try await entry.add(IllnessEntry.self, saying: information, "illness") }
}

/// `daybook purus add risk RECORD TEXT`
struct AddRisk: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "risk", abstract: "Add what makes an illness likelier, or a treatment dangerous.",
    discussion: """
      Examples:
        daybook purus add risk 'ann lee' 'takes blood thinners'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What.") var information: String

  func run() async throws { try await entry.add(RiskEntry.self, saying: information, "risk") }
}

/// `daybook purus add history RECORD TEXT`
struct AddHistory: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Add something of the past: an operation, a fracture.",
    discussion: """
      Examples:
        daybook purus add history 'ann lee' 'appendectomy, 1998'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What.") var information: String

  func run() async throws { try await entry.add(MedicalHistoryEntry.self, saying: information, "history") }
}

extension EntryArguments {
  /// Writes a new entry in words to the record, with the comment.
  fileprivate func add<Entry: NarrativeEntry>(
    _: Entry.Type, saying information: String, _ noun: String
  ) async throws {
    try await add(Entry.self) {
      $0.information = try NonEmptyText.read(information, noun)
      $0.comment = comment ?? ""
    }
  }
}
