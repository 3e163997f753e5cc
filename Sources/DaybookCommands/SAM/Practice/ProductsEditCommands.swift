import ArgumentParser
import Daybook
import SAM

/// `daybook sam products edit PRODUCT`
struct ProductsEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a product: its name, type, status, second line, day of issue or context.",
    discussion: """
      Examples:
        daybook sam products edit 'term life' --status Active --issued 12.05.2027
        daybook sam products edit 'term life' --context 'the lees'
      """)

  @Argument(help: WhoHelp.product)
  var product: String

  @Option(help: ArgumentHelp("A new name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("What it insures: \(ProductType.list).", valueName: "type"))
  var type: String?

  @Option(
    help: ArgumentHelp(
      "Its status: \(ProductStatus.list), or a status that another product has.", valueName: "status"))
  var status: String?

  @Option(help: ArgumentHelp("A second line for its card; an empty text removes it.", valueName: "text"))
  var subtitle: String?

  @Option(help: ArgumentHelp("When it was issued.", valueName: "time"))
  var issued: String?

  @Option(help: WhoHelp.context)
  var context: String?

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if [name, type, status, subtitle, issued, context].allSatisfy({ $0 == nil }) {
      throw ValidationError(
        "say what to change: --name, --type, --status, --subtitle, --issued or --context")
    }
  }

  func run() async throws {
    var set = JSONObject()
    if let name { set["name"] = .string(try NonEmptyText.read(name, "name")) }
    if let type {
      set["type"] = .string(try ProductType.read(type, "type of product", write).rawValue)
    }
    if let subtitle { set["subtitle"] = subtitle.isEmpty ? .null : .string(subtitle) }
    if let issued { set["issuedDate"] = .string(try write.selection.instant(issued, .whole).description) }
    let ledger = try await write.selection.open()
    if let status {
      set["statusDisplay"] = .string(try await ProductStatus.read(status, write, in: ledger))
    }
    let found = try await ledger.sam.product(matching: product)
    if let context {
      set["context"] = .string(try await ledger.sam.context(matching: context).id.rawValue)
    }
    try await write.upsert(found.id, set, in: ledger)
  }
}

/// `daybook sam products remove PRODUCT…`
struct ProductsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete products, with their coverages and the consents to them.",
    discussion: """
      Part of a name is not enough. A notice counts what is deleted with it; 'daybook restore sam.product ID' restores all.

      Examples:
        daybook sam products remove 'Term Life 20'
      """)

  @Argument(help: WhoHelp.whole)
  var product: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(product, of: Product.kind) }
}
