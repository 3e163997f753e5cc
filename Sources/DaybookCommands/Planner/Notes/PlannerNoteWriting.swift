import ArgumentParser
import Daybook
import Planner

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
