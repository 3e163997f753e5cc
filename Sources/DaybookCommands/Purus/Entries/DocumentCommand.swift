import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus document ID -o FILE`
struct DocumentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Write a document's content to a file.",
    discussion: """
      Examples:
        daybook purus document 0193e0a4 -o discharge.pdf
        daybook purus document 0193e0a4 -o - --reveal | pdftotext - -
      """)

  @Argument(
    help: "A document: its id, or the beginning of it, as 'daybook purus list RECORD documents' shows it.")
  var id: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let entry = try await ledger.withView { [id] view in
      try view.entity(id, among: [MedicalDocumentEntry.kind], noun: "document")
    }
    let row = try await ledger.get(kind: entry.kind, id: entry.id)
    guard let value = row?["documentData"], !value.isNull else {
      throw LedgerError(.notFound, "the document \(entry.id) has no content")
    }
    let isThere: Bool
    switch output {
    case .standardOutput:
      try checkStream()
      isThere = try ledger.readData(value) { try options.output.write($0) }
    case .file(let path):
      try WrittenFile.check(path, replaces: force)
      isThere = try ledger.copyBlob(value, to: path) != nil
    }
    guard isThere else {
      throw LedgerError(
        .notFound, "the content of the document is not on this machine yet",
        advice: "replicate with the machine that added it")
    }
    if let path = output.path { WrittenFile.tell(path, options.messages) }
  }

  private func checkStream() throws(LedgerError) {
    guard reveal.reveal else {
      throw LedgerError(
        .refused, "the document is hidden", advice: "add --reveal, or write it to a file with -o")
    }
    try options.output.checkTakesBytes("a document")
  }
}
