public import Daybook

/// What goes out: notes with their tags, provocations, and what other programs wrote.
public struct NotesExport: Sendable {
  package var notes: [CarriedEntity] = []
  package var provocations: [CarriedEntity] = []
  package var annotations: [WebAnnotation] = []

  /// How many notes there are, and how many of everything.
  public var noteCount: Int { notes.count }
  public var provocationCount: Int { provocations.count }
  public var annotationCount: Int { annotations.count }
  /// Of the annotations of other programs those that are notes.
  public var noteAnnotationCount: Int { annotations.count { $0.note != nil } }
  public var count: Int { notes.count + provocations.count + annotations.count }

  /// The paths of the documents that it is about, ascending.
  public var documentPaths: [String] {
    Set((notes + looseProvocations).map { $0.text("documentPath") }).sorted()
  }

  package func provocations(on note: CarriedEntity) -> [CarriedEntity] {
    provocations.filter { $0.text("note") == note.id && !note.id.isEmpty }
  }

  /// Those that belong to no note that goes out.
  package var looseProvocations: [CarriedEntity] {
    let ids = Set(notes.map(\.id))
    return provocations.filter { !ids.contains($0.text("note")) }
  }

  /// Only what is about one document.
  public func about(_ path: String) -> NotesExport {
    var part = NotesExport()
    part.notes = notes.filter { $0.text("documentPath") == path }
    let ids = Set(part.notes.map(\.id))
    // One that was made from a note goes with it.
    part.provocations = provocations.filter { ids.contains($0.text("note")) }
    part.provocations += looseProvocations.filter { $0.text("documentPath") == path }
    part.annotations = annotations.filter { $0.note.map { ids.contains($0.rawValue) } ?? false }
    return part
  }
}

extension Ledger {
  /// Everything of FreeThoughts that goes out: of all documents, or of one, which is known by its path or by the
  /// SHA-256 of its file. O(notes, provocations and annotations).
  public func notesExport(path: String? = nil, hash: String? = nil) throws -> NotesExport {
    var export = NotesExport()
    var tagNames: [String: String] = [:]
    for row in try query(Query(Tag.kind)).rows { tagNames[row.id] = row["name"]?.string }
    export.notes = try carried(Note.kind) { row in
      (row["tags"]?.array ?? []).compactMap { $0.string.flatMap { tagNames[$0] } }
    }
    export.provocations = try carried(Provocation.kind) { _ in [] }
    export.annotations = try fetch(WebAnnotation.self).sorted {
      ($0.iri, $0.id.rawValue) < ($1.iri, $1.id.rawValue)
    }
    guard path != nil || hash != nil else { return export }
    export.notes.removeAll { note in
      note.text("documentPath") != path && (hash == nil || note.text("documentHash") != hash)
    }
    let ids = Set(export.notes.map(\.id))
    export.provocations.removeAll { $0.text("documentPath") != path && !ids.contains($0.text("note")) }
    export.annotations.removeAll { annotation in
      !(annotation.note.map { ids.contains($0.rawValue) } ?? false)
        && !(path.map { annotation.sources.contains($0) || annotation.sources.contains(FileIRI.of($0)) }
          ?? false)
    }
    return export
  }

  private func carried(_ kind: String, tags: (Row) -> [String]) throws -> [CarriedEntity] {
    let names = schemas[kind]?.carriedFields ?? []
    return try query(Query(kind)).rows.map { row in
      CarriedEntity(
        kind: kind, id: row.id, fields: JSONObject(names.map { ($0, row[$0] ?? .null) }), tags: tags(row))
    }.sorted(by: CarriedEntity.precedes)
  }
}
