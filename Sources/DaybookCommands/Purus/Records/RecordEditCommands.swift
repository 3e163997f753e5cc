import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record edit RECORD k=v…`
struct RecordEditCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change fields of a record.",
    discussion: """
      field=value writes, field= clears, field=@file takes a file's content. Fields are those of \
      purus.medicalRecord; 'daybook schema show purus.medicalRecord' lists them.

      Examples:
        daybook purus record edit 'ann lee' personalHealthInsurance='City Health' personalEmployer=
        daybook purus record edit rex recordLocation=iCloud isCloudEnabled=true
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Argument(help: ArgumentHelp("Fields: k=v, k= or k=@file.", valueName: "k=v"))
  var fields: [String] = []

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("The same as field=value.", valueName: "k=v"))
  var assignments: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if fields.isEmpty, assignments.isEmpty { throw ValidationError("say what to change, as field=value") }
  }

  func run() async throws {
    let ledger = try await write.selection.open()
    let found = try await ledger.purus.record(matching: record)
    let id = found.id.rawValue
    let set = try await RecordFields.touched([:], id, in: ledger)
    try await write.commit(
      try await RecordFields.mutations(fields + assignments, to: id, set, write, ledger), in: ledger)
  }
}

/// `daybook purus record new [NAME]`
struct RecordNewCommand: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make the record of a person or a pet.",
    discussion: """
      The last word of a person's name is the family name, unless --family says it. Fields are those of \
      purus.medicalRecord; 'daybook schema show purus.medicalRecord' lists them.

      Examples:
        daybook purus record new 'Ann Lee' --set personalBirthdate=1980-03-01
        daybook purus record new 'Maria' --family 'de la Cruz'
        daybook purus record new Rex --pet petBreed=terrier
        daybook purus record new Rex --pet --set petBreed=terrier personalGender=male ownerName='Ann Lee'
      """)

  @Argument(help: "The name of the pet or the person.")
  var name: String?

  @Argument(help: ArgumentHelp("Fields: k=v, or k=@file; the same as --set.", valueName: "k=v"))
  var fields: [String] = []

  @Flag(help: "Make the record of a pet.")
  var pet = false

  @Option(help: ArgumentHelp("The person's family name.", valueName: "name"))
  var family: String?

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("Fields: k=v, or k=@file.", valueName: "k=v"))
  var assignments: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if pet, family != nil { throw ValidationError("--family is only for a person") }
  }

  func run() async throws {
    var set: JSONObject = ["isPet": .bool(pet)]
    let isField = name?.contains("=") ?? false
    let fields = (isField ? name.map { [$0] } ?? [] : []) + fields
    if let name = try (isField ? nil : name).map({ try NonEmptyText.read($0, "name") }) {
      if pet {
        set["personalName"] = .string(name)
      } else {
        let words = name.split(whereSeparator: \.isWhitespace)
        let isSplit = family == nil && words.count > 1
        set["personalGivenName"] = .string(isSplit ? words.dropLast().joined(separator: " ") : name)
        if isSplit { set["personalFamilyName"] = .string(String(words[words.count - 1])) }
      }
    }
    if let family { set["personalFamilyName"] = .string(try NonEmptyText.read(family, "family name")) }
    let ledger = try await write.selection.open()
    try await write.commit(
      try await RecordFields.mutations(fields + assignments, to: nil, set, write, ledger), in: ledger)
  }
}

/// Fields of a record as `k=v`.
enum RecordFields {
  /// - Parameter id: nil for a new record.
  static func mutations(
    _ assignments: [String], to id: String?, _ set: JSONObject = [:], _ write: WriteOptions, _ ledger: Ledger
  ) async throws -> [Mutation] {
    var fields = FieldWriter(
      kind: MedicalRecord.kind, id: id, schema: ledger.schemas[MedicalRecord.kind], ledger: ledger,
      values: ValueReader(of: MedicalRecord.kind) { [write] in try write.selection.instant($0, $1) },
      write: write, set: set)
    for text in assignments { try await fields.apply(try FieldAssignment(text, mayBeHidden: true)) }
    return try await fields.mutations()
  }

  /// An import sets its own time of the last change; from the next change on, it is the ledger's again.
  static func touched(_ set: JSONObject, _ id: String, in ledger: Ledger) async throws -> JSONObject {
    let isSet = try await ledger.read { state in
      state.entity(MedicalRecord.kind, id: id)?.values["updatedAt"].map { !$0.isNull } ?? false
    }
    guard isSet else { return set }
    var set = set
    set["updatedAt"] = .null
    return set
  }
}
