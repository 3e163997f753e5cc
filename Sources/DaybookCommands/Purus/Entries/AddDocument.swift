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

/// The media types of files that health records hold, by the ends of their names.
enum MediaType {
  static func of(file: String) -> String {
    guard let dot = file.lastIndex(of: ".") else { return unknown }
    return types[file[file.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types: [String: String] = [
    "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "heic": "image/heic", "gif": "image/gif", "tif": "image/tiff", "tiff": "image/tiff", "webp": "image/webp",
    "dcm": "application/dicom", "txt": "text/plain", "md": "text/markdown", "html": "text/html",
    "csv": "text/csv", "json": "application/json", "xml": "application/xml", "zip": "application/zip",
    "rtf": "application/rtf", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]
}
