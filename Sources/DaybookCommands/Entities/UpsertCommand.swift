import ArgumentParser
import Daybook

/// `daybook upsert KIND [ID]`
struct UpsertCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "upsert",
    abstract: "Write fields of an entity, or make a new one.",
    discussion: """
      Values are read as the schema says. field=value writes, field+=value adds to a list or a relation to many, \
      field= clears a field or removes all links of a relation to many, field=@file takes a file's content (@- the \
      standard input, @@ a text that begins with @). A relation takes the other entity's id, the beginning of its id, \
      its name or its address. The other entity must exist unless --dangling is given. If a field takes one of several \
      names, an unknown name is refused unless --force is given.

      Without an entity, upsert makes a new one, or writes to the one with the same natural key. An entity that you \
      name must exist, or --new makes it, with the text that you typed as its id. An id that follows from the natural \
      key among the fields does not need --new.

      Examples:
        daybook upsert sam.person --set displayNameCache='Ann Lee' emailCache=ann@example.com
        daybook upsert sam.person 'Ann Lee' --set roleBadges+=Client
        daybook upsert purus.weightEntry 01a206d0-cca --set weight=8.4
        daybook upsert sam.contextParticipation --set person='Ann Lee' context='The Lees'
        daybook upsert sam.note minutes-42 --new --set content=@note.txt
        daybook upsert sam.context --json '{"name":"The Lees","kind":"household"}'
      """)

  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Argument(help: "Its id, the beginning of its id, its name or its address; by default a new entity.")
  var id: String?

  @Flag(help: "Make the entity if it does not exist; the text that names it becomes its id.")
  var new = false

  @Flag(help: DanglingHelp.flag)
  var dangling = false

  @Option(
    name: .customLong("set"), parsing: .upToNextOption,
    help: ArgumentHelp("Fields: k=v, k+=v, k= or k=@file.", valueName: "k=v"))
  var assignments: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fields as a JSON object; @file reads it from a file, @- from the standard input.", valueName: "object")
  )
  var json: String?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func validate() throws {
    if assignments.isEmpty && json == nil {
      throw ValidationError("give the fields with --set or --json")
    }
    if new, id == nil {
      throw ValidationError("--new needs an id; without an id, upsert makes a new entity anyway")
    }
  }

  func run() async throws {
    let registry = RegisteredSystems.registry()
    let hides = registry.hidesAnything(of: kind)
    let names = registry[kind]?.fields.map(\.name) ?? []
    let assignments = try assignments.map {
      try FieldAssignment($0, mayBeHidden: hides && !names.contains($0))
    }
    let object = try json.map(Self.object) ?? [:]
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    // A kind that belongs to no system starts with its first entity.
    if !new, let problem = try await ledger.withView(as: viewer, { [kind] in $0.problem(withKind: kind) }),
      problem.advice != nil
    {
      throw problem
    }
    let target = try await target(in: ledger, as: viewer)
    var fields = FieldWriter(
      kind: kind, id: target?.id, schema: registry[kind], ledger: ledger,
      values: ValueReader(of: kind) { [write] in try write.selection.instant($0, $1) }, viewer: viewer,
      write: write, set: object)
    fields.mayDangle = dangling
    for assignment in assignments { try await fields.apply(assignment) }
    if let target, let refusal = target.refusal, try await fields.derivedID() != target.id { throw refusal }
    let named = target.map { EntityName(kind: kind, id: $0.id) }
    try await write.commit(try await fields.mutations(), to: named, in: ledger, as: viewer)
  }

  /// The id to write to, and the reason why it may not be used unless the fields' natural key gives the same id; nil
  /// for a new entity.
  private func target(
    in ledger: Ledger, as viewer: Viewer?
  ) async throws -> (id: String, refusal: LedgerError?)? {
    guard let id else { return nil }
    if new {
      try await ledger.withView(as: viewer) { [kind] in
        try $0.requireInSource(EntityName(kind: kind, id: id), typed: id)
        try $0.requireNoOther(called: id, of: kind)
      }
      return (id, nil)
    }
    let isNewKind = try await ledger.withView(as: viewer) { [kind] in $0.problem(withKind: kind) != nil }
    do {
      let found = try await ledger.withView(as: viewer) { [kind] in try $0.entity(id, of: kind) }
      guard let advice = try await ledger.advice(ifDeleted: found, as: viewer) else { return (found.id, nil) }
      return (
        found.id,
        LedgerError(
          .notFound, "there is no \(kind) '\(id)'", advice: advice + ", or make it again with --new")
      )
    } catch var error as LedgerError where error.code == .notFound {
      // The message is the same for an entity that the viewer may not see.
      if let viewer {
        error = LedgerError.noAccess(viewer, to: kind, OneLine.cut(id))
        error.advise("to make one with this id, add --new")
        return (id, error)
      }
      if isNewKind { error = LedgerError(.notFound, "there is no \(kind) '\(OneLine.cut(id))'") }
      if try await ledger.isGoneFromSource(id, of: kind) { throw error }
      error.advise("to make one with this id, add --new")
      return (id, error)
    }
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
