import ArgumentParser
import Daybook
import DaybookModel
import FreeThoughts

/// `daybook freethoughts document FILE`
struct DocumentPageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Show a document's type, length, pages, hash and notes.",
    discussion: """
      With --text, its text follows: each line begins with the place of its first character, for 'note --at'.

      Examples:
        daybook freethoughts document paper.pdf
        daybook freethoughts document essay.md --text
      """)

  @Argument(help: "The document: PDF, Markdown or plain text.", completion: .file())
  var file: String

  @Flag(help: "Show its text, with places.")
  var text = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let document = try Document(contentsOf: file)
    if text { return try showText(document.text) }
    let ledger = try await selection.open()
    let notes = try await ledger.freeThoughts.notes(of: document)
    var row = OutputRow([
      ("documentPath", .string(document.path)), ("type", .string(document.type.rawValue)),
      ("characters", .count(document.text.count)), ("lines", .count(document.text.lineCount)),
    ])
    if let pages = document.text.pageCount { row.append("pages", .count(pages)) }
    row.append("documentHash", .string(document.hash))
    row.append("notes", .count(notes.count))
    row.append("orphans", .count(notes.count { $0.anchorState == .orphaned }))
    try options.output.show(OutputRecord(row))
    if document.type == .pdf, document.text.string.allSatisfy(\.isWhitespace) {
      options.messages.show(Notice("no-text", "the PDF has no text; it may be a scan"))
    }
  }

  private func showText(_ text: DocumentText) throws {
    let columns = (text.pageCount == nil ? [] : ["page"]) + ["line", "start", "text"]
    var rows = options.output.rows(columns: columns)
    for (line, range) in text.lineRanges.enumerated() {
      var row = OutputRow()
      if let page = text.page(at: range.lowerBound) { row.append("page", .count(page)) }
      row.append("line", .count(line + 1))
      row.append("start", .count(range.lowerBound))
      row.append("text", .string(text.text(range)))
      try rows.write(row)
    }
    try rows.finish()
  }
}
