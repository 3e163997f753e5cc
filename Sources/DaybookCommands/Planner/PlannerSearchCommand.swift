import ArgumentParser
import Daybook
import DaybookProviders
import Planner

/// `daybook planner search TEXT`
struct PlannerSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find meetings and notes by their words and by what they are about.",
    discussion: """
      Ranks by words, in all their forms, and by vectors; --text and --semantic rank by one of them. Without \
      --embedder or --embed-command, the vectors are made of the words themselves: no model is needed, nothing is \
      written, and the ranking by words decides; the vectors add hits that contain none of the words. A service's or a \
      command's vectors count up to 0.6 of the best hit by words; they are made for pieces of text that have none, and \
      written to the ledger unless --no-write is given.

      Examples:
        daybook planner search what did we decide about the budget
        daybook planner search --text '"quarterly report"'
        daybook planner search --semantic --embedder http://localhost:11434/v1 --model nomic-embed-text hiring plans
      """)

  @Argument(help: "What to look for.")
  var text: [String] = []

  @Flag(name: .customLong("text"), help: "Rank by words alone.")
  var byText = false

  @Flag(name: .customLong("semantic"), help: "Rank by vectors alone.")
  var bySemantics = false

  @Flag(help: "Write nothing: keep a service's or a command's new vectors in memory, for this search.")
  var noWrite = false

  @Option(help: ArgumentHelp("Show at most N.", valueName: "n"))
  var limit = 10

  @OptionGroup var embedder: EmbedderOptions
  @OptionGroup var options: RunOptions

  func validate() throws {
    if text.isEmpty { throw ValidationError("say what to look for") }
    if limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if byText, bySemantics { throw ValidationError("--text and --semantic cannot be used together") }
  }

  func run() async throws {
    let ledger = try await options.selection.open()
    let embedder = try embedder.make()
    let search = SemanticSearch(ledger: ledger, embedder: embedder)
    if !byText {
      let summary = try await search.embed(
        writes: !noWrite && !options.append.isDryRun, options: options.append)
      if !embedder.isComputed { tell(summary) }
    }
    let manner: SemanticSearch.Manner = byText ? .text : bySemantics ? .semantic : .both
    let hits = try await search.find(text.joined(separator: " "), manner, limit: limit, in: ledger)
    try options.output.show(hits)
    if hits.isEmpty, limit > 0 { options.messages.show(Notice("empty", "nothing was found")) }
    if manner == .both, !hits.isEmpty, hits.allSatisfy({ $0.textPlace == nil }) {
      options.messages.show(
        Notice("wordless", "nothing contains any of the words; these are the closest in meaning"))
    }
  }

  private func tell(_ summary: EmbeddingSummary) {
    guard summary.embedded + summary.removed > 0 else { return }
    let all = summary.embedded == summary.pieces ? "" : " of \(summary.pieces)"
    var text = "indexed \(summary.embedded)\(all) \(summary.pieces == 1 ? "text" : "texts")"
    if summary.removed > 0 { text += ", removed \(summary.removed) that changed or are gone" }
    if summary.events == 0 { text += ", in memory only" }
    options.messages.show(Notice("embedded", text))
  }
}

extension PlannerHit {
  static let columns = ["_kind", "_id", "title", "text", "score"]

  fileprivate var row: OutputRow {
    OutputRow([
      ("_kind", .string(owner.kind)), ("_id", .string(owner.id)), ("title", .string(title)),
      ("text", .string(text.text)), ("score", .double((score * 10_000).rounded() / 10_000)),
      ("textPlace", textPlace.map { .count($0) } ?? .null),
      ("semanticPlace", semanticPlace.map { .count($0) } ?? .null),
    ])
  }
}

extension Output {
  /// For people two lines each: what it is, and the piece that was found.
  fileprivate func show(_ hits: [PlannerHit]) throws {
    guard format == .table else { return try show(columns: PlannerHit.columns, hits.map(\.row)) }
    let style = table.style
    var lines = ""
    for hit in hits {
      lines += VisibleText.escape(OneLine.cut(hit.title.isEmpty ? "(without a title)" : hit.title))
      lines += "  " + style.faint(VisibleText.escape("\(hit.owner.kind) \(hit.owner.id)")) + "\n"
      let text = hit.text.matches.isEmpty ? Snippet(OneLine.cut(hit.text.text, countMax: 160)) : hit.text
      lines += "  \(text.line(style))\n"
    }
    try show(text: lines)
  }
}

/// `daybook planner embed`
struct PlannerEmbedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "embed",
    abstract: "Give a vector to every piece of a meeting's or a note's text that has none.",
    discussion: """
      'planner search' does this by itself; use this command to do it beforehand, and to see what it does. Vectors \
      from a service or a command are kept as planner.embeddingRecord with the name of their maker; those made from \
      the words alone, in this machine's cache. Another run makes only the missing vectors, and deletes outdated ones.

      Examples:
        daybook planner embed
        daybook planner embed --embedder http://localhost:11434/v1 --model nomic-embed-text
        daybook planner embed --embed-command './embed.py' --embed-name mini
      """)

  @OptionGroup var embedder: EmbedderOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let search = SemanticSearch(
      ledger: try await options.selection.open(), embedder: try embedder.make())
    let summary = try await search.embed(options: options.append)
    try options.output.show([
      ("owners", .count(summary.owners)), ("pieces", .count(summary.pieces)),
      ("embedded", .count(summary.embedded)), ("removed", .count(summary.removed)),
      ("events", .count(summary.events)),
    ])
  }
}
