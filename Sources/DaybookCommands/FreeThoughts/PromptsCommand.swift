import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts prompts …`
struct PromptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompts",
    abstract: "List prompts, add, change, reset and remove them.",
    discussion: """
      Four prompts are built in. Your change to one of them replaces it; 'reset' undoes the change, and brings back a \
      prompt that you removed.

      Examples:
        daybook freethoughts prompts
        daybook freethoughts prompts add Haiku --template 'Say it as a haiku: {selection}'
        daybook freethoughts prompts edit simplify --template 'For a child: {selection}'
        daybook freethoughts prompts reset simplify
      """,
    subcommands: [List.self, Add.self, Edit.self, Reset.self, Remove.self], defaultSubcommand: List.self)

  static let templateHelp = ArgumentHelp(
    "Its text, with {selection} and {context} to be filled in; - reads the standard input.", valueName: "text"
  )

  /// `daybook freethoughts prompts list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the prompts in their order.",
      discussion: """
        Examples:
          daybook freethoughts prompts
          daybook freethoughts prompts --format jsonl | jq -r .promptTemplate
        """)

    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      try await list.show(
        try await ledger.freeThoughts.prompts().map { PromptLine(prompt: $0) }, in: ledger,
        empty: "all prompts were removed; 'daybook freethoughts prompts reset' brings one back")
    }
  }

  /// `daybook freethoughts prompts add NAME`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a prompt of your own.",
      discussion: """
        Examples:
          daybook freethoughts prompts add Haiku --template 'Say it as a haiku: {selection}'
        """)

    @Argument(help: "Its name.")
    var name: String

    @Option(help: PromptsCommand.templateHelp)
    var template: String

    @Option(help: ArgumentHelp("Its place in the list; by default the last.", valueName: "n"))
    var order: Int?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "name")
      let template = try PromptsCommand.read(template, write.options.messages)
      let ledger = try await write.selection.open()
      let all = try await ledger.freeThoughts.prompts()
      guard !all.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw LedgerError(
          .refused, "there is a prompt '\(OneLine.cut(name))'",
          advice: "change it with 'prompts edit', or choose another name")
      }
      let last = all.map(\.sortOrder).max() ?? 0
      let prompt = ProvocationPrompt {
        ($0.name, $0.promptTemplate, $0.sortOrder) = (name, template, order ?? last + 1)
      }
      try await write.commit([try prompt.creation()], in: ledger)
    }
  }

  static func read(_ text: String, _ messages: Messages) throws -> String {
    let template = try NonEmptyText.read(text == "-" ? try InputFile.text("-") : text, "template")
    if !template.contains("{\(PromptTemplate.selection)}") {
      messages.show(
        Notice("no-selection", "the template has no {selection}, so the prompt does not contain the text"))
    }
    return template
  }
}

struct PromptLine: Listed {
  static let entityKind = ProvocationPrompt.kind
  var prompt: ProvocationPrompt

  var rawID: String { prompt.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.prompt.name) },
    Member("promptTemplate") { .string($0.prompt.promptTemplate) },
    Member("isBuiltIn") { .bool($0.prompt.isBuiltIn) },
    Member("sortOrder") { .count($0.prompt.sortOrder) },
    Member("createdAt") { .date($0.prompt.createdAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.prompt.name },
    Column("from") { $0.prompt.isBuiltIn ? "built in" : "you" },
    Column("template") { OneLine.cut($0.prompt.promptTemplate, countMax: 100) },
  ]
}

