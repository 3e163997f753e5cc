import ArgumentParser
import Daybook
import SAM

/// `daybook sam joint-interests …`
struct JointInterestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "joint-interests",
    abstract: "List what people own together, add a joint interest, or end one.",
    discussion: """
      Examples:
        daybook sam joint-interests --person 'ann lee'
        daybook sam joint-interests add 'Joint bank account' 'ann lee' 'ben lee' --survivorship
        daybook sam joint-interests end 0193e0a4
      """,
    subcommands: [List.self, Add.self, End.self], defaultSubcommand: List.self)

  /// `daybook sam joint-interests list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List what people own together.",
      discussion: """
        Examples:
          daybook sam joint-interests --person 'ann lee'
        """)

    @Option(help: WhoHelp.person)
    var person: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let person = try await person.asyncMap { try await ledger.sam.person(matching: $0, at: cut).id }
      try await list.show(
        try await ledger.sam.jointInterests(of: person, at: cut), in: ledger,
        empty: "nobody owns anything together; see 'daybook sam joint-interests add'")
    }
  }

  /// `daybook sam joint-interests add DESCRIPTION PERSON…`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Record that people own something together.",
      discussion: """
        Examples:
          daybook sam joint-interests add 'Joint bank account' 'ann lee' 'ben lee' --survivorship
          daybook sam joint-interests add 'The house' 'ann lee' 'ben lee' --product homeowners
        """)

    @Argument(help: "What they own, such as 'Joint bank account'.")
    var description: String

    @Argument(help: "The people, at least two: names, e-mails, or the beginnings of ids.")
    var people: [String]

    @Flag(help: "With survivorship rights.")
    var survivorship = false

    @Option(help: ArgumentHelp("A product that it concerns; may be repeated.", valueName: "product"))
    var product: [String] = []

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let description = try NonEmptyText.read(description, "description")
      let ledger = try await write.selection.open()
      let (members, products) = try await ledger.withView { [people, product] view in
        (
          try people.map { try PersonFinder.find($0, in: view).id },
          try product.map { try ProductFinder.find($0, in: view).id }
        )
      }
      guard Set(members).count > 1 else {
        throw LedgerError(.usage, "one person alone owns nothing jointly", advice: "name at least two people")
      }
      let interest = JointInterest {
        ($0.description, $0.hasSurvivorshipRights) = (description, survivorship)
      }
      let id = interest.id.rawValue
      let links = members.map {
        Mutation(.link, kind: JointInterest.kind, id: id, rel: "members", to: $0.rawValue)
      }
      let concerns = products.map {
        Mutation(.link, kind: Product.kind, id: $0.rawValue, rel: "jointInterests", to: id)
      }
      try await write.commit(
        [try interest.creation()] + links + concerns, about: [EntityName(kind: JointInterest.kind, id: id)],
        in: ledger)
    }
  }

  /// `daybook sam joint-interests end ID`
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "Record that people no longer own something together.",
      discussion: """
        A joint interest has no dates, so it is deleted; 'daybook restore sam.jointInterest ID' brings it back.

        Examples:
          daybook sam joint-interests end 'joint bank account'
          daybook sam joint-interests end 0193e0a4
        """)

    @Argument(help: "What they own, or a part of it, or the beginning of its id.")
    var id: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let ledger = try await write.selection.open()
      let interest = try await ledger.withView { [id] view in
        try view.entity(id, among: [JointInterest.kind], noun: "joint interest")
      }
      try await write.commit([Mutation(.delete, kind: interest.kind, id: interest.id)], in: ledger)
    }
  }
}
