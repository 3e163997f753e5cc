import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts provoke`
struct ProvokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provoke",
    abstract: "Answer a prompt about a note, or about a piece of a document.",
    discussion: """
      Without --provider built-in rules answer: they point at words in the text that deserve a question, and use no \
      network. With it, the text and what surrounds it are sent to the service. The answer is kept in the ledger.

      Examples:
        daybook freethoughts provoke --note 9f3b2f6f
        daybook freethoughts provoke essay.md --quote 'it has always been so' --prompt question
        daybook freethoughts provoke --note 9f3b2f6f --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Argument(help: "The document, for a piece of it.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The note: the beginning of its id.", valueName: "id"))
  var note: String?

  @Option(help: ArgumentHelp("The prompt's name.", valueName: "name"))
  var prompt = "Challenge"

  @OptionGroup var passage: PassageOptions
  @OptionGroup var provider: ProviderOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if (note == nil) == (file == nil) { throw ValidationError("give a note with --note, or a document") }
    if file != nil { return try passage.requireOne() }
    if passage.isGiven {
      throw ValidationError("--quote, --occurrence, --at and --page need a document")
    }
  }

  func run() async throws {
    let provoker: any Provoker = try provider.textProvider().map { ModelProvoker($0) } ?? RuleProvoker()
    let ledger = try await write.selection.open()
    let id = try await ledger.withView { [prompt] in try PromptFinder.find(prompt, in: $0).id }
    guard let prompt = try await ledger.get(id) else { return }
    let mutation = try await mutation(with: prompt, by: provoker, in: ledger)
    let receipt = try await ledger.append([mutation], options: write.appendOptions())
    write.options.messages.show(receipt.notices)
    let answer = mutation.set?["response"]?.string ?? ""
    var row = OutputRow([("_kind", .string(Provocation.kind)), ("_id", .string(mutation.id))])
    row.append("_stamp", write.dryRun ? .null : receipt.lastStamp.map { .string($0.description) } ?? .null)
    row.append("promptName", .string(prompt.name))
    row.append("generatedBy", .string(provoker.name))
    row.append("response", .string(answer))
    guard write.options.output.format == .table else {
      return try write.options.output.show(OutputRecord(row))
    }
    let lines = answer.split(whereSeparator: \.isNewline).map { VisibleText.escape(String($0)) + "\n" }
    try write.options.output.show(text: lines.joined())
  }

  private func mutation(
    with prompt: ProvocationPrompt, by provoker: any Provoker, in ledger: Ledger
  ) async throws -> Mutation {
    guard let file else {
      let named = note ?? ""
      let found = try await ledger.withView { try $0.entity(named, among: [Note.kind], noun: "note") }
      guard let note = try await ledger.get(Ref<Note>(found.id)) else {
        throw LedgerError(.notFound, "there is no note '\(OneLine.cut(named))'")
      }
      // With more context if the document is available, and with the note's own data.
      let document = try? Document(contentsOf: note.documentPath)
      let context = document.flatMap { document in
        document.hash == note.documentHash && note.anchorEnd <= document.text.count
          ? document.text.context(of: note.anchorStart..<note.anchorEnd) : nil
      }
      return try await ledger.freeThoughts.provocation(
        about: note, with: prompt, context: context, by: provoker)
    }
    let document = try Document(contentsOf: file)
    let range = try passage.range(in: AnchorFinder(document.text), of: document, named: file)
    return try await ledger.freeThoughts.provocation(about: range, of: document, with: prompt, by: provoker)
  }
}

/// `daybook freethoughts provocations`
struct ProvocationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provocations",
    abstract: "List provocations, oldest first: of a note, of a document, or all.",
    discussion: """
      A table shows the beginning of each; the other formats show the whole.

      Examples:
        daybook freethoughts provocations --note 9f3b2f6f
        daybook freethoughts provocations essay.md --format jsonl | jq -r .response
      """)

  @Argument(help: "Only of this document.", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("Only of this note: the beginning of its id.", valueName: "id"))
  var note: String?

  @Option(help: ArgumentHelp("Only of prompts of this name.", valueName: "name"))
  var prompt: String?

  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let note = try await self.note.asyncMap { text in
      try await ledger.withView { try $0.entity(text, among: [Note.kind], noun: "note").id }
    }
    let path = file.map { (try? DocumentReader().identify($0).path) ?? DocumentPath.absolute($0) }
    let condition = Condition.all([
      note.map { .compare("note", .equal, .string($0)) },
      path.map { .compare("documentPath", .equal, .string($0)) },
      prompt.map { .contains("promptName", .string($0)) },
    ])
    let found = try await ledger.fetch(Provocation.self, where: condition, sort: [SortKey("createdAt")])
    if found.isEmpty, let prompt { try await requirePrompt(prompt, in: ledger) }
    try await list.show(
      found.map { ProvocationLine(provocation: $0) }, in: ledger,
      empty: "there is no such provocation; see 'daybook freethoughts provoke'")
  }

  /// A name that no prompt and no provocation has would silently find nothing.
  private func requirePrompt(_ name: String, in ledger: Ledger) async throws {
    let condition = Condition.contains("promptName", .string(name))
    if try await !ledger.fetch(Provocation.self, where: condition).isEmpty { return }
    let names = try await ledger.fetch(ProvocationPrompt.self).map(\.name)
    let prompts = try await ledger.fetch(
      ProvocationPrompt.self, where: .contains("name", .string(name)))
    guard prompts.isEmpty else { return }
    throw LedgerError(
      .usage, "there is no prompt '\(name)'",
      advice: Suggestion.advice(for: name, among: names) ?? "see 'daybook freethoughts prompts'")
  }
}

private struct ProvocationLine: Listed {
  static let entityKind = Provocation.kind
  var provocation: Provocation

  var rawID: String { provocation.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("documentPath") { .string($0.provocation.documentPath) },
    Member("sourceType") { .string($0.provocation.sourceType.rawValue) },
    Member("sourceText") { .string($0.provocation.sourceText) },
    Member("promptName") { .string($0.provocation.promptName) },
    Member("response") { .string($0.provocation.response) },
    Member("generatedBy") { .text($0.provocation.generatedBy) },
    Member("note") { .text($0.provocation.note?.rawValue) },
    Member("createdAt") { .date($0.provocation.createdAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.time($0.provocation.createdAt) },
    Column("prompt") { $0.provocation.promptName },
    Column("by") { $0.provocation.generatedBy },
    Column("about") { OneLine.cut($0.provocation.sourceText, countMax: 40) },
    Column("response") { $0.provocation.response },
  ]
}
