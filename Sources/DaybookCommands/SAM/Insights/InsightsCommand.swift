import ArgumentParser
import Daybook
import SAM

/// `daybook sam insights …`
struct InsightsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "insights",
    abstract: "List insights, and draw new ones from evidence.",
    discussion: """
      To dismiss an insight, use 'sam dismiss'.

      Examples:
        daybook sam insights generate
        daybook sam insights --min-confidence 0.7
        daybook sam insights --person 'ann lee'
      """,
    subcommands: [List.self, InsightsGenerateCommand.self], defaultSubcommand: List.self)

  /// `daybook sam insights list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List open insights, the most certain first.",
      discussion: """
        Examples:
          daybook sam insights
          daybook sam insights --person 'ann lee' --kind followUp
          daybook sam insights --dismissed
        """)

    @Option(help: WhoHelp.person)
    var person: String?

    @Option(help: WhoHelp.context)
    var context: String?

    @Option(help: ArgumentHelp("Only this kind: \(InsightKind.list).", valueName: "kind"))
    var kind: String?

    @Flag(help: "List dismissed insights instead of open ones.")
    var dismissed = false

    @Option(
      help: ArgumentHelp("Only insights with at least this confidence, from 0 to 1.", valueName: "fraction"))
    var minConfidence = 0.0

    @OptionGroup var moment: ListMoment
    @OptionGroup var list: ListOptions

    func validate() throws {
      guard (0...1).contains(minConfidence) else {
        throw ValidationError("--min-confidence takes a number from 0 to 1, not \(minConfidence)")
      }
    }

    func run() async throws {
      let ledger = try await list.selection.open()
      let kind = try await kind.asyncMap {
        try await InsightKind.read($0, "kind of insight", in: "kind", of: Insight.kind, ledger)
      }
      let filter = try await ledger.withView { [person, context, dismissed, minConfidence] view in
        var filter = InsightFilter()
        filter.person = try person.map { try PersonFinder.find($0, in: view).id }
        filter.context = try context.map { try ContextFinder.find($0, in: view).id }
        filter.kind = kind
        filter.dismissal = dismissed ? .dismissed : .open
        filter.minimumConfidence = minConfidence
        return filter
      }
      try await list.show(
        try await ledger.sam.insights(
          filter, limit: list.count, offset: list.offset, at: try moment.cut(list.selection)), in: ledger,
        empty: "no insight matches")
    }
  }
}

/// `daybook sam insights generate`
struct InsightsGenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Draw insights from the signals of all evidence.",
    discussion: """
      Makes one insight for each person, context and kind. Another run writes only what is new; a dismissed insight \
      gathers evidence and stays dismissed, and a deleted one stays deleted. Without --provider built-in rules \
      write the messages, and no network is used.

      Examples:
        daybook sam insights generate
        daybook sam insights generate --provider http://localhost:11434/v1 --model llama3.2 --rewrite
      """)

  @Flag(help: "Also rewrite messages that another writer wrote.")
  var rewrite = false

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let writer: any InsightWriter = try provider.textProvider().map { ModelInsights($0) } ?? RuleInsights()
    let generator = InsightGenerator(ledger: try await options.selection.open(), writer: writer)
    let summary = try await generator.generate(rewrites: rewrite, options: options.append)
    try options.output.show([
      ("examined", .count(summary.examined)), ("created", .count(summary.created)),
      ("changed", .count(summary.changed)), ("removed", .count(summary.removed)),
      ("failed", .count(summary.failed)), ("events", .count(summary.events)),
    ])
    guard summary.failed > 0 else { return }
    options.messages.show(
      Notice(
        "failed", "\(summary.failed) could not be written, and will be tried again: \(summary.failure ?? "")")
    )
    throw Finished(ExitStatus.unreachable)
  }
}
