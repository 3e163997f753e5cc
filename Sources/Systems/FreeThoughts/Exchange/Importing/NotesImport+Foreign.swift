import Daybook

// Annotations of other programs: each is kept whole, and becomes a note if possible.

extension NotesImport {
  mutating func add(
    _ object: JSONObject, _ entry: ReadNotes.Entry, in state: borrowing LedgerState
  ) throws {
    guard AnnotationContainer.isContainer(object) else {
      _ = try keep(object, entry, in: state)
      return
    }
    var ids: [String] = []
    for item in AnnotationContainer.items(object) { ids.append(try keep(item, entry, in: state)) }
    var next = ids.makeIterator()
    let bare = AnnotationContainer.taking(object) { item in
      var place: JSONObject = ["$annotation": .string(next.next() ?? "")]
      if item["@context"] == nil { place["bare"] = true }
      return .object(place)
    }
    _ = try keep(bare, entry, in: state)
  }

  /// Keeps an annotation, or a container without its annotations. Returns its entity's id.
  private mutating func keep(
    _ object: JSONObject, _ entry: ReadNotes.Entry, in state: borrowing LedgerState
  ) throws -> String {
    count(\.read)
    var held = webAnnotations ?? HeldAnnotations(state)
    defer { webAnnotations = held }
    let iri = object["id"]?.string ?? ""
    let place = held.place(of: object, iri: iri)
    switch place {
    case .same(let id), .deleted(let id):
      count(\.unchanged)
      if case .deleted = place { note(entry, "\(iri) was deleted here and stays deleted") }
      return id
    case .inContext(let id, let noteID):
      // Before, it was in a collection, whose context applied to it.
      count(\.changed)
      write(Mutation(.upsert, kind: WebAnnotation.kind, id: id, set: ["document": .object(object)]))
      held.put(id, iri: iri, object, note: noteID)
      return id
    case .older(let id):
      count(\.unchanged)
      note(entry, "\(iri) is older than the version here, which stays")
      return id
    case .new(let id, let isVariant):
      if isVariant { note(entry, "\(iri) differs from the version here: both are kept") }
      count(\.created)
      let noteID = makeNote(of: object, of: id, entry, in: state)
      var set: JSONObject = [
        "iri": .string(iri), "document": .object(object),
        "sources": .array(AnnotationTarget.sources(of: object).map { .string($0) }),
      ]
      set["note"] = noteID.map { .string($0) }
      write(Mutation(.upsert, kind: WebAnnotation.kind, id: id, set: set))
      held.put(id, iri: iri, object, note: noteID)
      return id
    case .newer(let id, let former, let noteID):
      count(\.changed)
      if let noteID { try change(noteID, from: former, to: object, entry, in: state) }
      write(
        Mutation(
          .upsert, kind: WebAnnotation.kind, id: id,
          set: [
            "document": .object(object),
            "sources": .array(AnnotationTarget.sources(of: object).map { .string($0) }),
          ]))
      held.put(id, iri: iri, object, note: noteID)
      return id
    }
  }

  /// The note made of the annotation; nil if it cannot be a note.
  private mutating func makeNote(
    of object: JSONObject, of annotation: String, _ entry: ReadNotes.Entry, in state: borrowing LedgerState
  ) -> String? {
    guard !AnnotationContainer.isContainer(object), let made = ForeignNote(object, in: place),
      let schema = state.schemas[Note.kind]
    else { return nil }
    let own = object["id"]?.string.flatMap { FileIRI.id($0, of: Note.kind) }
    let id = own ?? NaturalKey.id(of: Note.kind, normalized: annotation)
    var carried = CarriedEntity(kind: Note.kind, id: id, fields: made.fields, tags: made.tags)
    guard let fields = try? schema.checked(carried) else { return nil }
    carried.fields = fields
    if let present = state.carried(Note.kind, id, schema) {
      // One of our notes that another program returned: the text is imported, the place stays.
      if present.text("content") != carried.text("content") {
        write(Mutation(.upsert, kind: Note.kind, id: id, set: ["content": .string(carried.text("content"))]))
      }
    } else if state.isGone(Note.kind, id) {
      return nil
    } else {
      var set = schema.written(carried)
      if let reason = state.refusal(of: set, Note.kind, id, makes: true, by: limits) {
        (set["createdAt"], set["updatedAt"]) = (nil, nil)
        guard state.refusal(of: set, Note.kind, id, makes: true, by: limits) == nil else {
          note(entry, "kept, but not turned into a note: \(reason)")
          return nil
        }
        note(entry, "its note is imported without its dates: \(reason)")
      }
      write(Mutation(.upsert, kind: Note.kind, id: id, set: set))
    }
    link(carried.tags, of: id, in: state)
    return id
  }

