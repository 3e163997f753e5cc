import ArgumentParser
import Daybook
import SAM

/// `daybook sam products …`
struct ProductsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "products",
    abstract: "List products and who is covered by them, add, change and delete them.",
    discussion: """
      Examples:
        daybook sam products --context 'the lees'
        daybook sam products add 'the lees' 'Term Life 20' --type life --status Active
      """,
    subcommands: [List.self, Add.self, ProductsEditCommand.self, ProductsRemoveCommand.self],
    defaultSubcommand: List.self)

  /// `daybook sam products list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List products and who is covered by them, and how.",
      discussion: """
        Examples:
          daybook sam products --type life
        """)

    @Option(help: WhoHelp.context)
    var context: String?

    @Option(help: ArgumentHelp("Only this type: \(ProductType.list).", valueName: "type"))
    var type: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let type = try await type.asyncMap {
        try await ProductType.read($0, "type of product", in: "type", of: Product.kind, ledger)
      }
      let context = try await context.asyncMap { try await ledger.sam.context(matching: $0, at: cut).id }
      try await list.show(
        try await ledger.sam.products(
          of: context, type: type, limit: list.count, offset: list.offset, at: cut),
        hiding: context == nil ? [] : ["context"], in: ledger,
        empty: "there is no product; see 'daybook sam products add'")
    }
  }

  /// `daybook sam products add CONTEXT NAME`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a product to a context.",
      discussion: """
        Examples:
          daybook sam products add 'the lees' 'Term Life 20' --type life --status Active --issued 2026-05-01
        """)

    @Argument(help: WhoHelp.context)
    var context: String

    @Argument(help: "The product's name.")
    var name: String

    @Option(help: ArgumentHelp("What it insures: \(ProductType.list).", valueName: "type"))
    var type = ProductType.life.rawValue

    @Option(
      help: ArgumentHelp(
        "Its status: \(ProductStatus.list), or a status that another product has.", valueName: "status"))
    var status: String?

    @Option(help: ArgumentHelp("A second line for its card.", valueName: "text"))
    var subtitle: String?

    @Option(help: ArgumentHelp("When it was issued.", valueName: "time"))
    var issued: String?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "name")
      let type = try ProductType.read(type, "type of product", write)
      let issued = try issued.map { try write.selection.instant($0, .whole) }
      let ledger = try await write.selection.open()
      let status = try await status.asyncMap { try await ProductStatus.read($0, write, in: ledger) }
      let context = try await ledger.sam.context(matching: context)
      let product = Product { product in
        (product.context, product.name, product.type) = (context.id, name, type)
        (product.subtitle, product.statusDisplay) = (subtitle, status ?? "")
        product.issuedDate = issued.map { .init($0) }
      }
      try await write.commit([try product.creation()], in: ledger)
    }
  }
}

/// The status of a product, as commands read it: a usual one, or one that another product of the ledger has. Any other
/// is most often a typing error, and is refused without --force.
enum ProductStatus {
  static let usual = [
    "Active", "Proposed", "Applied", "Pending", "Approved", "Issued", "Declined", "Lapsed", "Expired",
    "Cancelled", "Surrendered", "Matured",
  ]

  static var list: String { usual.joined(separator: ", ") }

  static func read(_ text: String, _ write: WriteOptions, in ledger: Ledger) async throws -> String {
    if text.isEmpty { return text }
    let held = try await ledger.fetch(Product.self).map(\.statusDisplay).filter { !$0.isEmpty }
    if held.contains(text) { return text }
    return try KnownValues(usual).read(text, "status of a product", write)
  }
}

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
