import ArgumentParser
import Daybook

/// `daybook search TEXT`
struct SearchCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find entities of any kind by the words in their texts.",
    discussion: """
      Whatever the case and accents. Found is what holds all the words, in whichever fields; where nothing does, \
      what holds any. Words in quotes are a phrase. A word that ends in * is the beginning of words, and the last one \
      may be too. Rare words count more than frequent ones, and words in titles and names more than others.

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

  @Option(help: ArgumentHelp("At most so many.", valueName: "n"))
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

  /// What the hits alone do not say, on the standard error.
  private func tell(_ result: SearchResult) {
    if result.count == 0 {
      options.messages.show(Notice("empty", "nothing holds any of these words"))
    } else if result.isSome, result.count > 0 {
      options.messages.show(Notice("some", "nothing holds all of these words; these hold some of them"))
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
