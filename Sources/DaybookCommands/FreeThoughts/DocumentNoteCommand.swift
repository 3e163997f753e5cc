import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts note FILE [TEXT]`
struct DocumentNoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note on a piece of a document.",
    discussion: """
      Without a text the note only marks the piece.

      Examples:
        daybook freethoughts note essay.md --quote 'the quick brown fox' 'which fox?'
        daybook freethoughts note essay.md --quote fox --occurrence 2 --tag animals
        daybook freethoughts note paper.pdf --page 3 --quote 'as we show' - < thought.txt
        daybook freethoughts note essay.md --at 120..180
      """)

  @Argument(help: "The document: PDF, Markdown or plain text.", completion: .file())
  var file: String

  @Argument(help: "What to note; - reads the standard input.")
  var text: String?

  @OptionGroup var passage: PassageOptions

  @Option(help: ArgumentHelp("A tag; may be given several times.", valueName: "name"))
  var tag: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws { try passage.requireOne() }

  func run() async throws {
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let typed = try text == "-" ? InputFile.text("-") : text ?? ""
    let content = typed.allSatisfy(\.isWhitespace) ? "" : try NonEmptyText.read(typed, "note")
    let document = try Document(contentsOf: file)
    let (anchor, rival) = try passage.anchor(in: document, named: file, write.options.messages)
    let note = Note { note in
      (note.documentPath, note.documentHash, note.anchor) = (document.path, document.hash, anchor)
      (note.rivalSimilarity, note.anchorState, note.content) = (rival, .anchored, content)
    }
    let ledger = try await write.selection.open()
    var made = try note.creation()
    made.set?["tags"] = nil
    try await write.commit([made] + Tagging.mutations(names, of: [note.id], in: ledger), in: ledger)
  }
}

/// Puts tags on notes.
enum Tagging {
  /// Creates the tags that do not exist yet.
  static func mutations(_ names: [String], of notes: [Ref<Note>], in ledger: Ledger) async throws
    -> [Mutation]
  {
    var mutations: [Mutation] = []
    var seen: Set<Ref<Tag>> = []
    for name in names {
      let (tag, isNew) = try await ledger.freeThoughts.tag(named: name)
      guard seen.insert(tag).inserted else { continue }
      if isNew {
        mutations.append(Mutation(.upsert, kind: Tag.kind, id: tag.rawValue, set: ["name": .string(name)]))
      }
      for note in notes {
        mutations.append(
          Mutation(.link, kind: Note.kind, id: note.rawValue, rel: "tags", to: tag.rawValue))
      }
    }
    return mutations
  }
}

/// `daybook freethoughts edit NOTE [TEXT]`
struct NoteEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a note: its text, its tags, or the piece that it is on.",
    discussion: """
      - reads the text from the standard input; an empty text removes the note's text, and the piece stays marked. \
      With --quote, --at or --page the note is put on another piece of its document, or of the one that --file names.

      Examples:
        daybook freethoughts edit 9f3b2f6f 'which fox, and why quick?'
        daybook freethoughts edit 9f3b2f6f --tag animals --untag 'to check'
        daybook freethoughts edit 9f3b2f6f --quote 'the lazy dog'
        daybook freethoughts edit 9f3b2f6f --file moved/essay.md --quote 'the lazy dog'
      """)

  @Argument(help: WhoHelp.id)
  var note: String

  @Argument(help: "The note's text; - reads the standard input.")
  var text: String?

  @Option(
    help: ArgumentHelp("The document, if it is not where the note says.", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var passage: PassageOptions

  @Option(help: ArgumentHelp("A tag to add; may be given several times.", valueName: "name"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag to remove; may be given several times.", valueName: "name"))
  var untag: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if text == nil, tag.isEmpty, untag.isEmpty, !passage.isGiven {
      throw ValidationError("say what to change: a text, --quote, --at, --page, --tag or --untag")
    }
    if file != nil, !passage.isGiven { throw ValidationError("--file needs --quote, --at or --page") }
  }

  func run() async throws {
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let content = try text.map { text in
      let typed = text == "-" ? try InputFile.text("-") : text
      return typed.allSatisfy(\.isWhitespace) ? "" : try NonEmptyText.read(typed, "note")
    }
    let ledger = try await write.selection.open()
    let (found, untagged) = try await ledger.withView { [note, untag] view in
      let found = try view.entity(note, among: [Note.kind], noun: "note")
      let tags = view.read(found.kind, found.id) { $0.related("tags") } ?? []
      let wanted = try untag.map { try TagFinder.find($0, in: view).id.rawValue }
      return (found, wanted.filter { tags.contains($0) })
    }
    guard let former = try await ledger.get(Ref<Note>(found.id)) else {
      throw LedgerError(.notFound, "there is no note '\(OneLine.cut(note))'")
    }
    var changed = former
    if let content { changed.content = content }
    if passage.isGiven { try place(&changed) }
    var mutations: [Mutation] = []
    let set = try changed.differences(from: former)
    if !set.isEmpty { mutations.append(Mutation(.upsert, kind: Note.kind, id: found.id, set: set)) }
    mutations += untagged.map { Mutation(.unlink, kind: Note.kind, id: found.id, rel: "tags", to: $0) }
    mutations += try await Tagging.mutations(names, of: [former.id], in: ledger).filter { mutation in
      mutation.op != .link || !former.tags.contains { $0.rawValue == mutation.to }
    }
    try await write.commit(mutations, about: [found], in: ledger)
  }

  private func place(_ note: inout Note) throws {
    let name = file ?? note.documentPath
    let document = try Document(contentsOf: name)
    let (anchor, rival) = try passage.anchor(in: document, named: name, write.options.messages)
    (note.documentPath, note.documentHash, note.anchor) = (document.path, document.hash, anchor)
    (note.rivalSimilarity, note.anchorState) = (rival, .anchored)
  }
}

/// `daybook freethoughts remove NOTE…`
struct NoteRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete notes and the provocations about them.",
    discussion: """
      'daybook restore freethoughts.note ID' brings one back.

      Examples:
        daybook freethoughts remove 9f3b2f6f
        daybook freethoughts remove 9f3b2f6f 1d6f0a11 --why 'read again'
      """)

  @Argument(help: WhoHelp.id)
  var notes: [String]

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let found = try await ledger.withView { [notes] view in
      try notes.map { try view.entity($0, among: [Note.kind], noun: "note", scope: .deletable) }
    }
    try await write.remove(found, in: ledger)
  }
}
