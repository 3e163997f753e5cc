import ArgumentParser
import Daybook
import SAM

/// `daybook sam analyze`
struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Find people, topics and tasks in the notes.",
    discussion: """
      A note that did not change is not analyzed again. Each note is also kept as evidence, so that insights can \
      be based on it. Without --provider built-in rules do it, and no network is used; with it the notes are sent to \
      the service.

      Examples:
        daybook sam analyze
        daybook sam analyze --note 0193e0a4 --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Option(help: ArgumentHelp("Only this note: its id, or the beginning of one.", valueName: "id"))
  var note: String?

  @Flag(inversion: .prefixedNo, help: "Whether to keep the notes as evidence.")
  var evidence = true

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let analyzer: any NoteAnalyzer = try provider.textProvider().map { ModelNotes($0) } ?? RuleNotes()
    let ledger = try await options.selection.open()
    let only = try await note.asyncMap { text in
      try await ledger.withView { try $0.entity(text, among: [Note.kind], noun: "note") }
    }
    let summary = try await ledger.sam.analyzeNotes(
      with: analyzer, only: only.map { Ref($0.id) }, asEvidence: evidence, options: options.append)
    try options.output.show([
      ("notes", .count(summary.notes)), ("analyzed", .count(summary.analyzed)),
      ("failed", .count(summary.failed)), ("events", .count(summary.events)),
    ])
    guard summary.failed > 0 else { return }
    options.messages.show(
      Notice(
        "failed", "\(summary.failed) could not be analyzed, and will be tried again: \(summary.failure ?? "")"
      ))
    throw Finished(ExitStatus.unreachable)
  }
}
