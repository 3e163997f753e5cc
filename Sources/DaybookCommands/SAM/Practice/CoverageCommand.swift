import ArgumentParser
import Daybook
import SAM

/// `daybook sam coverage …`
struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "List who is covered by what, add a coverage, or end one.",
    discussion: """
      Examples:
        daybook sam coverage --person 'ann lee'
        daybook sam coverage add 'ann lee' 'term life' --role owner
        daybook sam coverage end 'ann lee' 'term life'
      """,
    subcommands: [List.self, Add.self, End.self], defaultSubcommand: List.self)

  /// `daybook sam coverage list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List who is covered by what, and how.",
      discussion: """
        Examples:
          daybook sam coverage
          daybook sam coverage --product 'term life'
        """)

    @Option(help: WhoHelp.person)
    var person: String?

    @Option(help: WhoHelp.product)
    var product: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let person = try await person.asyncMap { try await ledger.sam.person(matching: $0, at: cut).id }
      let product = try await product.asyncMap { try await ledger.sam.product(matching: $0, at: cut).id }
      try await list.show(
        try await ledger.sam.coverages(
          of: person, by: product, limit: list.count, offset: list.offset, at: cut),
        hiding: person == nil ? [] : ["person"], in: ledger,
        empty: "nobody is covered; see 'daybook sam coverage add'")
    }
  }

  /// `daybook sam coverage add PERSON PRODUCT`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Record that a product covers a person, and how.",
      discussion: """
        One person may have several roles in one product. A person who has the role already is not added again.

        Examples:
          daybook sam coverage add 'ann lee' 'term life'
          daybook sam coverage add 'ben lee' 'term life' --role beneficiary --survivorship
        """)

    @OptionGroup var pair: PersonAndProduct

    @Flag(inversion: .prefixedNo, help: "Whether the role carries survivorship rights.")
    var survivorship: Bool?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let role = try pair.role(write) ?? .insured
      let ledger = try await write.selection.open()
      let (person, product, present) = try await pair.find(role, in: ledger)
      var set = JSONObject()
      if let survivorship { set["survivorshipRights"] = .bool(survivorship) }
      if present == nil {
        (set["person"], set["product"]) = (.string(person.id.rawValue), .string(product.id.rawValue))
        set["role"] = .string(role.rawValue)
      }
      try await write.upsert(present?.id ?? Ref<Coverage>(), set, in: ledger)
    }
  }

  /// `daybook sam coverage end PERSON PRODUCT`
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "Record that a product no longer covers a person.",
      discussion: """
        A coverage has no dates, so it is deleted; 'daybook restore sam.coverage ID' brings it back.

        Examples:
          daybook sam coverage end 'ann lee' 'term life'
          daybook sam coverage end 'ben lee' 'term life' --role beneficiary
        """)

    @OptionGroup var pair: PersonAndProduct
    @OptionGroup var write: WriteOptions

    func run() async throws {
      let role = try pair.role()
      let ledger = try await write.selection.open()
      let (person, product, present) = try await pair.find(role, in: ledger)
      guard let present else {
        throw LedgerError(
          .notFound, "\(person.name) is not covered by \(product.name)\(role.map { " as \($0)" } ?? "")",
          advice: "see 'daybook sam coverage'")
      }
      try await write.commit([Mutation(.delete, kind: Coverage.kind, id: present.id.rawValue)], in: ledger)
    }
  }
}

/// PERSON PRODUCT and the role, and how the one is covered by the other now.
struct PersonAndProduct: ParsableArguments {
  @Argument(help: WhoHelp.person)
  var person: String

  @Argument(help: WhoHelp.product)
  var product: String

  @Option(help: ArgumentHelp("The role: \(CoverageRole.list).", valueName: "role"))
  var role: String?

  func role(_ write: WriteOptions? = nil) throws -> CoverageRole? {
    try role.map { try CoverageRole.read($0, "role of a coverage", write) }
  }

  func find(
    _ role: CoverageRole?, in ledger: Ledger
  ) async throws -> (person: Mention<Person>, product: Mention<Product>, present: CoverageItem?) {
    let person = try await ledger.sam.person(matching: person)
    let product = try await ledger.sam.product(matching: product)
    let present = try await ledger.sam.coverages(of: person.id, by: product.id).items
      .filter { role == nil || $0.role == role }
    let one = try Pairing.one(
      of: present, "\(person.name) is covered by \(product.name)", advice: "name the role with --role")
    return (person, product, one)
  }
}
