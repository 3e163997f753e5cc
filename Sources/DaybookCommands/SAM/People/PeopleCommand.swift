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

extension PersonPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: summary.name + (summary.isArchived ? " (archived)" : ""))
    page.add("e-mail", emails.joined(separator: ", "))
    page.add("phone", phoneNumbers.joined(separator: ", "))
    page.add("address", postalAddresses.joined(separator: "; "))
    page.add("birthday", birthday)
    page.add("roles", summary.roles.names)
    page.add("alerts", TableStyle.list(summary.alerts))
    page.add("note", responsibilityNotes.joined(separator: "; "))
    let source = sourceName.map { " from \($0)" } ?? ""
    page.add("synced", style.time(lastSyncedAt).map { $0 + source })
    page.add("id", summary.id.rawValue)
    page.add("Contexts", participations, columns: ["context", "kind", "primary", "roles", "time"], style)
    page.add(
      "Coverage", coverages, columns: ["product", "type", "status", "role", "context"], style)
    page.add("Responsible for", responsibleFor, columns: ["dependent", "reason", "time"], style)
    page.add("In the care of", dependentOf, columns: ["guardian", "reason", "time"], style)
    page.add("Joint interests", jointInterests, columns: ["what", "members", "survivorship"], style)
    page.add(
      "Consents pending", pendingConsents, columns: ["due", "status", "consent", "for"], showsIDs: true, style
    )
    page.add("Open insights", openInsights, columns: ["sure", "kind", "insight"], showsIDs: true, style)
    page.add("to come", upcomingInteractionsCount == 0 ? nil : "\(upcomingInteractionsCount)")
    page.add("Recent interactions", recentInteractions, columns: ["when", "title", "source"], style)
    page.add("Notes", recentNotes, columns: ["when", "note"], style)
    return page
  }

  var record: OutputRecord {
    var row = summary.row
    row.append("emails", .array(emails.map { .string($0) }))
    row.append("phoneNumbers", .array(phoneNumbers.map { .string($0) }))
    row.append("postalAddresses", .array(postalAddresses.map { .string($0) }))
    row.append("birthday", .text(birthday))
    row.append("responsibilityNotes", .array(responsibilityNotes.map { .string($0) }))
    row.append("lastSyncedAt", .date(lastSyncedAt))
    row.append("importedFrom", .text(sourceName))
    row.append("participations", .rows(participations))
    row.append("coverages", .rows(coverages))
    row.append("responsibilitiesAsGuardian", .rows(responsibleFor))
    row.append("responsibilitiesAsDependent", .rows(dependentOf))
    row.append("jointInterests", .rows(jointInterests))
    row.append("consentRequirements", .rows(pendingConsents))
    row.append("insights", .rows(openInsights))
    row.append("recentInteractions", .rows(recentInteractions))
    row.append("upcomingInteractionsCount", .count(upcomingInteractionsCount))
    row.append("notes", .rows(recentNotes))
    return OutputRecord(row)
  }
}
