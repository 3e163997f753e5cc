import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus add document RECORD FILE`
struct AddDocument: AsyncParsableCommand, EntryValues {
  static let configuration = CommandConfiguration(
    commandName: "document", abstract: "Add a file: a letter, a report, a picture.",
    discussion: """
      Its name and type are kept with it. A large file is kept beside the log, and read piece by piece.

      Examples:
        daybook purus add document 'ann lee' discharge.pdf
        daybook purus add document 'ann lee' scan.dat --name 'MRI, knee' --type application/dicom
      """)

  @OptionGroup var entry: EntryArguments
  @Argument(help: "The file; - is the standard input.", completion: .file()) var file: String
  @Option(help: "What to call it; by default the file's name.") var name: String?
  @Option(help: "What it is; by default the media type that the file's name tells.") var type: String?

  func run() async throws {
    let own = SyncOptions.name(of: file)
    let name = try NonEmptyText.read(name ?? own, "name")
    let ledger = try await entry.write.selection.open()
    let record = try await ledger.record(matching: entry.record)
    var document = MedicalDocumentEntry()
    document.record = record.id
    (document.documentName, document.comment) = (name, entry.comment ?? "")
    document.documentType = type ?? MediaType.of(file: own)
    var creation = try document.creation()
    let input = try InputReader(file)
    // A dry run keeps nothing.
    let data: JSONValue = entry.write.dryRun ? .null : try ledger.storeData { try input.read() }
    creation.set?["documentData"] = data
    try await entry.write.commit([creation], in: ledger)
  }
}
