import ArgumentParser
import Daybook
import SAM

/// `daybook sam people …`
struct PeopleCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List people, add, change and delete them.",
    discussion: """
      Examples:
        daybook sam people
        daybook sam people lee --archived
        daybook sam people add 'Ann Lee' --email ann@example.com --role client
        daybook sam people edit 'ann lee' --name 'Ann Lee-Weiss'
      """,
    subcommands: [List.self, Add.self, PeopleEditCommand.self, PeopleRemoveCommand.self],
    defaultSubcommand: List.self)

  /// `daybook sam people list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List people by name, with their alerts: consents to get and evidence to review.",
      discussion: """
        Examples:
          daybook sam people
          daybook sam people lee
          daybook sam people --archived --format csv > people.csv
        """)

    @Argument(help: "Only those whose name or e-mail contains these words, ignoring case and accents.")
    var text: String?

    @Flag(help: "Also those who are gone from their address book.")
    var archived = false

    @OptionGroup var moment: ListMoment
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let people = try await ledger.sam.people(
        matching: text, includingArchived: archived, limit: list.count, offset: list.offset,
        at: try moment.cut(list.selection))
      try await list.show(
        people, in: ledger,
        empty: text.map { "no person matches '\($0)'" }
          ?? "there is nobody yet; see 'daybook sam sync contacts'")
    }
  }

  /// `daybook sam people add NAME`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a person who is in no address book.",
      discussion: """
        Examples:
          daybook sam people add 'Ann Lee' --email ann@example.com --role client
        """)

    @Argument(help: "The person's name.")
    var name: String

    @Option(help: ArgumentHelp("The e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("A role, such as client or lead; may be repeated.", valueName: "role"))
    var role: [String] = []

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "name")
      let roles = try role.map { try RoleType.read($0, "role", write) }
      let person = Person { person in
        person.displayNameCache = name
        person.emailCache = email
        person.roleBadges = roles
      }
      try await write.commit([try person.creation()], in: write.selection.open())
    }
  }
}

/// `daybook sam person WHO`
struct PersonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Show a person on one screen.",
    discussion: """
      Contexts (the primary ones first), coverage, responsibilities, joint interests, consents that wait, open \
      insights, the latest interactions and notes. The exit status is 1 when there is no such person.

      Examples:
        daybook sam person 'ann lee'
        daybook sam person ann@example.com --format json | jq .coverages
        daybook sam person 0193e0a4 --as-of 2026-09-30
      """)

  @Argument(help: WhoHelp.person)
  var who: String

  @OptionGroup var options: PageOptions

  func run() async throws {
    try await options.show(
      read: { [who] view in PersonPage.read(try PersonFinder.find(who, in: view).id, in: view) },
      ids: { $0.pendingConsents + $0.openInsights }, page: { $0.page($1) }, record: { $0.record })
  }
}
