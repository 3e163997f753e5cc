import ArgumentParser
import Daybook
import Planner

/// `daybook planner tag …`
struct PlannerTagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "List tags, add, remove and rename them, give them a colour.",
    discussion: """
      Examples:
        daybook planner tag
        daybook planner tag add finance --color '#FF5733'
        daybook planner tag rename finance money
      """,
    subcommands: [List.self, Add.self, Remove.self, Color.self, Rename.self], defaultSubcommand: List.self)

  private static let nameHelp: ArgumentHelp = "The tag's name."

  /// `daybook planner tag list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the tags, with how many meetings and notes have them.",
      discussion: """
        Examples:
          daybook planner tag list
        """)

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let tags = try await ledger.fetch(
        Tag.self, sort: [.folded("name")], at: try past.cut(list.selection))
      try await list.show(
        tags.map { PlannerTagLine(tag: $0) }, in: ledger,
        empty: "there is no tag yet; see 'daybook planner tag add'")
    }
  }

  /// `daybook planner tag add NAME`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a tag.",
      discussion: """
        An existing tag keeps its data, except for its colour if you give one.

        Examples:
          daybook planner tag add finance --color '#FF5733'
        """)

    @Argument(help: PlannerTagCommand.nameHelp)
    var name: String

    @Option(help: ArgumentHelp("A colour such as '#FF5733'; by default a grey.", valueName: "hex"))
    var color: String?

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "tag")
      let color = try color.map { try PlannerTagging.color($0) }
      let ledger = try await write.selection.open()
      let (id, isNew) = try await ledger.planner.tag(named: name)
      var set = JSONObject()
      if isNew { set["name"] = .string(name) }
      if let color { set["color"] = .string(color) }
      let mutations = set.isEmpty ? [] : [Mutation(.upsert, kind: Tag.kind, id: id.rawValue, set: set)]
      try await write.commit(mutations, about: [EntityName(kind: Tag.kind, id: id.rawValue)], in: ledger)
    }
  }

  /// `daybook planner tag remove TAG`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a tag, from everything that has it.",
      discussion: """
        Examples:
          daybook planner tag remove finance
        """)

    @Argument(help: PlannerHelp.tag)
    var tag: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let ledger = try await write.selection.open()
      let id = try await ledger.withView { [tag] in try PlannerFinder.tags.forDeleting.find(tag, in: $0).id }
      try await write.commit([Mutation(.delete, kind: Tag.kind, id: id.rawValue)], in: ledger)
    }
  }

  /// `daybook planner tag color TAG COLOUR`
  struct Color: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "color",
      abstract: "Give a tag a colour.",
      discussion: """
        Examples:
          daybook planner tag color finance '#FF5733'
        """)

    @Argument(help: PlannerHelp.tag)
    var tag: String

    @Argument(help: "The colour, such as '#FF5733'.")
    var color: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let color = try PlannerTagging.color(color)
      let ledger = try await write.selection.open()
      let id = try await ledger.withView { [tag] in try PlannerFinder.tags.find(tag, in: $0).id }
      try await write.commit(
        [Mutation(.upsert, kind: Tag.kind, id: id.rawValue, set: ["color": .string(color)])], in: ledger)
    }
  }

  /// `daybook planner tag rename TAG NAME`
  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Give a tag another name.",
      discussion: """
        A name that another tag has is refused.

        Examples:
          daybook planner tag rename finance money
        """)

    @Argument(help: PlannerHelp.tag)
    var tag: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var write: WriteOptions

    func run() async throws {
      let name = try NonEmptyText.read(name, "tag")
      let ledger = try await write.selection.open()
      let id = try await ledger.withView { [tag] in try PlannerFinder.tags.find(tag, in: $0).id }
      let (holder, isNew) = try await ledger.planner.tag(named: name)
      guard isNew || holder == id else {
        throw LedgerError(
          .refused, "there is a tag '\(OneLine.cut(name))' already",
          advice: "remove it, or choose another name")
      }
      try await write.commit(
        [Mutation(.upsert, kind: Tag.kind, id: id.rawValue, set: ["name": .string(name)])], in: ledger)
    }
  }
}

private struct PlannerTagLine: Listed {
  static let entityKind = Tag.kind
  var tag: Tag

  var rawID: String { tag.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.tag.name) },
    Member("color") { .string($0.tag.color) },
    Member("meetings") { .count($0.tag.meetingRecords.count) },
    Member("notes") { .count($0.tag.notes.count) },
  ]

  static let columns: [Column<Self>] = [
    Column("tag") { $0.tag.name },
    Column("color") { $0.tag.color },
    Column("meetings", count: \.tag.meetingRecords.count),
    Column("notes", count: \.tag.notes.count),
  ]
}

/// Puts tags on meetings and notes.
enum PlannerTagging {
  /// Creates the tags that do not exist yet.
  static func mutations(
    _ names: [String], of kind: String, _ id: String, in ledger: Ledger
  ) async throws -> [Mutation] {
    var mutations: [Mutation] = []
    var seen: Set<Ref<Tag>> = []
    for name in names {
      let (tag, isNew) = try await ledger.planner.tag(named: name)
      guard seen.insert(tag).inserted else { continue }
      if isNew {
        mutations.append(Mutation(.upsert, kind: Tag.kind, id: tag.rawValue, set: ["name": .string(name)]))
      }
      mutations.append(Mutation(.link, kind: kind, id: id, rel: "tags", to: tag.rawValue))
    }
    return mutations
  }

  /// A colour as people type it.
  static func color(_ text: String) throws -> String {
    guard let color = TagColor.normalized(text) else {
      throw LedgerError(
        .usage, "'\(OneLine.cut(text))' is not a colour", advice: "write one such as '#FF5733'")
    }
    return color
  }
}
