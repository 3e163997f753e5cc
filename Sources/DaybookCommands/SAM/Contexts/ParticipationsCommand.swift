import ArgumentParser
import Daybook
import SAM

/// `daybook sam participations …`
struct ParticipationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "participations",
    abstract: "List who takes part in which context, add somebody, or end a participation.",
    discussion: """
      Examples:
        daybook sam participations --context 'the lees'
        daybook sam participations add 'ann lee' 'the lees' --role client --primary
        daybook sam participations end 'ann lee' 'the lees'
      """,
    subcommands: [List.self, Add.self, End.self], defaultSubcommand: List.self)

  /// `daybook sam participations list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List who takes part in which context, the primary ones first.",
      discussion: """
        Examples:
          daybook sam participations
          daybook sam participations --person 'ann lee' --ended
        """)

    @Option(help: WhoHelp.person)
    var person: String?

    @Option(help: WhoHelp.context)
    var context: String?

    @Flag(help: "Also those that have ended.")
    var ended = false

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let person = try await person.asyncMap { try await ledger.sam.person(matching: $0, at: cut).id }
      let context = try await context.asyncMap { try await ledger.sam.context(matching: $0, at: cut).id }
      try await list.show(
        try await ledger.sam.participations(of: person, in: context, includingEnded: ended, at: cut),
        hiding: person == nil ? [] : ["person"], in: ledger,
        empty: "nobody takes part; see 'daybook sam participations add'")
    }
  }

  /// `daybook sam participations add PERSON CONTEXT`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a person to a context, or change a participation.",
      discussion: """
        If the person takes part already, the options change that participation: --role adds a role, --drop-role \
        removes one.

        Examples:
          daybook sam participations add 'ann lee' 'the lees' --role client --role primaryInsured --primary
          daybook sam participations add mia 'the lees' --role child --since 2018-02-03
          daybook sam participations add 'ann lee' 'the lees' --role owner --drop-role lead
        """)

    @OptionGroup var pair: PersonAndContext

    @Option(help: ArgumentHelp("A role, such as client or child; may be repeated.", valueName: "role"))
    var role: [String] = []

    @Option(help: ArgumentHelp("A role to remove; may be repeated.", valueName: "role"))
    var dropRole: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether it comes first in the context.")
    var primary: Bool?

    @Option(help: ArgumentHelp("When it began; for a new one, by default now.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("A remark.", valueName: "text"))
    var note: String?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let roles = try role.map { try RoleType.read($0, "role", write) }
      let dropped = try dropRole.map { try RoleType.read($0, "role") }
      var set = JSONObject()
      if let primary { set["isPrimary"] = .bool(primary) }
      if let since { set["startDate"] = .string(try write.selection.instant(since, .whole).description) }
      if let note { set["note"] = .string(note) }
      let ledger = try await write.selection.open()
      let (person, context, present) = try await pair.find(in: ledger)
      if present == nil {
        (set["person"], set["context"]) = (.string(person.id.rawValue), .string(context.id.rawValue))
        if since == nil { set["startDate"] = .string(SystemClock.now().description) }
      }
      let held = present?.roles ?? []
      for role in dropped where !held.contains(role) {
        throw LedgerError(
          .notFound, "\(person.name) does not have the role '\(role.rawValue)' in \(context.name)",
          advice: "see 'daybook sam participations'")
      }
      let wanted = held.filter { !dropped.contains($0) } + roles.filter { !held.contains($0) }
      if wanted != held { set["roleBadges"] = .names(wanted) }
      if !held.isEmpty, wanted.count > held.count, dropped.isEmpty {
        write.options.messages.show(
          Notice(
            "has-roles",
            "\(person.name) also keeps the roles \(held.map(\.rawValue).joined(separator: ", "))"))
      }
      try await write.upsert(present?.id ?? Ref<ContextParticipation>(), set, in: ledger)
    }
  }

  /// `daybook sam participations end PERSON CONTEXT`
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "Record that a person no longer takes part in a context.",
      discussion: """
        Examples:
          daybook sam participations end 'ann lee' 'the lees' --on 2026-09-30
        """)

    @OptionGroup var pair: PersonAndContext

    @OptionGroup var end: EndOptions

    func run() async throws {
      let ledger = try await end.write.selection.open()
      let (person, context, present) = try await pair.find(in: ledger)
      try await end.end(
        in: ledger, otherwise: "\(person.name) does not take part in \(context.name)", list: "participations",
        present?.id)
    }
  }
}

/// PERSON CONTEXT, and how the one takes part in the other now.
struct PersonAndContext: ParsableArguments {
  @Argument(help: WhoHelp.person)
  var person: String

  @Argument(help: WhoHelp.context)
  var context: String

  func find(
    in ledger: Ledger
  ) async throws -> (person: Mention<Person>, context: Mention<Context>, present: ParticipationItem?) {
    let person = try await ledger.sam.person(matching: person)
    let context = try await ledger.sam.context(matching: context)
    let present = try await ledger.sam.participations(of: person.id, in: context.id)
    return (person, context, try Pairing.one(of: present, "\(person.name) takes part in \(context.name)"))
  }
}
