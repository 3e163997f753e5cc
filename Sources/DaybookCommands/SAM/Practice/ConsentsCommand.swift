import ArgumentParser
import Daybook
import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook sam consents …`
struct ConsentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consents",
    abstract: "List consents, require one, and record its outcome.",
    discussion: """
      Examples:
        daybook sam consents --overdue
        daybook sam consents require 'ann lee' --type recording --due 2026-12-31
        daybook sam consents grant 0193e0a4
      """,
    subcommands: [
      List.self, ConsentsRequireCommand.self, ConsentsGrantCommand.self, ConsentsDeclineCommand.self,
      ConsentsRevokeCommand.self, ConsentsExpireCommand.self, ConsentsRemoveCommand.self,
    ],
    defaultSubcommand: List.self)

  /// `daybook sam consents list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List pending consents, the first due first.",
      discussion: """
        What is due today is not overdue yet.

        Examples:
          daybook sam consents
          daybook sam consents --due today+14d
          daybook sam consents --person 'ann lee' --status any
        """)

    @Flag(help: "Only pending consents that were due before today.")
    var overdue = false

    @Option(help: ArgumentHelp("Only what is due by this time; a day counts to its end.", valueName: "time"))
    var due: String?

    @Option(help: WhoHelp.person)
    var person: String?

    @Option(help: WhoHelp.context)
    var context: String?

    @Option(help: WhoHelp.product)
    var product: String?

    @Option(
      help: ArgumentHelp(
        "Only consents with this status, or any: \(ConsentStatus.list).", valueName: "status"))
    var status = ConsentStatus.pending.rawValue

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func validate() throws {
      if overdue, due != nil { throw ValidationError("--overdue and --due cannot be used together") }
      if overdue, status != ConsentStatus.pending.rawValue {
        throw ValidationError(
          "only pending consents are overdue: --overdue and --status cannot be used together")
      }
    }

    func run() async throws {
      let dueBefore = try dueBefore()
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let status =
        status == "any"
        ? nil
        : try await ConsentStatus.read(
          status, "status of a consent", in: "status", of: ConsentRequirement.kind, ledger)
      let filter = try await ledger.withView(at: cut) { [person, context, product] view in
        var filter = ConsentFilter()
        filter.status = status
        filter.dueBefore = dueBefore
        filter.person = try person.map { try PersonFinder.find($0, in: view).id }
        filter.context = try context.map { try ContextFinder.find($0, in: view).id }
        filter.product = try product.map { try ProductFinder.find($0, in: view).id }
        return filter
      }
      try await list.show(
        try await ledger.sam.consents(filter, limit: list.count, offset: list.offset, at: cut),
        hiding: person == nil ? [] : ["person"], in: ledger, empty: empty)
    }

    private func dueBefore() throws -> Date? {
      if overdue { return Date(try list.selection.instant("today", .start)) }
      return try due.map { text in
        Date(Instant(milliseconds: try list.selection.instant(text, .end).milliseconds + 1))
      }
    }

    private var empty: String {
      overdue
        ? "no consent is overdue"
        : status == ConsentStatus.pending.rawValue ? "no consent is pending" : "no such consent"
    }
  }
}

/// `daybook sam consents require PERSON`
struct ConsentsRequireCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "require",
    abstract: "Record that a consent is needed: of a person, for a context, to a product.",
    discussion: """
      Examples:
        daybook sam consents require 'ann lee' --type recording --due 2026-12-31
        daybook sam consents require 'ben lee' --type spousal --product 'term life' --due today+30d
        daybook sam consents require --context 'the lees' --type dataSharing
      """)

  @Argument(help: "The person: a name or part of it, an e-mail, or the beginning of an id; may be left out.")
  var person: String?

  @Option(help: ArgumentHelp("The type of consent: \(ConsentType.list).", valueName: "type"))
  var type = ConsentType.general.rawValue

  @Option(help: ArgumentHelp("By when.", valueName: "time"))
  var due: String?

  @Option(help: ArgumentHelp("The context that it concerns.", valueName: "context"))
  var context: String?

  @Option(help: ArgumentHelp("The product that it concerns.", valueName: "product"))
  var product: String?

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if person == nil, context == nil, product == nil {
      throw ValidationError("say whose consent it is, or what it is for: a person, --context or --product")
    }
  }

  func run() async throws {
    let type = try ConsentType.read(type, "type of consent", write)
    let due = try due.map { try write.selection.instant($0, .whole) }
    let ledger = try await write.selection.open()
    let consent = try await ledger.withView { [person, context, product] view in
      var consent = ConsentRequirement()
      consent.consentType = type
      consent.dueDate = due.map { .init($0) }
      consent.person = try person.map { try PersonFinder.find($0, in: view).id }
      consent.context = try context.map { try ContextFinder.find($0, in: view).id }
      consent.product = try product.map { try ProductFinder.find($0, in: view).id }
      return consent
    }
    try await write.commit([try consent.creation()], in: ledger)
  }
}

/// `daybook sam consents remove CONSENT…`
struct ConsentsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete consents that were required by mistake.",
    discussion: """
      A consent that was declined, revoked or has expired stays, and is marked so with those commands. Part of a \
      consent's name is not enough: give all of it, such as 'recording, Ann Lee', or its id.

      Examples:
        daybook sam consents remove 0193e0a4
        daybook sam consents remove 'recording, Ann Lee'
      """)

  @Argument(
    help: "A consent: its type, its person and what it is for, with commas, or the beginning of its id.")
  var consents: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(consents, of: ConsentRequirement.kind) }
}
