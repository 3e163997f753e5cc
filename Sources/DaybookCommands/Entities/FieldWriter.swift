import Daybook

/// Gathers the assignments of an `upsert` into its mutations.
struct FieldWriter {
  let kind: String
  /// The entity's id, or a new one.
  let id: String
  let isNew: Bool
  let schema: KindSchema?
  let ledger: Ledger
  let values: ValueReader
  let viewer: Viewer?
  let write: WriteOptions
  private(set) var set: JSONObject
  /// Whether the entities that it refers to may be missing.
  var mayDangle = false
  private(set) var links: [(rel: String, to: String)] = []
  /// To-many relations whose present links are all removed.
  private var cleared: Set<String> = []

  init(
    kind: String, id: String?, schema: KindSchema?, ledger: Ledger, values: ValueReader,
    viewer: Viewer? = nil, write: WriteOptions, set: JSONObject
  ) {
    (self.kind, self.id, isNew, self.schema) = (kind, id ?? "", id == nil, schema)
    (self.ledger, self.values, self.viewer) = (ledger, values, viewer)
    (self.write, self.set) = (write, set)
  }

  /// The upsert, an unlink for everything that was cleared from a relation, and a link for everything that was added
  /// to one. A new entity gets a new id, unless the ledger is to derive it from its natural key. Empty if the command
  /// only clears relations that have no links.
  func mutations() async throws -> [Mutation] {
    var id = id
    let (set, links) = (try await knownSet(try await resolvedSet()), try await resolvedLinks())
    let unlinks = try await unlinks(besides: links)
    if set.isEmpty, links.isEmpty, !cleared.isEmpty, try await exists() { return unlinks }
    if isNew, schema?.key.flatMap({ set[$0.field]?.string }) == nil { id = GeneratedID.next() }
    let upsert = Mutation(.upsert, kind: kind, id: id, set: set)
    if id.isEmpty && !links.isEmpty {
      var dry = AppendOptions(as: viewer)
      dry.isDryRun = true
      id = try await ledger.append([upsert], options: dry).events.first?.mutation.id ?? id
    }
    return [upsert] + unlinks + links.map { Mutation(.link, kind: kind, id: id, rel: $0.rel, to: $0.to) }
  }

  /// Removes the present links of the relations that are cleared, except those that the command adds again.
  private func unlinks(besides links: [(rel: String, to: String)]) async throws -> [Mutation] {
    if isNew { return [] }
    let (entity, relations) = (EntityName(kind: kind, id: id), cleared.sorted())
    let linked = try await ledger.withView(as: viewer) { view in relations.map { view.linkedIDs(entity, $0) }
    }
    return zip(relations, linked).flatMap { rel, targets in
      targets.filter { to in !links.contains { $0 == (rel, to) } }
        .map { Mutation(.unlink, kind: kind, id: id, rel: rel, to: $0) }
    }
  }

  private func exists() async throws -> Bool {
    if isNew { return false }
    return try await ledger.withView(as: viewer) { [kind, id] in $0.row(kind, id) != nil }
  }

  mutating func apply(_ assignment: FieldAssignment) async throws {
    let name = assignment.field
    let type = try fieldType(name)
    switch assignment.action {
    case .clear:
      if case .many = type {
        cleared.insert(name)
        links.removeAll { $0.rel == name }
      } else {
        set[name] = .null
      }
    case .set(let source): set[name] = try await value(source, name, type)
    case .add(let source):
      switch type {
      case .many: links.append((name, try text(source, of: name, schema?.hides(name) ?? false)))
      case .array(let element):
        let (held, new) = (try await present(name), try await value(source, name, element))
        set[name] = .array(Self.holds(held, new, element) ? held : held + [new])
      case nil, .any: set[name] = .array(try await present(name) + [try await value(source, name, nil)])
      default:
        throw LedgerError(
          .usage, "'\(name)' is not a list",
          advice: "write \(name)=value; += adds to lists and relations to many")
      }
    }
  }

