import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record import FILE…`
struct RecordImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import records that 'record export' or the app wrote in their cloud form.",
    discussion: """
      Only differences are written, so importing the same file again writes nothing; what you deleted stays deleted, \
      and values that a document does not contain stay as they are. Keys that this version does not know are kept. \
      When one file is bad, or a value is out of bounds and --force is missing, nothing is written.

      Examples:
        daybook purus record import ann.json rex.json
        daybook purus record import rex.json --complete --dry-run
      """)

  @Argument(
    help: "Documents, one record each; - is the standard input.", completion: .file(extensions: ["json"]))
  var files: [String]

  @Flag(help: "Treat the documents as complete: an entry that a list lacks is gone.")
  var complete = false

  @OptionGroup var bounds: BoundsOption
  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  func run() async throws {
    var documents: [CloudDocument] = []
    for file in files { documents.append(try Self.read(file)) }
    let ledger = try await options.selection.open()
    var append = options.append
    append.exceedsBounds = bounds.force
    let zone = try options.selection.zone()
    let receipt: SyncReceipt
    do {
      receipt = try await erased.run(isRepeatable: true, append, options.messages) {
        try await ledger.purus.importCloudDocuments(
          documents, zone: zone, isComplete: complete, options: $0)
      }
    } catch var error as LedgerError {
      // Its place among the documents.
      if error.file == nil, let line = error.line, files.indices.contains(line - 1) {
        error.file = Self.name(files[line - 1])
      }
      error.line = nil
      throw error
    }
    options.messages.show(receipt.notices)
    for remark in receipt.plan.notices { options.messages.show(Notice("entry", remark.reason)) }
    try options.output.show(receipt.plan.summary.fields.map { ($0.name, .count($0.count)) })
  }

  private static func read(_ file: String) throws -> CloudDocument {
    let bytes = try InputFile.contents(file, sizeBytesMax: 1 << 30)
    do {
      return try CloudDocument(bytes)
    } catch {
      var named = error
      named.file = name(file)
      throw named
    }
  }

  private static func name(_ file: String) -> String { file == "-" ? "standard input" : file }
}
