public import Daybook

/// The content of an export: notes with their tags, provocations, and annotations of other programs.
public struct NotesExport: Sendable {
  /// Each with its tags' names; ascending by path, position, time and id.
  public var notes: [CarriedEntity] = []
  /// In the same order; provocations have no tags.
  public var provocations: [CarriedEntity] = []
  /// The annotations that other programs wrote and this ledger keeps, ascending by IRI.
  public var annotations: [WebAnnotation] = []

  /// The number of notes.
  public var noteCount: Int { notes.count }
  /// The number of provocations, including those of the notes.
  public var provocationCount: Int { provocations.count }
  /// The number of annotations of other programs, including those that are notes.
  public var annotationCount: Int { annotations.count }
  /// The number of annotations of other programs that are notes.
  public var noteAnnotationCount: Int { annotations.count { $0.note != nil } }
  /// The sum of the three counts. An annotation that is also a note counts in both.
  public var count: Int { notes.count + provocations.count + annotations.count }

  /// The export divided by document, ascending by path. O(size of the export).
  public var documents: [(path: String, export: NotesExport)] {
    var parts: [String: NotesExport] = [:]
    var paths: [String: String] = [:]
    for note in notes {
      let path = note.text("documentPath")
      paths[note.id] = path
      parts[path, default: NotesExport()].notes.append(note)
    }
    for provocation in provocations {
      // A provocation that was made from a note goes with the note.
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

  /// The provocations of each exported note, by its id; those of no note under "".
  public var provocationsByNote: [String: [CarriedEntity]] {
    let ids = Set(notes.map(\.id))
    return Dictionary(grouping: provocations) { ids.contains($0.text("note")) ? $0.text("note") : "" }
  }
}

extension FreeThoughtsLedger {
  /// All entities of FreeThoughts to export: of all documents, or of one, which is identified by its path or by the
  /// SHA-256 of its file. O(notes, provocations and annotations).
  ///
  /// - Parameters:
  ///   - path: the path of the only document; if `path` and `hash` are nil: all documents.
  ///   - hash: the SHA-256 of the document's file, 64 lower-case hexadecimal digits; nil: only the path counts.
  ///   - condition: the condition for the notes; entities of other notes are not exported.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func notesExport(
    path: String? = nil, hash: String? = nil, where condition: Condition? = nil, at cut: Cut = .now
  ) async throws -> NotesExport {
    let (tags, notes, provocations, annotations) = try await ledger.withView(at: cut) { view in
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
    export.annotations = try annotations.map { try ledger.decoded($0, as: WebAnnotation.self) }.sorted {
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

  private func carried(_ rows: [Row], tags: (Row) -> [String]) -> [CarriedEntity] {
    let names = rows.first.flatMap { ledger.schemas[$0.kind]?.carriedFields } ?? []
    return rows.map { row in
      CarriedEntity(
        kind: row.kind, id: row.id, fields: JSONObject(names.map { ($0, row[$0] ?? .null) }), tags: tags(row))
    }.sorted(by: CarriedEntity.precedes)
  }
}
