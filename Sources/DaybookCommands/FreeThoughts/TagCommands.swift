import ArgumentParser
import Daybook
import FreeThoughts

/// `daybook freethoughts tag TAG NOTE…`
struct TagCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add a tag to notes, or remove it.",
    discussion: """
      Examples:
        daybook freethoughts tag animals 9f3b2f6f 1d6f0a11
        daybook freethoughts tag animals 9f3b2f6f --off
      """)

  @Argument(help: "The tag's name.")
  var name: String

  @Argument(help: WhoHelp.id)
  var notes: [String]

  @Flag(help: "Remove it.")
  var off = false

  @OptionGroup var write: WriteOptions

  func run() async throws {
    let name = try NonEmptyText.read(name, "tag")
    let ledger = try await write.selection.open()
    let found = try await ledger.withView { [notes] view in
      try notes.map { try view.entity($0, among: [Note.kind], noun: "note") }
    }
    let (tag, _) = try await ledger.freeThoughts.tag(named: name)
    let tagged = Set(try await ledger.get(tag)?.notes ?? [])
    let wanted = found.map { Ref<Note>($0.id) }.filter { tagged.contains($0) == off }
    let mutations =
      off
      ? wanted.map { Mutation(.unlink, kind: Note.kind, id: $0.rawValue, rel: "tags", to: tag.rawValue) }
      : wanted.isEmpty ? [] : try await Tagging.mutations([name], of: wanted, in: ledger)
    try await write.commit(mutations, about: found, in: ledger)
  }
}

/// `daybook freethoughts tags`
struct TagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List the tags, with how many notes have them.",
    discussion: """
      Examples:
        daybook freethoughts tags
        daybook freethoughts notes --tag animals
      """)

  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let tags = try await ledger.fetch(Tag.self, sort: [.folded("name")])
    try await list.show(
      tags.map { TagLine(tag: $0) }, in: ledger, empty: "there is no tag yet; see 'daybook freethoughts tag'")
  }
}

private struct TagLine: Listed {
  static let entityKind = Tag.kind
  var tag: Tag

  var rawID: String { tag.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.tag.name) },
    Member("notes") { .count($0.tag.notes.count) },
  ]

  static let columns: [Column<Self>] = [
    Column("tag") { $0.tag.name },
    Column("notes", count: \.tag.notes.count),
  ]
}
