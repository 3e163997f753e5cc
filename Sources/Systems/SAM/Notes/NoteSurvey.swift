import Daybook

/// The notes, their earlier analyses, and the people in the ledger.
struct NoteSurvey: Sendable {
  struct Item: Sendable, Hashable {
    var id: String
    var content: String
    var createdAt: String
    var person: String?
    var context: String?
    /// Whether it is deleted: then its evidence is removed.
    var isGone: Bool
    /// The earlier result of this analyzer, if there is one.
    var artifact: SyncedEntity?
    var artifactID: String

    var basis: String { Basis.digest(.string(content)) }

    static func == (left: Item, right: Item) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// By id.
  private(set) var items: [Item] = []
  let names: KnownNames

  init(only: String?, _ analyzer: String, _ state: borrowing LedgerState) throws(LedgerError) {
    names = KnownNames(
      state.entities(Person.kind, reading: ["displayNameCache"]).compactMap { person in
        person.values["displayNameCache"]?.string.map { (person.id, $0) }
      })
    state.forEach(Note.kind, includesGone: true) { note in
      guard note.isMade, only == nil || note.id == only else { return }
      items.append(Self.item(note, analyzer, state))
    }
    if let only, items.first?.isGone ?? true {
      throw LedgerError(
        .notFound, "there is no note \(only)", advice: "'\(Remedy.entities.of(Note.kind))' lists them")
    }
    items.sort { $0.id < $1.id }
  }

  private static func item(
    _ note: borrowing EntityReader, _ analyzer: String, _ state: borrowing LedgerState
  ) -> Item {
    let id = NaturalKey.id(
      of: AnalysisArtifact.kind,
      normalized: JSONValue.array([.string(note.id), .string(analyzer)]).description)
    let artifact = state.read(AnalysisArtifact.kind, id, includesGone: true) { held -> SyncedEntity in
      var values = JSONObject()
      for field in NoteWriting.artifactFields { values[field] = held.value(field) }
      return SyncedEntity(id: id, isAlive: !held.isDeleted, isPresent: held.isPresent, values: values)
    }
    return Item(
      id: note.id, content: note.value("content").string ?? "",
      createdAt: note.value("createdAt").string ?? "", person: note.related("person").first,
      context: note.related("context").first, isGone: !note.isShown, artifact: artifact, artifactID: id)
  }
}