  /// Whether a list of known values has this one already, however it is typed.
  private static func holds(_ list: [JSONValue], _ value: JSONValue, _ element: FieldType) -> Bool {
    guard case .enumeration(let known) = element, let text = value.string else { return false }
    return list.contains(.string(KnownValues(known).match(text) ?? text))
  }

  /// Nil for a kind that no system knows.
  func fieldType(_ name: String) throws -> FieldType? {
    guard let schema else { return nil }
    if let field = schema.field(name) { return field.type }
    if let inverse = schema.inverses.first(where: { $0.inverse == name }) {
      return inverse.isInverseToMany ? .many(inverse.owner) : .one(inverse.owner)
    }
    if schema.renames.contains(where: { $0.former == name }) { return .any }
    let names = schema.fields.map(\.name)
    throw LedgerError(
      .badData, "\(kind) has no field '\(name)'",
      advice: Suggestion.advice(for: name, among: names) ?? "see 'daybook schema show \(kind)'")
  }

  private func value(
    _ source: FieldAssignment.Source, _ name: String, _ type: FieldType?
  ) async throws -> JSONValue {
    let hides = schema?.hides(name) ?? false
    if case .file(let path) = source, type == .data {
      return try Self.reading(path, of: name, hides) {
        let file = try InputFile($0)
        return try ledger.storeData { try file.read() }
      }
    }
    let text = try text(source, of: name, hides)
    guard let type else { return try values.untyped(text, of: name) }
    let mayBeDay = schema?.field(name)?.mayBeDay ?? false
    return try values.value(text, of: name, as: type, mayBeDay: mayBeDay, isHidden: hides)
  }

  /// A hidden value that happens to begin with @ is read as a file name, and errors then do not repeat it.
  private static func reading<Content>(
    _ path: String, of name: String, _ hides: Bool, _ read: (String) throws -> Content
  ) throws -> Content {
    do {
      return try read(path)
    } catch var error as LedgerError where hides {
      error.file = nil
      error.what = "the file for '\(name)': \(error.what)"
      error.advice = "to write a text that begins with @, type @@"
      throw error
    }
  }

  private func text(_ source: FieldAssignment.Source, of name: String, _ hides: Bool) throws -> String {
    switch source {
    case .text(let text): text
    case .file(let path): try Self.reading(path, of: name, hides) { try InputFile.text($0) }
    }
  }

  /// The fields, with the known values of enumerations as they are spelled. A value that the entity has already may
  /// stay.
  private func knownSet(_ set: JSONObject) async throws -> JSONObject {
    var (known, held) = (set, Row?.none)
    for field in schema?.fields ?? [] {
      guard let value = set[field.name] else { continue }
      let (values, element): ([String], Bool)
      switch field.type {
      case .enumeration(let all): (values, element) = (all, false)
      case .array(.enumeration(let all)): (values, element) = (all, true)
      default: continue
      }
      let texts = element ? value.array ?? [] : [value]
      guard !values.isEmpty, texts.contains(where: { $0.string.map { !values.contains($0) } ?? false })
      else { continue }
      if held == nil, !isNew {
        held = try await ledger.withView(as: viewer) { [kind, id] in $0.row(kind, id) }
      }
      let present = held?[field.name].map { $0.array ?? [$0] } ?? []
      // If the kind has a check of its own for the field, that check refuses the value.
      let isRuled = schema?.checks.contains { $0.field == field.name && !$0.isBound } ?? false
      let read = try texts.map { text in
        guard let typed = text.string, !present.contains(text) else { return text }
        if isRuled { return KnownValues(values).match(typed).map(JSONValue.string) ?? text }
        return JSONValue.string(
          try KnownValues(values).read(
            typed, "\(kind).\(field.name)", write, isHidden: schema?.hides(field.name) ?? false))
      }
      known[field.name] = element ? .array(read) : read.first ?? value
    }
    return known
  }

  /// The list as it is now, with what this command added before.
  private func present(_ name: String) async throws -> [JSONValue] {
    if let value = set[name] { return value.array ?? [] }
    let (kind, id) = (kind, id)
    guard !isNew, let row = try await ledger.withView(as: viewer, { $0.row(kind, id) }) else { return [] }
    return row[name]?.array ?? []
  }
}
