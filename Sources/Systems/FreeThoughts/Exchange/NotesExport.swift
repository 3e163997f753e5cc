public import Daybook

/// What goes out: notes with their tags, provocations, and what other programs wrote.
public struct NotesExport: Sendable {
  /// Each with its tags' names; ascending by path, position, time and id.
  public var notes: [CarriedEntity] = []
  /// In the same order; provocations have no tags.
  public var provocations: [CarriedEntity] = []
  /// The annotations that other programs wrote and this ledger keeps, ascending by IRI.
  public var annotations: [WebAnnotation] = []

  /// How many notes there are, and how many of everything.
  public var noteCount: Int { notes.count }
  /// The number of provocations, with those of the notes.
  public var provocationCount: Int { provocations.count }
  /// The number of annotations of other programs, with those that are notes.
  public var annotationCount: Int { annotations.count }
  /// Of the annotations of other programs those that are notes.
  public var noteAnnotationCount: Int { annotations.count { $0.note != nil } }
  /// The sum of the three counts. An annotation that is also a note counts in both.
  public var count: Int { notes.count + provocations.count + annotations.count }

  /// What goes out, document by document, ascending by their paths. O(all of it).
  public var documents: [(path: String, export: NotesExport)] {
    var parts: [String: NotesExport] = [:]
    var paths: [String: String] = [:]
    for note in notes {
      let path = note.text("documentPath")
      paths[note.id] = path
      parts[path, default: NotesExport()].notes.append(note)
    }
    for provocation in provocations {
      // One that was made from a note goes with it.
      let path = paths[provocation.text("note")] ?? provocation.text("documentPath")
      parts[path, default: NotesExport()].provocations.append(provocation)
    }
    for annotation in annotations {
      if let path = annotation.note.flatMap({ paths[$0.rawValue] }) {
        parts[path]?.annotations.append(annotation)
      }
    }
    return parts.sorted { $0.key < $1.key }.map { (path: $0.key, export: $0.value) }
  }

  /// The provocations of each note that goes out, by its id, and under "" those of none.
  public var provocationsByNote: [String: [CarriedEntity]] {
    let ids = Set(notes.map(\.id))
    return Dictionary(grouping: provocations) { ids.contains($0.text("note")) ? $0.text("note") : "" }
  }
}

extension Ledger {
  /// Everything of FreeThoughts that goes out: of all documents, or of one, which is known by its path or by the
  /// SHA-256 of its file. O(notes, provocations and annotations).
  ///
  /// - Parameters:
  ///   - path: the path of the one document; nil, and `hash` nil too: all documents.
  ///   - hash: the SHA-256 of the document's file, 64 lower-case hexadecimal digits; nil: the path alone counts.
  ///   - condition: of the notes; what belongs to none that it holds for stays here.
  ///   - cut: which state of the ledger to read; by default the present one.
  public nonisolated func notesExport(
    path: String? = nil, hash: String? = nil, where condition: Condition? = nil, at cut: Cut = .now
  ) async throws -> NotesExport {
    let (tags, notes, provocations, annotations) = try await withView(at: cut) { view in
      (
        try view.fetch(Query(Tag.kind)).rows, try view.fetch(Query(Note.kind, where: condition)).rows,
        try view.fetch(Query(Provocation.kind)).rows, try view.fetch(Query(WebAnnotation.kind)).rows
      )
    }
    var export = NotesExport()
    var tagNames: [String: String] = [:]
    for row in tags { tagNames[row.id] = row["name"]?.string }
    export.notes = carried(notes) { row in
      (row["tags"]?.array ?? []).compactMap { $0.string.flatMap { tagNames[$0] } }
    }
    export.provocations = carried(provocations) { _ in [] }
    export.annotations = try annotations.map { try decoded($0, as: WebAnnotation.self) }.sorted {
      ($0.iri, $0.id.rawValue) < ($1.iri, $1.id.rawValue)
    }
    guard path != nil || hash != nil || condition != nil else { return export }
    if path != nil || hash != nil {
      export.notes.removeAll { note in
        note.text("documentPath") != path && (hash == nil || note.text("documentHash") != hash)
      }
    }
    let ids = Set(export.notes.map(\.id))
    export.provocations.removeAll { provocation in
      !ids.contains(provocation.text("note")) && (path == nil || provocation.text("documentPath") != path)
    }
    export.annotations.removeAll { annotation in
      !(annotation.note.map { ids.contains($0.rawValue) } ?? false)
        && !(path.map { annotation.sources.contains($0) || annotation.sources.contains(FileIRI.of($0)) }
          ?? false)
    }
    return export
  }

  private nonisolated func carried(_ rows: [Row], tags: (Row) -> [String]) -> [CarriedEntity] {
    let names = rows.first.flatMap { schemas[$0.kind]?.carriedFields } ?? []
    return rows.map { row in
      CarriedEntity(
        kind: row.kind, id: row.id, fields: JSONObject(names.map { ($0, row[$0] ?? .null) }), tags: tags(row))
    }.sorted(by: CarriedEntity.precedes)
  }
}
