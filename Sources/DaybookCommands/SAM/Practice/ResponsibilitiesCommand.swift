import ArgumentParser
import Daybook
import SAM

/// `daybook sam responsibilities …`
struct ResponsibilitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "responsibilities",
    abstract: "List who is responsible for whom, add a responsibility, or end one.",
    discussion: """
      Examples:
        daybook sam responsibilities --person 'ann lee'
        daybook sam responsibilities add 'ann lee' mia --reason minor
        daybook sam responsibilities end 'ann lee' mia
      """,
    subcommands: [List.self, Add.self, End.self], defaultSubcommand: List.self)

  /// `daybook sam responsibilities list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List who is responsible for whom.",
      discussion: """
        Examples:
          daybook sam responsibilities
          daybook sam responsibilities --person mia --ended
        """)

    @Option(help: "Only those of this person, as guardian or dependent.")
    var person: String?

    @Flag(help: "Also those that have ended.")
    var ended = false

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let person = try await person.asyncMap { try await ledger.sam.person(matching: $0, at: cut).id }
      try await list.show(
        try await ledger.sam.responsibilities(of: person, includingEnded: ended, at: cut), in: ledger,
        empty: "nobody is responsible for anybody; see 'daybook sam responsibilities add'")
    }
  }

  /// `daybook sam responsibilities add GUARDIAN DEPENDENT`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Record that one person is responsible for another.",
      discussion: """
        If the responsibility exists already, the options change it.

        Examples:
          daybook sam responsibilities add 'ann lee' mia --reason minor --since 2018-02-03
        """)

    @OptionGroup var pair: GuardianAndDependent

    @Option(help: ArgumentHelp("Why, such as minor or 'legal guardianship'.", valueName: "text"))
    var reason: String?

    @Option(help: ArgumentHelp("When it began; for a new one, by default now.", valueName: "time"))
    var since: String?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      var set = JSONObject()
      if let reason { set["reason"] = .string(try NonEmptyText.read(reason, "reason")) }
      if let since { set["startDate"] = .string(try write.selection.instant(since, .whole).description) }
      let ledger = try await write.selection.open()
      let (guardian, dependent, present) = try await pair.find(in: ledger)
      if present == nil {
        guard guardian.id != dependent.id else {
          throw LedgerError(.usage, "\(guardian.name) cannot be responsible for \(guardian.name)")
        }
        guard reason != nil else {
          throw LedgerError(.usage, "no reason is given", advice: "give one with --reason, such as minor")
        }
        (set["guardian"], set["dependent"]) = (.string(guardian.id.rawValue), .string(dependent.id.rawValue))
        if since == nil { set["startDate"] = .string(SystemClock.now().description) }
      }
      try await write.upsert(present?.id ?? Ref<Responsibility>(), set, in: ledger)
    }
  }

  /// `daybook sam responsibilities end GUARDIAN DEPENDENT`
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "Record that one person is no longer responsible for another.",
      discussion: """
        Examples:
          daybook sam responsibilities end 'ann lee' mia --on 2036-02-03
        """)

    @OptionGroup var pair: GuardianAndDependent

    @OptionGroup var end: EndOptions

    func run() async throws {
      let ledger = try await end.write.selection.open()
      let (guardian, dependent, present) = try await pair.find(in: ledger)
      try await end.end(
        in: ledger, otherwise: "\(guardian.name) is not responsible for \(dependent.name)",
        list: "responsibilities", present?.id)
    }
  }
}

/// GUARDIAN DEPENDENT, and what there is between them now.
struct GuardianAndDependent: ParsableArguments {
  @Argument(help: "Who is responsible: a name, an e-mail, or the beginning of an id.")
  var guardian: String

  @Argument(help: "For whom.")
  var dependent: String

  func find(
    in ledger: Ledger
  ) async throws -> (guardian: Mention<Person>, dependent: Mention<Person>, present: ResponsibilityItem?) {
    let guardian = try await ledger.sam.person(matching: guardian)
    let dependent = try await ledger.sam.person(matching: dependent)
    let present = try await ledger.sam.responsibilities(of: guardian.id).filter { item in
      item.guardian?.id == guardian.id && item.dependent?.id == dependent.id
    }
    let what = "\(guardian.name) is responsible for \(dependent.name)"
    return (guardian, dependent, try Pairing.one(of: present, what))
  }
}
