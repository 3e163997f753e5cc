import ArgumentParser
import Daybook

/// `daybook upsert KIND [ID]`
struct UpsertCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "upsert",
    abstract: "Write fields of an entity, which is made if it is not there.",
    discussion: """
      Values are read as the schema says. field=value writes, field+=value adds to a list or a relation to \
      many, field= clears, field=@file takes a file's content (@- the standard input, @@ a text that begins \
      with @). Without an id a new entity is made, or the one with the same natural key is written.

      Examples:
        daybook upsert sam.person --set displayNameCache='Ann Lee' emailCache=ann@example.com
        daybook upsert sam.person 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11 --set roleBadges+=Client
        daybook upsert sam.note 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a12 --set content=@note.txt
        daybook upsert sam.context --json '{"name":"The Lees","kind":"household"}'
      """)

  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Argument(help: "The entity's id; by default a new one.")
  var id: String?

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("Fields: k=v, k+=v, k= or k=@file.", valueName: "k=v"))
  var assignments: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fields as a JSON object; @file and @- read it.", valueName: "object"))
  var json: String?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if assignments.isEmpty && json == nil {
      throw ValidationError("give the fields with --set or --json")
    }
  }

  func run() async throws {
    let registry = RegisteredSystems.registry()
    let hides = registry.hidesAnything(of: kind)
    let assignments = try assignments.map { try FieldAssignment($0, mayBeHidden: hides) }
    let object = try json.map(Self.object) ?? [:]
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    var fields = FieldWriter(
      kind: kind, id: id, schema: registry[kind], ledger: ledger,
      values: ValueReader { [write] in try write.selection.instant($0, .start) }, viewer: viewer, set: object)
    for assignment in assignments { try await fields.apply(assignment) }
    try await write.commit(try await fields.mutations(), in: ledger, as: viewer)
  }

  private static func object(_ text: String) throws -> JSONObject {
    let (bytes, name) =
      text.hasPrefix("@")
      ? (try InputFile.contents(String(text.dropFirst())), String(text.dropFirst())) : (Array(text.utf8), nil)
    do {
      if let object = try JSONParser.parse(bytes).object { return object }
      throw LedgerError(.badData, "--json takes a JSON object", file: name)
    } catch let error as JSONError {
      throw LedgerError(
        .badData, "--json takes strict JSON: \(error.reason.rawValue)", file: name, offset: error.offset,
        advice: "write names and texts in double quotes")
    }
  }
}
