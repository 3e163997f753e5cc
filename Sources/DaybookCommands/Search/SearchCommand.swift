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

extension SearchHit {
  static let columns = ["_kind", "_id", "name", "field", "snippet", "score"]

  /// For programs. The score has four decimals: more would mean nothing.
  var row: OutputRow {
    OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)), ("name", name.map { .string($0) } ?? .null),
      ("field", .string(field)), ("snippet", .string(snippet.text)),
      ("score", .double((score * 10_000).rounded() / 10_000)),
    ])
  }
}

extension Snippet {
  /// On one line, with the found words highlighted if the style is on.
  func line(_ style: TextStyle) -> String {
    let bytes = Array(text.utf8)
    var line = ""
    var position = 0
    func piece(_ range: Range<Int>) -> String {
      VisibleText.escape(String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self))
    }
    for match in matches where match.lowerBound >= position {
      line += piece(position..<match.lowerBound) + style.heading(piece(match))
      position = match.upperBound
    }
    return line + piece(min(position, bytes.count)..<bytes.count)
  }
}

extension Output {
  /// For people two lines each: what it is, and where the words are.
  func show(_ hits: [SearchHit]) throws {
    guard format == .table else { return try show(columns: SearchHit.columns, hits.map(\.row)) }
    let style = table.style
    var text = ""
    for hit in hits {
      let name = hit.name.map { VisibleText.escape(OneLine.cut($0)) } ?? ""
      text +=
        (name.isEmpty ? "" : name + "  ") + style.faint(VisibleText.escape("\(hit.kind) \(hit.id)")) + "\n"
      text += "  \(VisibleText.escape(hit.field)): \(hit.snippet.line(style))\n"
    }
    try show(text: text)
  }
}
