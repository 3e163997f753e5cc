import ArgumentParser
import Daybook
import FreeThoughts

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
