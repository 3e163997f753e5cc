import ArgumentParser
import Daybook
import SAM

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
