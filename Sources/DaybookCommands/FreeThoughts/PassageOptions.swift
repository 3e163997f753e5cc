import ArgumentParser
import Daybook
import FreeThoughts

/// The options that select a passage of a document.
struct PassageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The words of the piece; forms of white space, quotes and dashes do not matter.", valueName: "text"))
  var quote: String?

  @Option(
    help: ArgumentHelp("Which occurrence, from 1, if the words occur several times.", valueName: "n"))
  var occurrence: Int?

  @Option(
    help: ArgumentHelp(
      "The piece's place in characters (Unicode code points) from 0: start..end.", valueName: "range"))
  var at: String?

  @Option(help: ArgumentHelp("Only on this page of a PDF; alone, the whole page.", valueName: "n"))
  var page: Int?

  func validate() throws {
    if quote != nil, at != nil { throw ValidationError("--quote and --at cannot be used together") }
    if at != nil, page != nil { throw ValidationError("--at and --page cannot be used together") }
    if let occurrence, occurrence < 1 {
      throw ValidationError("--occurrence takes a number from 1, not \(occurrence)")
    }
    if occurrence != nil, quote == nil { throw ValidationError("--occurrence needs --quote") }
    if let page, page < 1 { throw ValidationError("--page takes a number from 1, not \(page)") }
  }

  var isGiven: Bool { quote != nil || at != nil || page != nil || occurrence != nil }

  func requireOne() throws {
    if !isGiven { throw ValidationError("which piece of the document? Say --quote, --at or --page") }
  }

  /// The passage as a note keeps it, and how similar the most similar other place is.
  ///
  /// - Parameter name: as the user calls the file.
  func anchor(
    in document: Document, named name: String, _ messages: Messages
  ) throws -> (anchor: Anchor, rivalSimilarity: Double) {
    let finder = AnchorFinder(document.text)
    let range = try range(in: finder, of: document, named: name)
    guard let found = finder.anchor(range) else {
      throw LedgerError(
        .usage, "the piece is only white space", file: name, advice: "choose a piece with words")
    }
    let sizeBytes = found.anchor.quote.exact.utf8.count
    guard sizeBytes <= Self.quoteBytesMax else {
      throw LedgerError(
        .usage, "the piece has \(sizeBytes) bytes, more than a note quotes", file: name,
        advice: "choose at most \(Self.quoteBytesMax >> 10) KiB")
    }
    if let notice = Self.notice(of: range, in: document.text) { messages.show(notice) }
    return found
  }

  /// With the note's text it must fit into an event.
  private static let quoteBytesMax = 64 << 10

  /// - Parameter name: as the user calls the file.
  func range(in finder: AnchorFinder, of document: Document, named name: String) throws -> Range<Int> {
    let bounds = try pageRange(in: document, named: name)
    if let quote { return try range(quoting: quote, in: finder, within: bounds, named: name) }
    guard let at else { return bounds ?? 0..<document.text.count }
    let parts = at.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let start = Int(parts[0]), let end = Int(parts[2]), start >= 0,
      start < end
    else {
      throw LedgerError(
        .usage, "'\(OneLine.cut(at))' is not a range", advice: "give two numbers, such as 120..180")
    }
    guard end <= document.text.count else {
      throw LedgerError(
        .usage, "the range ends at \(end), but the document has \(document.text.count) characters",
        file: name,
        advice: "see 'daybook freethoughts document --text'")
    }
    return start..<end
  }

  private func pageRange(in document: Document, named name: String) throws -> Range<Int>? {
    guard let page else { return nil }
    guard let count = document.text.pageCount else {
      throw LedgerError(.usage, "only PDF documents have pages", file: name, advice: "leave --page out")
    }
    guard let range = document.text.range(ofPage: page) else {
      throw LedgerError(.usage, "there is no page \(page); the document has \(count)", file: name)
    }
    return range
  }

  private func range(
    quoting quote: String, in finder: AnchorFinder, within bounds: Range<Int>?, named name: String
  ) throws -> Range<Int> {
    guard !quote.allSatisfy(\.isWhitespace) else {
      throw LedgerError(.usage, "the quote is empty", advice: "give words from the document")
    }
    var places = finder.places(of: quote).filter { bounds?.contains($0.lowerBound) ?? true }
    if places.isEmpty {
      places = finder.placesAcrossPages(of: quote).filter { bounds?.contains($0.lowerBound) ?? true }
    }
    guard let first = places.first else { throw Self.notFound(quote, finder, name) }
    if let occurrence {
      guard places.indices.contains(occurrence - 1) else {
        throw LedgerError(
          .usage,
          "the words occur \(Self.times(places.count)), so there is no occurrence \(occurrence)",
          file: name)
      }
      return places[occurrence - 1]
    }
    guard places.count == 1 else {
      let shown = places.prefix(8).enumerated().map {
        "\($0 + 1) in line \(finder.text.line(at: $1.lowerBound))"
      }
      throw LedgerError(
        .usage,
        "the words occur \(Self.times(places.count)): \(shown.joined(separator: ", "))"
          + (places.count > shown.count ? " and more" : ""), file: name,
        advice: "quote more words, or choose one with --occurrence")
    }
    return first
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func notFound(_ quote: String, _ finder: AnchorFinder, _ name: String) -> LedgerError {
    let near = SuggestionFinder(finder).suggestions(for: Quote(exact: quote), countMax: 1).first
    return LedgerError(
      .notFound, "the document does not contain '\(OneLine.cut(quote))'", file: name,
      advice: near.map { advice(quote, $0.anchor.quote.exact, finder.text.line(at: $0.anchor.start)) }
        ?? "see what it says with 'daybook freethoughts document --text'")
  }

  /// For long texts, also says where they differ.
  private static func advice(_ quote: String, _ there: String, _ line: Int) -> String {
    let question = "did you mean '\(OneLine.cut(there))' in line \(line)?"
    if QuoteDifference.isShort(quote, there) { return question }
    let difference = QuoteDifference(typed: quote, there: there)
    return "\(question) It says '\(difference.there)' where the quote has '\(difference.typed)'"
  }

  /// The notice for a passage that crosses a page break; nil for others.
  static func notice(of range: Range<Int>, in text: DocumentText) -> Notice? {
    guard let first = text.page(at: range.lowerBound), let last = text.page(at: range.upperBound - 1),
      first < last
    else { return nil }
    return Notice(
      "pages",
      "the piece runs from page \(first) to page \(last); text in between, such as page numbers, is part of it"
    )
  }
}
