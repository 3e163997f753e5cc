import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus record export RECORD -o FILE`
struct RecordExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a record with all of its entries to a file, in its cloud form.",
    discussion: """
      Writes one JSON document with everything, including documents: 'daybook purus record import' imports it \
      anywhere, and nothing is lost. It contains hidden values.

      Examples:
        daybook purus record export 'ann lee' -o ann.json
        daybook purus record export rex --reveal | jq -r .weightEntries
      """)

  @Argument(help: RecordHelp.record)
  var record: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let path = output?.path
    let ledger = try await selection.open()
    let found = try await ledger.purus.record(matching: record)
    guard let document = try await ledger.purus.cloudDocument(of: found.id) else { return }
    let hides = document.hidesAnything(ledger.schemas)
    guard path != nil || reveal.reveal || !hides else {
      throw LedgerError(
        .refused, "the document contains hidden values",
        advice: "write it to a file with -o, or print it with --reveal")
    }
    let missing = document.missingDocumentCount
    if missing > 0 {
      options.messages.show(
        Notice(
          "missing",
          "the content of \(missing == 1 ? "1 document is" : "\(missing) documents are") not on this machine; the export refers to it"
        ))
    }
    let line = document.bytes + [UInt8(ascii: "\n")]
    guard let path else {
      return try options.output.show(document: line)
    }
    try WrittenFile.write(line, to: path, replaces: force)
    if hides { WrittenFile.tell(path, options.messages) }
    try options.output.show([
      ("_kind", .string(MedicalRecord.kind)), ("_id", .string(found.id.rawValue)), ("file", .string(path)),
      ("entries", .count(document.entries.values.map(\.count).reduce(0, +))),
      ("sha256", .string(document.digest)),
    ])
  }
}

extension CloudDocument {
  /// Whether a value in it is hidden.
  fileprivate func hidesAnything(_ schemas: SchemaRegistry) -> Bool {
    func hides(_ fields: JSONObject, _ kind: String) -> Bool {
      fields.members.contains { !$0.value.isNothing && schemas.hides($0.key, of: kind) }
    }
    return hides(fields, MedicalRecord.kind)
      || EntryList.all.contains { list in
        (entries[list.cloudName] ?? []).contains { hides($0, list.kind) }
      }
  }
}

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
