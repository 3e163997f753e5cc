import ArgumentParser

/// `daybook purus add KIND RECORD …`
struct PurusAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an entry to a record.",
    discussion: """
      An entry is changed with 'daybook purus edit' and deleted with 'daybook purus remove'.

      Examples:
        daybook purus add weight rex 8.4 --unit kg --date 2026-11-02
        daybook purus add vaccination rex Rabies --comment 'next 2027-05'
        daybook purus add allergy 'ann lee' 'penicillin'
        daybook purus add document 'ann lee' discharge.pdf
        daybook purus edit rex 01a206d0 weight=8.5
      """,
    subcommands: [
      AddBlood.self, AddDrug.self, AddVaccination.self, AddAllergy.self, AddIllness.self, AddRisk.self,
      AddHistory.self, AddDocument.self, AddDoctor.self, AddWeight.self, AddCost.self, AddContact.self,
    ])
}
