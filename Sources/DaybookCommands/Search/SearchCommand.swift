import ArgumentParser
import Daybook

/// `daybook search TEXT`
struct SearchCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find entities of any kind by the words in their texts.",
    discussion: """
      Ignores case and accents. Finds entities that contain all the words, in any fields; if there are none, those \
      that contain any. Words in quotes are a phrase. A word that ends in * matches the beginning of words, and so may \
      the last word. Rare words count more than frequent ones, and words in titles and names more than others.

      Hidden fields are neither searched nor shown unless --reveal is given.

      Examples:
        daybook search ann budget
        daybook search '"quarterly report"' --kind sam.evidenceItem
        daybook search 'borrow* lifetime' --limit 5 --format json
        daybook search penicillin --reveal
      """)

  @Argument(help: "The words.")
  var text: [String] = []

  @Option(
    help: ArgumentHelp("Only of this kind, such as sam.person; may be given again.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Show at most N.", valueName: "n"))
  var limit = 20

  @OptionGroup var cut: CutOptions

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if text.isEmpty { throw ValidationError("say which words to look for") }
    if limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    var request = SearchRequest(
      text.joined(separator: " "), kinds: kind.isEmpty ? nil : kind, limit: limit)
    (request.cut, request.reveals) = (try await cut.cut(selection, in: ledger), reveal.reveal)
    request.viewer = try await viewer.viewer(in: ledger)
    let result = try await ledger.search(request)
    try options.output.show(result.hits)
    tell(result)
  }

  /// Reports on the standard error what the hits do not show.
  private func tell(_ result: SearchResult) {
    if result.count == 0 {
      options.messages.show(Notice("empty", "nothing contains any of these words"))
    } else if result.isSome, result.count > 0 {
      options.messages.show(Notice("some", "nothing contains all of these words; these contain some of them"))
    }
    if result.count > result.hits.count {
      options.messages.show(
        Notice("more", "\(result.count - result.hits.count) more; --limit N shows them"))
    }
    if result.leavesHidden {
      options.messages.show(Notice("hidden", "hidden fields were not searched; --reveal searches them too"))
    }
  }
}
