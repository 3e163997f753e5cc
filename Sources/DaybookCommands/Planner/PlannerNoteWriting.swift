import ArgumentParser
import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook planner note add`
struct PlannerNoteAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a note, in a meeting or by itself.",
    discussion: """
      A file keeps its attributes, and its text is extracted. An archived attributed string is kept as it is, \
      with the text given beside it.

      Examples:
        daybook planner note add 'Ann wants the figures by Friday' --meeting 'budget review'
        daybook planner note add - --title Minutes < minutes.txt
        daybook planner note add --file minutes.rtf --tag finance
        daybook planner note add --file old.plist --type archive --plain-text 'Figures for 2027'
      """)

  @Argument(help: "What to note; - reads the standard input.")
  var text: String?

  @Option(help: ArgumentHelp("A title.", valueName: "text"))
  var title: String?

  @Option(help: PlannerHelp.meeting)
  var meeting: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @OptionGroup var content: NoteContent
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if (text == nil) == (content.file == nil) { throw ValidationError("give a text, or --file") }
  }

  func run() async throws {
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let title = try title.map { try NonEmptyText.read($0, "title") }
    let ledger = try await write.selection.open()
    let meeting = try await meeting.asyncMap { text in
      try await ledger.withView { try PlannerFinder.meetings.find(text, in: $0).id }
    }
    var set = JSONObject()
    for member in try content.fields(text, storingIn: ledger, isDryRun: write.dryRun) ?? [:]
    where !member.value.isNull { set[member.key] = member.value }
    if let title { set["title"] = .string(title) }
    if let meeting { set["meetingRecord"] = .string(meeting.rawValue) }
    let id = Ref<Note>().rawValue
    try await write.commit(
      [Mutation(.upsert, kind: Note.kind, id: id, set: set)]
        + PlannerTagging.mutations(names, of: Note.kind, id, in: ledger), in: ledger)
  }
}

/// `daybook planner note edit NOTE`
struct PlannerNoteEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a note's text, title, meeting or tags.",
    discussion: """
      A new text is plain: it replaces the file that the note was made from.

      Examples:
        daybook planner note edit minutes 'Ann wants the figures by Monday'
        daybook planner note edit minutes --file minutes.html
        daybook planner note edit minutes --meeting 'budget review' --tag finance
      """)

  @Argument(help: PlannerHelp.note)
  var note: String

  @Argument(help: "The new text; - reads the standard input.")
  var text: String?

  @Option(help: ArgumentHelp("A title.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The meeting it belongs to; an empty text for none.", valueName: "meeting"))
  var meeting: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag to remove; may be given several times.", valueName: "name"))
  var untag: [String] = []

  @OptionGroup var content: NoteContent
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if text == nil, title == nil, meeting == nil, tag.isEmpty, untag.isEmpty, content.file == nil {
      throw ValidationError("say what to change: a text, --file, --title, --meeting, --tag or --untag")
    }
  }

  func run() async throws {
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let ledger = try await write.selection.open()
    let (id, owner, untagged) = try await ledger.withView { [note, meeting, untag] view in
      let id = try PlannerFinder.notes.find(note, in: view).id.rawValue
      let tags = view.read(Note.kind, id) { $0.related("tags") } ?? []
      return (
        id, try meeting.map { $0.isEmpty ? nil : try PlannerFinder.meetings.find($0, in: view).id },
        try untag.map { try PlannerFinder.tags.find($0, in: view).id }.filter { tags.contains($0.rawValue) }
      )
    }
    var set = try content.fields(text, storingIn: ledger, isDryRun: write.dryRun) ?? [:]
    if let title {
      set["title"] = title.allSatisfy(\.isWhitespace) ? .null : .string(try NonEmptyText.read(title, "title"))
    }
    if let owner { set["meetingRecord"] = owner.map { .string($0.rawValue) } ?? .null }
    var mutations = set.isEmpty ? [] : [Mutation(.upsert, kind: Note.kind, id: id, set: set)]
    mutations += untagged.map { Mutation(.unlink, kind: Note.kind, id: id, rel: "tags", to: $0.rawValue) }
    mutations += try await PlannerTagging.mutations(names, of: Note.kind, id, in: ledger)
    try await write.commit(mutations, about: [EntityName(kind: Note.kind, id: id)], in: ledger)
  }
}

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
