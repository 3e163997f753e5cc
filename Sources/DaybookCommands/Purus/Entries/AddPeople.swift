import ArgumentParser
import Daybook
import PurusHealth

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
  @Option(help: "What they are a doctor of.") var specialty: String?
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
  @Option(help: "Who they are to the person.") var relationship: String?

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let found = try await ledger.record(matching: record)
    let contact = try EmergencyContact {
      $0.record = found.id
      $0.name = try NonEmptyText.read(name, "name")
      ($0.phone, $0.email, $0.relationship) = (phone ?? "", email ?? "", relationship ?? "")
    }
    try await write.commit([try contact.creation()], in: ledger)
  }
}
