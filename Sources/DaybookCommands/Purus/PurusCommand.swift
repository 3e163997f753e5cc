import ArgumentParser

/// `daybook purus …`: what only Purus Health does.
struct PurusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purus",
    abstract: "Medical records of people and pets: entries, weights, costs, vaccinations, an emergency card.",
    discussion: """
      A record is named by a part of its name, or by the beginning of its id. Identifying data and \
      medical findings are hidden unless --reveal is given; a file contains all values.

      Examples:
        daybook purus record new 'Ann Lee'
        daybook purus add weight 'ann lee' 61.4 --unit kg --date 2026-11-02
        daybook purus show ann --reveal
        daybook purus card ann --page card.html
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Records",
        subcommands: [
          RecordCommand.self, PurusListCommand.self, PurusShowCommand.self, CardCommand.self,
          PrintCommand.self,
        ]),
      CommandGroup(
        name: "Entries",
        subcommands: [
          PurusAddCommand.self, EntryEditCommand.self, EntryRemoveCommand.self, DocumentCommand.self,
        ]),
      CommandGroup(
        name: "Reports",
        subcommands: [WeightsCommand.self, BloodCommand.self, CostsCommand.self, VaccinationsCommand.self]),
    ])
}

/// The help texts of arguments that name a record.
enum RecordHelp {
  static let record: ArgumentHelp = "A record: a name or part of it, or the beginning of an id."
}
