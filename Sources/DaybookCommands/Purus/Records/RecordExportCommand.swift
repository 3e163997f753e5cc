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
