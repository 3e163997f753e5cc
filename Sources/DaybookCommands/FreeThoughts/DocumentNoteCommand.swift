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
