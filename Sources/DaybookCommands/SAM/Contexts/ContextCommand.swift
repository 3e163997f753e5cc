import ArgumentParser
import Daybook
import SAM

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
