import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus add blood RECORD VALUE`
struct AddBlood: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "blood", abstract: "Add a reading: blood pressure, a laboratory value.",
    discussion: """
      Examples:
        daybook purus add blood 'ann lee' 120/80 --comment 'at rest'
        daybook purus add blood 'ann lee' 'HbA1c 5.4 %' --date 2026-10-05
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What was measured, with its unit.") var value: String
  @Option(help: EntryHelp.date) var date: String?

  func run() async throws {
    try await entry.add(BloodEntry.self) {
      $0.value = try NonEmptyText.read(value, "value")
      ($0.date, $0.comment) = (try entry.date(date), entry.comment ?? "")
    }
  }
}

/// `daybook purus add drug RECORD NAME`
struct AddDrug: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "drug", abstract: "Add a medicine that is taken or was prescribed.",
    discussion: """
      Examples:
        daybook purus add drug 'ann lee' 'Ramipril 5 mg' --info '1-0-0'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "The medicine.") var name: String
  @Option(name: [.customLong("info"), .customLong("information")], help: "The dose, or what it is for.")
  var information: String?
  @Option(help: EntryHelp.date) var date: String?

  func run() async throws {
    try await entry.add(DrugEntry.self) {
      $0.name = try NonEmptyText.read(name, "medicine")
      ($0.information, $0.comment) = (information ?? "", entry.comment ?? "")
      $0.date = try entry.date(date)
    }
  }
}

/// `daybook purus add vaccination RECORD NAME`
struct AddVaccination: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "vaccination", abstract: "Add a vaccination that was given.",
    discussion: """
      A day after a word such as 'next' in its information or comment says when it is due again; see 'daybook \
      purus vaccinations'.

      Examples:
        daybook purus add vaccination rex Rabies --date 2026-05-04 --comment 'next 2027-05'
        daybook purus add vaccination 'ann lee' Tetanus --place 'Dr Yu'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "The vaccine, or what it protects from.") var name: String
  @Option(name: [.customLong("info"), .customLong("information")], help: "The product and its batch.")
  var information: String?
  @Option(help: "Where it was given.") var place: String?
  @Option(help: EntryHelp.date) var date: String?

  func run() async throws {
    try await entry.add(VaccinationEntry.self) {
      $0.name = try NonEmptyText.read(name, "vaccine")
      ($0.information, $0.place) = (information ?? "", place ?? "")
      ($0.date, $0.comment) = (try entry.date(date), entry.comment ?? "")
    }
  }
}