extension PromptsCommand {
  /// `daybook freethoughts prompts edit PROMPT`
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit",
      abstract: "Change a prompt, built-in or your own.",
      discussion: """
        Examples:
          daybook freethoughts prompts edit simplify --template 'For a child: {selection}'
          daybook freethoughts prompts edit haiku --name Poem --order 1
        """)

    @Argument(help: "The prompt: its name, or the beginning of its id.")
    var prompt: String

    @Option(help: ArgumentHelp("A new name.", valueName: "text"))
    var name: String?

    @Option(help: PromptsCommand.templateHelp)
    var template: String?

    @Option(help: ArgumentHelp("A new place in the list.", valueName: "n"))
    var order: Int?

    @OptionGroup var write: WriteOptions

    func validate() throws {
      if name == nil, template == nil, order == nil {
        throw ValidationError("say what to change: --name, --template or --order")
      }
    }

    func run() async throws {
      var set = JSONObject()
      if let name { set["name"] = .string(try NonEmptyText.read(name, "name")) }
      if let template {
        set["promptTemplate"] = .string(try PromptsCommand.read(template, write.options.messages))
      }
      if let order { set["sortOrder"] = .int(Int64(order)) }
      let ledger = try await write.selection.open()
      let found = try await ledger.withView { [prompt] in try PromptFinder.find(prompt, in: $0).id }
      try await write.commit(
        [Mutation(.upsert, kind: ProvocationPrompt.kind, id: found.rawValue, set: set)], in: ledger)
    }
  }

  /// `daybook freethoughts prompts remove PROMPT`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a prompt; a built-in one is hidden, and 'reset' brings it back.",
      discussion: """
        Examples:
          daybook freethoughts prompts remove haiku
        """)

    @Argument(help: "The prompt: its name, or the beginning of its id.")
    var prompt: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let ledger = try await write.selection.open()
      let found = try await ledger.withView { [prompt] in try PromptFinder.findForDeleting(prompt, in: $0).id
      }
      try await write.commit(
        [Mutation(.delete, kind: ProvocationPrompt.kind, id: found.rawValue)], in: ledger)
    }
  }

  /// `daybook freethoughts prompts reset PROMPT`
  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Reset a built-in prompt to its original state.",
      discussion: """
        Examples:
          daybook freethoughts prompts reset simplify
        """)

    @Argument(help: "The prompt: its original name, or the beginning of its id.")
    var prompt: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let ledger = try await write.selection.open()
      let original = try await original(in: ledger)
      let present = try await ledger.get(original.id)
      var mutations: [Mutation] = []
      if present == nil {
        mutations.append(Mutation(.restore, kind: ProvocationPrompt.kind, id: original.id.rawValue))
      }
      // A hidden prompt may have been changed before.
      var set = JSONObject()
      if present?.name != original.name { set["name"] = .string(original.name) }
      if present?.promptTemplate != original.promptTemplate {
        set["promptTemplate"] = .string(original.promptTemplate)
      }
      if present?.sortOrder != original.sortOrder { set["sortOrder"] = .int(Int64(original.sortOrder)) }
      if present?.isBuiltIn == false { set["isBuiltIn"] = true }
      if !set.isEmpty {
        mutations.append(
          Mutation(.upsert, kind: ProvocationPrompt.kind, id: original.id.rawValue, set: set))
      }
      try await write.commit(
        mutations, about: [EntityName(kind: ProvocationPrompt.kind, id: original.id.rawValue)], in: ledger)
    }

    /// Finds a prompt by its original or its present name.
    private func original(in ledger: Ledger) async throws -> ProvocationPrompt {
      let wanted = prompt.lowercased()
      let all = ProvocationPrompt.builtIn
      if let found = all.first(where: { $0.name.lowercased() == wanted }) { return found }
      if wanted.count >= 4, let found = all.first(where: { $0.id.rawValue.hasPrefix(wanted) }) {
        return found
      }
      let renamed = try? await ledger.withView { [prompt] in try PromptFinder.find(prompt, in: $0).id }
      if let found = all.first(where: { $0.id == renamed }) { return found }
      throw LedgerError(
        .notFound, "there is no built-in prompt '\(OneLine.cut(prompt))'",
        advice: "the built-in prompts are " + all.map(\.name).joined(separator: ", "))
    }
  }
}
