import ArgumentParser
import Daybook
import Planner

/// `daybook planner embed`
struct PlannerEmbedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "embed",
    abstract: "Give a vector to every piece of a meeting's or a note's text that has none.",
    discussion: """
      planner search does so by itself; this is for doing it beforehand, and for seeing what it does. Vectors of a \
      service or a command are kept as planner.embeddingRecord beside the name of who made them; those that are made of \
      the words alone, in this machine's cache. Running again makes only what is new, and deletes what no longer stands.

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
