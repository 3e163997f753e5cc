import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus add document RECORD FILE`
struct AddDocument: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "document", abstract: "Add a file: a letter, a report, a picture.",
    discussion: """
      Its name and type are kept with it. A large file is kept beside the log, and read piece by piece.

      Examples:
        daybook purus add document 'ann lee' discharge.pdf
        daybook purus add document 'ann lee' scan.dat --name 'MRI, knee' --type application/dicom
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "The file; - is the standard input.", completion: .file()) var file: String
  @Option(help: "What to call it; by default the file's name.") var name: String?
  @Option(help: "Its media type; by default derived from the file's name.") var type: String?

  func run() async throws {
    let own = SyncOptions.name(of: file)
    let name = try NonEmptyText.read(name ?? own, "name")
    let ledger = try await entry.write.selection.open()
    let record = try await ledger.purus.record(matching: entry.record)
    var document = MedicalDocumentEntry()
    document.record = record.id
    (document.documentName, document.comment) = (name, entry.comment ?? "")
    document.documentType = type ?? MediaType.of(file: own)
    var creation = try document.creation()
    let input = try InputReader(file)
    // A dry run keeps nothing.
    let data: JSONValue = entry.write.dryRun ? .null : try ledger.storeData { try input.read() }
    creation.set?["documentData"] = data
    try await entry.write.commit([creation], in: ledger)
  }
}

// Entries of text: allergies, illnesses, risks and medical history.

/// `daybook purus add allergy RECORD TEXT`
struct AddAllergy: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "allergy", abstract: "Add an allergy.",
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
    commandName: "risk", abstract: "Add a risk: what makes an illness likelier, or a treatment dangerous.",
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
    commandName: "history", abstract: "Add an entry of the medical history: an operation, a fracture.",
    discussion: """
      Examples:
        daybook purus add history 'ann lee' 'appendectomy, 1998'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "What.") var information: String

  func run() async throws { try await entry.add(MedicalHistoryEntry.self, saying: information, "history") }
}

extension EntryArguments {
  /// Writes a new entry of text to the record, with the comment.
  fileprivate func add<Entry: NarrativeEntry>(
    _: Entry.Type, saying information: String, _ noun: String
  ) async throws {
    try await add(Entry.self) {
      $0.information = try NonEmptyText.read(information, noun)
      $0.comment = comment ?? ""
    }
  }
}

/// `daybook purus add doctor RECORD NAME`
struct AddDoctor: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Add a doctor or practice.",
    discussion: """
      Examples:
        daybook purus add doctor 'ann lee' 'Dr Yu' --specialty cardiology --phone '+44 20 7946 0101'
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "The doctor's or practice's name.") var name: String
  @Option(help: "The doctor's specialty.") var specialty: String?
  @Option(help: "Whom to ask for.") var contact: String?
  @Option(help: "A telephone number.") var phone: String?
  @Option(help: "An e-mail address.") var email: String?
  @Option(help: "Where they are.") var address: String?
  @Option(help: ArgumentHelp("Since when, or the last visit.", valueName: "time")) var date: String?

  func run() async throws {
    try await entry.add(HumanDoctorEntry.self) {
      $0.name = try NonEmptyText.read(name, "name")
      ($0.specialty, $0.contactName) = (specialty ?? "", contact ?? "")
      ($0.phone, $0.email, $0.address) = (phone ?? "", email ?? "", address ?? "")
      ($0.date, $0.comment) = (try date.map { try entry.date($0) }, entry.comment ?? "")
    }
  }
}

/// `daybook purus add contact RECORD NAME`
struct AddContact: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "contact", abstract: "Add an emergency contact.",
    discussion: """
      Examples:
        daybook purus add contact 'ann lee' 'Ben Lee' --relationship husband --phone '+44 20 7946 0102'
      """)

  @Argument(help: RecordHelp.record) var record: String
  @Argument(help: "The contact's name.") var name: String
  @Option(help: "A telephone number.") var phone: String?
  @Option(help: "An e-mail address.") var email: String?
  @Option(help: "Their relationship to the person.") var relationship: String?

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let found = try await ledger.purus.record(matching: record)
    let contact = try EmergencyContact {
      $0.record = found.id
      $0.name = try NonEmptyText.read(name, "name")
      ($0.phone, $0.email, $0.relationship) = (phone ?? "", email ?? "", relationship ?? "")
    }
    try await write.commit([try contact.creation()], in: ledger)
  }
}
