import ArgumentParser
import Daybook
import SAM

/// `daybook sam person WHO`
struct PersonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Show a person on one screen.",
    discussion: """
      Contexts (the primary ones first), coverage, responsibilities, joint interests, consents that wait, open \
      insights, the latest interactions and notes. The exit status is 1 when there is no such person.

      Examples:
        daybook sam person 'ann lee'
        daybook sam person ann@example.com --format json | jq .coverages
        daybook sam person 0193e0a4 --as-of 2026-09-30
      """)

  @Argument(help: WhoHelp.person)
  var who: String

  @OptionGroup var options: PageOptions

  func run() async throws {
    try await options.show(
      read: { [who] view in PersonPage.read(try PersonFinder.find(who, in: view).id, in: view) },
      ids: { $0.pendingConsents + $0.openInsights }, page: { $0.page($1) }, record: { $0.record })
  }
}
