import ArgumentParser
import Daybook
import SAM

/// `daybook sam people edit WHO`
struct PeopleEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a person's name, e-mail or roles.",
    discussion: """
      Later imports keep what is written here; if the address book changes the same field, 'daybook conflicts' lists \
      both values.

      Examples:
        daybook sam people edit 'ann lee' --name 'Ann Lee-Weiss'
        daybook sam people edit 'ann lee' --role client --drop-role lead
        daybook sam people edit ann@example.com --email ann.lee@example.com
      """)

  @Argument(help: WhoHelp.person)
  var who: String

  @Option(help: ArgumentHelp("A new name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("A new e-mail address; an empty text removes it.", valueName: "address"))
  var email: String?

  @Option(help: ArgumentHelp("A role to add; may be repeated.", valueName: "role"))
  var role: [String] = []

  @Option(help: ArgumentHelp("A role to remove; may be repeated.", valueName: "role"))
  var dropRole: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if name == nil, email == nil, role.isEmpty, dropRole.isEmpty {
      throw ValidationError("say what to change: --name, --email, --role or --drop-role")
    }
  }

  func run() async throws {
    let added = try role.map { try RoleType.read($0, "role", write) }
    let dropped = try dropRole.map { try RoleType.read($0, "role") }
    var set = JSONObject()
    if let name { set["displayNameCache"] = .string(try NonEmptyText.read(name, "name")) }
    if let email { set["emailCache"] = email.allSatisfy(\.isWhitespace) ? .null : .string(email) }
    let ledger = try await write.selection.open()
    let person = try await ledger.sam.person(matching: who)
    let held = try await ledger.get(person.id)?.roleBadges ?? []
    let wanted = held.filter { !dropped.contains($0) } + added.filter { !held.contains($0) }
    if wanted != held { set["roleBadges"] = .names(wanted) }
    try await write.upsert(person.id, set, in: ledger)
  }
}

/// `daybook sam people remove WHO…`
struct PeopleRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete people, with the insights about them.",
    discussion: """
      Part of a name is not enough. An import does not restore a deleted person; 'daybook restore sam.person ID' does.

      Examples:
        daybook sam people remove 'ann lee' --why 'asked to be removed'
      """)

  @Argument(help: WhoHelp.whole)
  var who: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(who, of: Person.kind) }
}
