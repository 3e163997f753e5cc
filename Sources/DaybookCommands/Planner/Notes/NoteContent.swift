import ArgumentParser
import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a note says: typed, from the standard input, or from a file with its attributes.
struct NoteContent: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file: RTF, HTML or Markdown by its name, else plain text; - is the standard input.",
      valueName: "file"), completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("What the file is: \(RichTextType.list), text.", valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("The text of an archive, from which none can be extracted.", valueName: "text"))
  var plainText: String?

  func validate() throws {
    if file == nil, type != nil || plainText != nil {
      throw ValidationError("--type and --plain-text need --file")
    }
  }

  /// The fields that hold it. Large attributes are stored beside the log, in pieces.
  func fields(_ text: String?, storingIn ledger: Ledger, isDryRun: Bool) throws -> JSONObject? {
    if let text {
      guard file == nil else { throw LedgerError(.usage, "give a text or --file, not both") }
      return Self.plain(try NonEmptyText.read(text == "-" ? try InputFile.text("-") : text, "note"))
    }
    guard let file else { return nil }
    guard let type = try richTextType(of: file) else {
      let content = try InputFile.contents(file)
      guard type == nil, let found = RichTextType(beginning: Data(content.prefix(Self.beginningCount))) else {
        return Self.plain(try NonEmptyText.read(try Self.text(content, file), "note"))
      }
      throw LedgerError(
        .usage, "the file is rich text of type \(found), but its name does not say so", file: file,
        advice: "give --type \(found)" + (found == .archive ? " and its text with --plain-text" : ""))
    }
    let known = try plainText.map { try NonEmptyText.read($0, "text") }
    if type == .archive || !RichTextType.known.contains(type) {
      guard let known else { throw RichText(Data(), type).hasNoText.at(file) }
      let input = try InputReader(file)
      let data: JSONValue = isDryRun ? .null : try ledger.storeData { try input.read() }
      return Self.rich(data, type, known)
    }
    let content = try InputFile.contents(file)
    let richText = RichText(Data(content), type)
    guard let said = known ?? richText.plainText else { throw richText.hasNoText.at(file) }
    var rest = content[...]
    let data: JSONValue =
      isDryRun
      ? .null
      : try ledger.storeData {
        defer { rest = rest.dropFirst(Self.pieceCount) }
        return Array(rest.prefix(Self.pieceCount))
      }
    return Self.rich(data, type, try NonEmptyText.read(said, "text of \(file)"))
  }

  private static let pieceCount = 1 << 18
  private static let beginningCount = 16

  private static func text(_ content: [UInt8], _ file: String) throws -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw LedgerError(.badData, "not valid UTF-8", file: file, advice: "convert it to UTF-8")
    }
    return text
  }

  private func richTextType(of file: String) throws -> RichTextType? {
    guard let type else { return RichTextType(fileName: file) }
    return type == "text" ? nil : try RichTextType.read(type, "type of rich text")
  }

  private static func plain(_ text: String) -> JSONObject {
    ["plainText": .string(text), "richTextData": .null, "richTextType": .null]
  }

  private static func rich(_ data: JSONValue, _ type: RichTextType, _ text: String) -> JSONObject {
    ["plainText": .string(text), "richTextData": data, "richTextType": .string(type.rawValue)]
  }
}

extension LedgerError {
  /// The same error, with the file's name.
  fileprivate func at(_ file: String) -> LedgerError {
    LedgerError(code, what, file: file, advice: advice)
  }
}
