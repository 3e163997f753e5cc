import ArgumentParser
import Daybook
import SAM

/// `daybook sam note WHO TEXT`
struct NoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note about a person or a context.",
    discussion: """
      Examples:
        daybook sam note 'ann lee' 'asked about life insurance for Mia'
        daybook sam note 'the lees' - < visit.txt
      """)

  @Argument(help: WhoHelp.subject)
  var who: String

  @Argument(help: "What to note; - reads the standard input.")
  var text: String

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let content = try NonEmptyText.read(text == "-" ? try InputFile.text("-") : text, "note")
    let ledger = try await write.selection.open()
    let subject = try await ledger.withView { [who] in try Subject.find(who, in: $0) }
    let note = Note { note in
      note.content = content
      switch subject {
      case .person(let person): note.person = person.id
      case .context(let context): note.context = context.id
      }
    }
    try await write.commit([try note.creation()], in: ledger)
  }
}

/// `daybook sam notes …`
struct NotesCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "List the notes, change and delete them.",
    discussion: """
      Examples:
        daybook sam notes
        daybook sam notes 'ann lee'
        daybook sam notes edit 'life insurance' 'asked about life insurance for both children'
        daybook sam notes remove 9f3b2f6f
      """,
    subcommands: [NotesListCommand.self, NotesEditCommand.self, NotesRemoveCommand.self],
    defaultSubcommand: NotesListCommand.self)
}

/// `daybook sam notes edit NOTE TEXT`
struct NotesEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a note's text.",
    discussion: """
      A note is named by words of its text, or by its id.

      Examples:
        daybook sam notes edit 'life insurance for mia' 'asked about life insurance for both children'
        daybook sam notes edit 9f3b2f6f - < visit.txt
      """)

  @Argument(help: "A note: words of its text, or the beginning of its id.")
  var note: String

  @Argument(help: "The new text; - reads the standard input.")
  var text: String

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let content = try NonEmptyText.read(text == "-" ? try InputFile.text("-") : text, "note")
    let ledger = try await write.selection.open()
    let found = try await ledger.withView { [note] in try $0.entity(note, among: [Note.kind], noun: "note") }
    let present = try await ledger.get(Ref<Note>(found.id))?.content
    try await write.upsert(
      Ref<Note>(found.id), present == content ? [:] : ["content": .string(content)], in: ledger)
  }
}

/// `daybook sam notes remove NOTE…`
struct NotesRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete notes.",
    discussion: """
      A note is named by its whole text, or by its id.

      Examples:
        daybook sam notes remove 9f3b2f6f
        daybook sam notes remove 'asked about life insurance'
      """)

  @Argument(help: "The notes: the whole text of each, or the beginning of its id.")
  var notes: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws { try await write.remove(notes, of: Note.kind) }
}

/// `daybook sam notes list [WHO]`
struct NotesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the notes, or those about a person or a context, newest first.",
    discussion: """
      A table shows the beginning of each; the other formats and 'daybook get sam.note ID' show the whole.

      Examples:
        daybook sam notes
        daybook sam notes 'ann lee'
        daybook sam notes 'ann lee' --format jsonl | jq -r .content
      """)

  @Argument(help: WhoHelp.subject)
  var who: String?

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let cut = try past.cut(list.selection)
    let empty = "there are no notes yet; write one with 'daybook sam note'"
    guard let who else {
      let notes = try await ledger.sam.notes(limit: list.count, offset: list.offset, at: cut)
      return try await list.show(notes, in: ledger, empty: empty)
    }
    let notes =
      switch try await ledger.withView(at: cut, { [who] in try Subject.find(who, in: $0) }) {
      case .person(let person): try await ledger.sam.notes(about: person.id, at: cut)
      case .context(let context): try await ledger.sam.notes(about: context.id, at: cut)
      }
    try await list.show(notes, hiding: ["about"], in: ledger, empty: empty)
  }
}

/// `daybook sam analyze`
struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Find people, topics and tasks in the notes.",
    discussion: """
      A note that did not change is not analyzed again. Each note is also kept as evidence, so that insights can \
      be based on it. Without --provider built-in rules do it, and no network is used; with it the notes are sent to \
      the service.

      Examples:
        daybook sam analyze
        daybook sam analyze --note 0193e0a4 --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Option(help: ArgumentHelp("Only this note: its id, or the beginning of one.", valueName: "id"))
  var note: String?

  @Flag(inversion: .prefixedNo, help: "Whether to keep the notes as evidence.")
  var evidence = true

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let analyzer: any NoteAnalyzer = try provider.textProvider().map { ModelNotes($0) } ?? RuleNotes()
    let ledger = try await options.selection.open()
    let only = try await note.asyncMap { text in
      try await ledger.withView { try $0.entity(text, among: [Note.kind], noun: "note") }
    }
    let summary = try await ledger.sam.analyzeNotes(
      with: analyzer, only: only.map { Ref($0.id) }, asEvidence: evidence, options: options.append)
    try options.output.show([
      ("notes", .count(summary.notes)), ("analyzed", .count(summary.analyzed)),
      ("failed", .count(summary.failed)), ("events", .count(summary.events)),
    ])
    guard summary.failed > 0 else { return }
    options.messages.show(
      Notice(
        "failed", "\(summary.failed) could not be analyzed, and will be tried again: \(summary.failure ?? "")"
      ))
    throw Finished(ExitStatus.unreachable)
  }
}
