import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record …`
struct RecordCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "List records, make and change one, share it, export and import it.",
    discussion: """
      Examples:
        daybook purus record
        daybook purus record new Rex --pet --set petBreed=terrier
        daybook purus record edit rex petColor=brown
        daybook purus record export rex -o rex.json
        daybook purus record import rex.json
      """,
    subcommands: [
      RecordListCommand.self, RecordNewCommand.self, RecordEditCommand.self, RecordShareCommand.self,
      RecordUnshareCommand.self, RecordExportCommand.self, RecordImportCommand.self,
    ], defaultSubcommand: RecordListCommand.self)
}

/// `daybook purus record list [TEXT]`
struct RecordListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the records by name.",
    discussion: """
      Examples:
        daybook purus record list
        daybook purus record list lee --people
        daybook purus record list --pets --format csv
      """)

  @Argument(help: "Only those whose names contain these words, ignoring case and accents.")
  var text: String?

  @Flag(help: "Only people.")
  var people = false

  @Flag(help: "Only pets.")
  var pets = false

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func validate() throws {
    if people, pets { throw ValidationError("--people and --pets cannot be used together") }
  }

  func run() async throws {
    let ledger = try await list.selection.open()
    let records = try await ledger.purus.records(
      matching: text, creature: people ? .human : pets ? .pet : nil, at: try past.cut(list.selection))
    try await list.show(
      records, in: ledger,
      empty: text == nil
        ? "there is no record yet; see 'daybook purus record new'" : "no record matches")
  }
}

/// `daybook purus show RECORD`
struct PurusShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a record with all of its entries on one screen.",
    discussion: """
      The exit status is 1 when there is no such record.

      Examples:
        daybook purus show rex
        daybook purus show 'ann lee' --reveal --format json | jq .drugs
        daybook purus show ann --as-of 2026-09-30
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @OptionGroup var cut: CutOptions

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let cut = try await cut.cut(selection, in: ledger)
    let read = try await ledger.withView(at: cut) { [record] view in
      RecordRows.read(try RecordFinder.find(record, in: view).id, in: view)
    }
    guard let rows = read.map({ $0.shown(by: reveal.disclosure(ledger)) }) else { return }
    let style = try await selection.tableStyle(in: ledger, of: rows.entries.values.flatMap { $0 })
    try options.output.show(rows.page(style), rows.outputRecord)
  }
}

extension RecordRows {
  /// The rows with hidden values masked.
  func shown(by disclosure: Disclosure) -> RecordRows {
    var rows = self
    rows.record = disclosure.row(record)
    rows.entries = entries.mapValues { $0.map { disclosure.row($0) } }
    return rows
  }

  private var creature: MedicalRecord.Creature { record["isPet"]?.bool == true ? .pet : .human }

  /// The record's fields with their labels; those that fit its kind of owner come first.
  private var facts: [(label: String, field: String)] {
    let shared = [
      (creature.birthLabel, "personalBirthdate"), (creature.genderLabel, "personalGender"),
    ]
    let human = [
      ("called", "personalNickName"), ("address", "personalAddress"),
      ("social security number", "personalSocialSecurityNumber"),
      ("health insurance", "personalHealthInsurance"),
      ("insurance number", "personalHealthInsuranceNumber"), ("employer", "personalEmployer"),
    ]
    let pet = [
      ("breed", "petBreed"), ("colour", "petColor"), ("chip or tattoo", "personalAnimalID"),
      ("owner", "ownerName"),
      ("owner's phone", "ownerPhone"), ("owner's e-mail", "ownerEmail"), ("clinic", "vetClinicName"),
      ("veterinarian", "vetContactName"), ("clinic's phone", "vetPhone"), ("clinic's e-mail", "vetEmail"),
      ("clinic's address", "vetAddress"), ("note on the vet", "vetNote"),
    ]
    return shared + (creature == .pet ? pet : human)
  }

  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: record["displayName"]?.string ?? record.id)
    page.add("record of", creature == .pet ? "a pet" : "a person")
    for (label, field) in facts { page.add(label, record[field]?.string.map { OneLine.of($0) }) }
    page.add("kept", record["recordLocation"]?.string)
    page.add(
      "cloud",
      TableStyle.list([
        record["isCloudEnabled"]?.bool == true ? "enabled" : nil,
        record["isSharingEnabled"]?.bool == true ? "shared" : nil,
      ]))
    page.add("share", record["cloudShareRecordName"]?.string)
    page.add("id", record.id)
    for word in EntryWord.all {
      page.add(
        word.title, word.fields.map(EntryCells.heading) + ["id"],
        self[word.list].map { row in
          word.fields.map { EntryCells.cell(row, $0, style) } + [.string(style.shortID(row.id))]
        })
    }
    return page
  }

  /// The printed part of the record. It is for other readers than its owner, so it has no ids and no storage location.
  func printed(_ part: PrintedPart, _ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: record["displayName"]?.string ?? record.id)
    let kept = part == .record ? facts : facts.filter { Self.identifying.contains($0.field) }
    for (label, field) in kept { page.add(label, record[field]?.string.map { OneLine.of($0) }) }
    for word in part.words {
      page.add(
        word.title, word.fields.map(EntryCells.heading),
        self[word.list].map { row in word.fields.map { EntryCells.cell(row, $0, style) } })
    }
    return page
  }

  /// The fields by which the reader of a list recognizes the record's owner.
  private static let identifying: Set<String> = [
    "personalBirthdate", "personalAddress", "personalHealthInsurance", "personalHealthInsuranceNumber",
    "petBreed",
    "personalAnimalID", "ownerName",
  ]

  /// For programs: the record's fields, with its entries in place of their ids.
  var outputRecord: OutputRecord {
    var row = OutputRow(record)
    for index in row.members.indices {
      guard let entries = entries[row.members[index].name] else { continue }
      row.members[index].value = .array(
        entries.map { entry in
          .object(
            JSONObject(
              OutputRow(entry).members.filter { $0.name != "_kind" && $0.name != "record" }
                .map { ($0.name, $0.value) }))
        })
    }
    return OutputRecord(row)
  }
}
