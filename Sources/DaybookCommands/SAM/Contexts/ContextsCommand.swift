import ArgumentParser
import Daybook
import SAM

/// `daybook sam contexts …`
struct ContextsCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "contexts",
    abstract: "List contexts (households, businesses, groups), add, change and delete them.",
    discussion: """
      Examples:
        daybook sam contexts
        daybook sam contexts lee --kind household
        daybook sam contexts add 'The Lees' --kind household
      """,
    subcommands: [List.self, Add.self, ContextsEditCommand.self, ContextsRemoveCommand.self],
    defaultSubcommand: List.self)

  /// `daybook sam contexts list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List contexts by name, with their alerts: consents, evidence to review, follow-ups.",
      discussion: """
        Examples:
          daybook sam contexts
          daybook sam contexts lee --kind household
        """)

    @Argument(help: "Only those whose name contains these words, ignoring case and accents.")
    var text: String?

    @Option(help: ArgumentHelp("Only this kind: \(ContextKind.list).", valueName: "kind"))
    var kind: String?

    @OptionGroup var moment: ListMoment
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let kind = try await kind.asyncMap {
        try await ContextKind.read($0, "kind of context", in: "kind", of: Context.kind, ledger)
      }
      let contexts = try await ledger.sam.contexts(
        matching: text, kind: kind, limit: list.count, offset: list.offset,
        at: try moment.cut(list.selection))
      try await list.show(
        contexts, in: ledger,
        empty: text == nil && kind == nil
          ? "there is no context yet; add one with 'daybook sam contexts add'" : "no such context")
    }
  }

  /// `daybook sam contexts add NAME`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a context.",
      discussion: """
        Examples:
          daybook sam contexts add 'The Lees'
          daybook sam contexts add 'Lee & Sons' --kind business
        """)

    @Argument(help: "The context's name.")
    var name: String

    @Option(help: ArgumentHelp("Its kind: \(ContextKind.list).", valueName: "kind"))
    var kind = ContextKind.household.rawValue

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "name")
      let kind = try ContextKind.read(kind, "kind of context", write)
      let context = Context { ($0.name, $0.kind) = (name, kind) }
      try await write.commit([try context.creation()], in: write.selection.open())
    }
  }
}

/// `daybook sam context WHAT`
struct ContextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Show a context on one screen.",
    discussion: """
      Who takes part (the primary ones first), products and who is covered by them, consents that wait, open \
      insights, the latest interactions and notes. The exit status is 1 when there is no such context.

      Examples:
        daybook sam context 'the lees'
        daybook sam context 'the lees' --format json | jq .products
      """)

  @Argument(help: WhoHelp.context)
  var what: String

  @OptionGroup var options: PageOptions

  func run() async throws {
    try await options.show(
      read: { [what] view in ContextPage.read(try ContextFinder.find(what, in: view).id, in: view) },
      ids: { $0.pendingConsents + $0.openInsights }, page: { $0.page($1) }, record: { $0.record })
  }
}

/// `daybook sam contexts edit WHAT`
struct ContextsEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a context's name or kind.",
    discussion: """
      Examples:
        daybook sam contexts edit 'the lees' --name 'The Lee-Weiss family'
        daybook sam contexts edit 'lee & sons' --kind business
      """)

  @Argument(help: WhoHelp.context)
  var what: String

  @Option(help: ArgumentHelp("A new name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("Its kind: \(ContextKind.list).", valueName: "kind"))
  var kind: String?

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if name == nil, kind == nil { throw ValidationError("say what to change: --name or --kind") }
  }

  func run() async throws {
    var set = JSONObject()
    if let name { set["name"] = .string(try NonEmptyText.read(name, "name")) }
    if let kind {
      set["kind"] = .string(try ContextKind.read(kind, "kind of context", write).rawValue)
    }
    let ledger = try await write.selection.open()
    try await write.upsert(try await ledger.sam.context(matching: what).id, set, in: ledger)
  }
}

/// `daybook sam contexts remove WHAT…`
struct ContextsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete contexts, with their products, consents, insights and participations.",
    discussion: """
      Part of a name is not enough. A notice counts what is deleted with it; 'daybook restore sam.context ID' restores all.

      Examples:
        daybook sam contexts remove 'the lees'
      """)

  @Argument(help: WhoHelp.whole)
  var what: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(what, of: Context.kind) }
}

extension ContextPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: summary.name)
    page.add("kind", summary.kind.rawValue)
    page.add("alerts", TableStyle.list(summary.alerts))
    page.add("id", summary.id.rawValue)
    page.add("People", participations, columns: ["person", "primary", "roles", "time", "note"], style)
    page.add("Products", ["product", "type", "status", "issued"], products.flatMap { Self.card($0, style) })
    page.add(
      "Consents pending", pendingConsents, columns: ["due", "status", "consent", "person", "product"],
      showsIDs: true, style)
    page.add("Open insights", openInsights, columns: ["sure", "kind", "insight"], showsIDs: true, style)
    page.add("to come", upcomingInteractionsCount == 0 ? nil : "\(upcomingInteractionsCount)")
    page.add("Recent interactions", recentInteractions, columns: ["when", "title", "source"], style)
    page.add("Notes", recentNotes, columns: ["when", "note"], style)
    return page
  }

  /// A product, and below it who is covered by it, and how.
  private static func card(_ product: ProductItem, _ style: TableStyle) -> [[JSONValue]] {
    let head: [JSONValue] = [
      .string(OneLine.of(product.name)), .string(product.type.rawValue),
      .text(product.statusDisplay.isEmpty ? nil : product.statusDisplay),
      .text(style.dayOf(product.issuedDate)),
    ]
    return [head]
      + product.covered.map { person, roles in
        [.string("  " + OneLine.of(person)), .string(roles), .null, .null]
      }
  }

  var record: OutputRecord {
    var row = summary.row
    row.append("participations", .rows(participations))
    row.append("products", .rows(products))
    row.append("consentRequirements", .rows(pendingConsents))
    row.append("insights", .rows(openInsights))
    row.append("recentInteractions", .rows(recentInteractions))
    row.append("upcomingInteractionsCount", .count(upcomingInteractionsCount))
    row.append("notes", .rows(recentNotes))
    return OutputRecord(row)
  }
}
