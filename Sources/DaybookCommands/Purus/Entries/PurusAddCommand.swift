import ArgumentParser
import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// The arguments of every `purus add`.
struct EntryArguments: ParsableArguments {
  @Argument(help: RecordHelp.record)
  var record: String

  @Option(help: ArgumentHelp("A comment.", valueName: "text"))
  var comment: String?

  @OptionGroup var write: WriteOptions

  /// Writes a new entry of the record, changed by `configure`.
  func add<Entry: RecordEntry>(
    _: Entry.Type = Entry.self, _ configure: (inout Entry) throws -> Void
  ) async throws {
    let ledger = try await write.selection.open()
    let record = try await ledger.purus.record(matching: record)
    var entry = Entry()
    entry.record = record.id
    try configure(&entry)
    try await write.commit([try entry.creation()], in: ledger)
  }

  /// The moment that somebody typed; by default now.
  func date(_ text: String?) throws -> Date {
    Date(try text.map { try write.selection.instant($0, .whole) } ?? SystemClock.now())
  }
}

/// How the date of an entry is described.
enum EntryHelp {
  static let date = ArgumentHelp("When; by default now.", valueName: "time")
}

/// A command whose arguments may be values of hidden fields: errors do not repeat them.
protocol EntryValues: ValueArguments {}

extension EntryValues {
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool { true }
}

/// `daybook purus add weight RECORD WEIGHT`
struct AddWeight: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "weight", abstract: "Add a weight.",
    discussion: """
      Examples:
        daybook purus add weight rex 8.4
        daybook purus add weight rex 8,4
        daybook purus add weight 'ann lee' 134.5 --unit lbs --date 2026-11-02
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The weight.", valueName: "weight"))
  var numbers: [String]
  @Option(help: ArgumentHelp("\(WeightUnit.list); by default kg.", valueName: "unit")) var unit = "kg"
  @Option(help: EntryHelp.date) var date: String?

  func run() async throws {
    let number = try NumberArguments.read(numbers, ["weight"])[0]
    let unit = try WeightUnitText.read(unit)
    let weight = try TypedNumber.double(number, of: "purus.weightEntry.weight")
    try await entry.add(WeightEntry.self) {
      ($0.weight, $0.unit) = (weight, unit)
      ($0.date, $0.comment) = (try entry.date(date), entry.comment ?? "")
    }
  }
}

/// Numbers as arguments: a negative one is not an option, but a bad number.
enum NumberArguments {
  /// As many arguments as there are names; any other argument that is not a number is an unknown option.
  static func read(_ words: [String], _ names: [String]) throws -> [String] {
    if let option = words.first(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber != true }) {
      throw ValidationError("Unknown option '\(option)'")
    }
    guard words.count >= names.count else {
      throw ValidationError("Missing expected argument '<\(names[words.count])>'")
    }
    guard words.count == names.count else {
      throw ValidationError("Unexpected argument '\(words[names.count])'")
    }
    return words
  }
}

/// Units as people type them.
enum WeightUnitText {
  static func read(_ text: String) throws(LedgerError) -> WeightUnit {
    switch text.lowercased() {
    case "kg", "kgs", "kilo", "kilos", "kilogram", "kilograms": return .kg
    case "lbs", "lb", "pound", "pounds": return .lbs
    default:
      throw LedgerError(.badData, "purus.weightEntry.unit must be kg or lbs", advice: "convert it first")
    }
  }
}

/// `daybook purus add cost RECORD YEAR COST`
struct AddCost: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "cost", abstract: "Add what a pet cost in a year; several of a year add up.",
    discussion: """
      Examples:
        daybook purus add cost rex 2026 412.50 --currency EUR
        daybook purus add cost rex 2026 1.234,50
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The year and the amount.", valueName: "year cost"))
  var numbers: [String]
  @Option(
    help: ArgumentHelp(
      "Three letters of ISO 4217; by default that of the last cost of the pet, else of any pet, else USD.",
      valueName: "code"))
  var currency: String?

  func run() async throws {
    let numbers = try NumberArguments.read(numbers, ["year", "cost"])
    guard let year = Int(numbers[0]) else {
      throw LedgerError(
        .badData, "purus.petYearlyCostEntry.year must be a year from 1900 to 2199",
        advice: "give the year, then the cost")
    }
    let cost = try TypedNumber.double(numbers[1], of: "purus.petYearlyCostEntry.cost")
    let currency = try await code()
    try await entry.add(PetYearlyCostEntry.self) {
      ($0.year, $0.cost) = (year, cost)
      ($0.currency, $0.comment) = (currency, entry.comment ?? "")
    }
  }

  /// The currency; says which one it is if the user named none.
  private func code() async throws -> String {
    // A code typed in small letters is the same code.
    if let currency { return currency.utf8.count == 3 ? currency.uppercased() : currency }
    let ledger = try await entry.write.selection.open()
    let record = try await ledger.purus.record(matching: entry.record)
    let last = try await ledger.purus.lastCurrency(of: record.id)
    let reason = last == nil ? "the default" : "like the last cost"
    entry.write.options.messages.show(
      Notice("currency", "the cost is in \(last ?? "USD"), \(reason); --currency gives another"))
    return last ?? "USD"
  }
}