  /// A newer version of an annotation: its changes are made in the note, unless somebody changed the same here.
  private mutating func change(
    _ noteID: String, from former: JSONObject, to object: JSONObject, _ entry: ReadNotes.Entry,
    in state: borrowing LedgerState
  ) throws {
    guard let schema = state.schemas[Note.kind], let present = state.carried(Note.kind, noteID, schema),
      let before = ForeignNote(former, in: place), let after = ForeignNote(object, in: place)
    else { return }
    var set = JSONObject()
    for name in ["content", "selectedText", "prefix", "suffix", "anchorStart", "anchorEnd", "anchorPage"] {
      let (old, new) = (before.fields[name] ?? .null, after.fields[name] ?? .null)
      let held = present.fields[name] ?? .null
      if old == new || held == new { continue }
      if held == old {
        set[name] = new
      } else {
        note(entry, "\(noteID): its \(name) was changed here, and stays")
      }
    }
    if !set.isEmpty {
      set["updatedAt"] = after.fields["updatedAt"] ?? .null
      if let reason = state.refusal(of: set, Note.kind, noteID, makes: false, by: limits) {
        return note(entry, "\(noteID) stays as it is: \(reason)")
      }
      write(Mutation(.upsert, kind: Note.kind, id: noteID, set: set))
    }
    if present.tags == before.tags { link(after.tags, of: noteID, in: state) }
  }
}

/// The annotations of other programs that a ledger holds, by their own IRIs.
struct HeldAnnotations {
  private struct Held {
    var id: String
    var document: JSONObject
    var note: String?
    var isGone: Bool
  }

  /// How an annotation relates to those that the ledger holds.
  enum Place {
    case same(String)
    case deleted(String)
    /// The same, with the context that is missing here.
    case inContext(String, note: String?)
    case older(String)
    case newer(String, former: JSONObject, note: String?)
    case new(String, isVariant: Bool)
  }

  private var byIRI: [String: [Held]] = [:]

  init(_ state: borrowing LedgerState) {
    var alive: Set<String> = []
    state.forEach(WebAnnotation.kind) { alive.insert($0.id) }
    var found: [(String, Held)] = []
    state.forEach(WebAnnotation.kind, includesGone: true) { entity in
      found.append(
        (
          entity.value("iri").string ?? "",
          Held(
            id: entity.id, document: entity.value("document").object ?? [:],
            note: entity.value("note").string, isGone: !alive.contains(entity.id))
        ))
    }
    for (iri, held) in found.sorted(by: { $0.1.id < $1.1.id }) { byIRI[iri, default: []].append(held) }
  }

  mutating func put(_ id: String, iri: String, _ document: JSONObject, note: String?) {
    byIRI[iri, default: []].removeAll { $0.id == id }
    byIRI[iri, default: []].append(Held(id: id, document: document, note: note, isGone: false))
  }

  /// How an annotation relates to the held ones: it is already held; or it is a newer or older version of one, by the
  /// times of change in both; or nothing shows which is newer, and it is kept beside the other.
  func place(of object: JSONObject, iri: String) -> Place {
    let held = byIRI[iri] ?? []
    if let same = held.first(where: { Self.areSame($0.document, object) }) {
      if same.isGone { return .deleted(same.id) }
      let isBare = same.document["@context"] == nil && object["@context"] != nil
      return isBare ? .inContext(same.id, note: same.note) : .same(same.id)
    }
    // An annotation without a time counts as older than one with a time.
    let former = held.filter { !$0.isGone }.map {
      ($0, Self.time($0.document) ?? Instant(milliseconds: .min))
    }
    if let time = Self.time(object), let latest = former.max(by: { $0.1 < $1.1 }), latest.1 != time {
      if time < latest.1 { return .older(latest.0.id) }
      return .newer(latest.0.id, former: latest.0.document, note: latest.0.note)
    }
    let plain = NaturalKey.id(of: WebAnnotation.kind, normalized: iri)
    if held.isEmpty { return .new(plain, isVariant: false) }
    let hash = DocumentHash.of(JSONValue.object(object).canonicalBytes)
    return .new(NaturalKey.id(of: WebAnnotation.kind, normalized: iri + "\n" + hash), isVariant: true)
  }

  /// Whether both are equal, even if one of them has its context only in its collection.
  private static func areSame(_ left: JSONObject, _ right: JSONObject) -> Bool {
    guard left["@context"] == nil || right["@context"] == nil else { return left == right }
    var (left, right) = (left, right)
    (left["@context"], right["@context"]) = (nil, nil)
    return left == right
  }

  private static func time(_ object: JSONObject) -> Instant? {
    (object["modified"] ?? object["created"])?.string.flatMap { AnnotationTime.instant($0) }
  }
}
