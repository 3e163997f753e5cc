import ArgumentParser
import Daybook
import FreeThoughts

extension PromptsCommand {
  /// `daybook freethoughts prompts edit PROMPT`
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit",
      abstract: "Change a prompt, a built-in one too.",
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
      abstract: "Have a built-in prompt again as it came.",
      discussion: """
        Examples:
          daybook freethoughts prompts reset simplify
        """)

    @Argument(help: "The prompt: the name it came with, or the beginning of its id.")
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
      // One that is hidden may have been changed before.
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

    /// By the name it came with or has now.
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
        .notFound, "no prompt that came with FreeThoughts is called '\(OneLine.cut(prompt))'",
        advice: "they are " + all.map(\.name).joined(separator: ", "))
    }
  }
}
