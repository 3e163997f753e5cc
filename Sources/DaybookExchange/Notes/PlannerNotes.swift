import Daybook
import FreeThoughts
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Markdown files as notes of Planner: the file whole, front matter too, is the note's rich text, so that an
/// export gives it back byte for byte.
enum PlannerNotes {
  /// - Parameters:
  ///   - time: the file's time, if its front matter has none.
  ///   - entry: the manifest's entry for the file.
  static func entities(
    of note: MarkdownNote, _ source: SyncSource, time: Instant?, _ entry: NoteManifest.Entry?,
    in state: borrowing LedgerState
  ) -> [ImportedEntity] {
    if let (carried, isUnchanged) = CarriedNote.read(note) {
      return entities(of: carried, isUnchanged: isUnchanged, in: state)
    }
    if let entry, entry.isUnchanged { return entities(of: entry.note, isUnchanged: true, in: state) }
    let id = entry?.note.id ?? NaturalKey.id(of: Planner.Note.kind, normalized: key(of: note, source))
    let hash = FreeThoughts.DocumentHash.of(note.bytes)
    // Later changes here stay as long as the file is unchanged.
    let isKnown = state.entity(Planner.Note.kind, id: id)?.values["importedHash"] == .string(hash)
    if isKnown, state.entity(Planner.Note.kind, id: id)?.values["importedPath"] == .string(note.path) {
      return [ImportedEntity(Planner.Note.kind, .id(id))]
    }
    let (value, blob) = DataValue.stored(note.bytes)
    let plain = RichText(Data(note.bytes), .markdown).plainText ?? note.body
    var fields: JSONObject = [
      "title": .string(note.title), "plainText": .string(plain), "richTextData": value,
      "richTextType": .string(RichTextType.markdown.rawValue), "importedPath": .string(note.path),
      "importedHash": .string(hash),
    ]
    var initial: JSONObject = ["importedFrom": .string(source.id)]
    if let created = note.created {
      fields["createdAt"] = .string(created.description)
    } else if let time {
      initial["createdAt"] = .string(time.description)
    }
    if let modified = note.modified ?? time { fields["updatedAt"] = .string(modified.description) }
    let tags = TagEntities(note.tags, before: entry?.note.tags ?? tagsRead(of: id, in: state), in: state)
    return [
      ImportedEntity(
        Planner.Note.kind, .id(id), fields: fields, initial: initial, links: tags.links,
        blobs: blob.map { [$0] } ?? [])
    ] + tags.entities
  }

  /// The tags that the file had when it was last read; nil where the ledger has another text by now.
  private static func tagsRead(of id: String, in state: borrowing LedgerState) -> [String]? {
    guard let held = state.entity(Planner.Note.kind, id: id)?.values,
      let bytes = held["richTextData"].flatMap({ state.data($0) }),
      held["importedHash"] == .string(FreeThoughts.DocumentHash.of(bytes))
    else { return nil }
    return try? MarkdownNote(bytes, path: "").tags
  }

  /// The key of a file: the id in its front matter, else its place.
  private static func key(of note: MarkdownNote, _ source: SyncSource) -> String {
    if let id = note.ownID { return "\(source.id)\nid\n\(KeyNormalizer.trimmedComposed.normalized(id))" }
    return "\(source.id)\npath\n\(note.path)"
  }

  // MARK: What a ledger wrote

  private static func entities(
    of note: CarriedNote, isUnchanged: Bool, in state: borrowing LedgerState
  ) -> [ImportedEntity] {
    if isUnchanged, state.entity(Planner.Note.kind, id: note.id) != nil {
      return [ImportedEntity(Planner.Note.kind, .id(note.id))]
    }
    guard let schema = state.schemas[Planner.Note.kind] else { return [] }
    var fields = JSONObject()
    var blobs: [[UInt8]] = []
    for member in note.others {
      guard let field = schema.field(member.key), schema.isStored(member.key),
        let value = try? field.stored(member.value)
      else { continue }
      fields[member.key] = value
      if field.type == .data, let stored = value.string.flatMap({ DataValue.stored(base64: $0) }) {
        fields[member.key] = stored.value
        if let blob = stored.blob { blobs.append(blob) }
      }
    }
    fields["title"] = .string(note.title)
    fields["createdAt"] = .string(note.created.description)
    fields["updatedAt"] = .string(note.modified.description)
    if note.holdsBody { setBody(of: note, &fields, &blobs) }
    let tags = TagEntities(note.tags, before: note.tagsWritten, in: state)
    var entity = ImportedEntity(
      Planner.Note.kind, .id(note.id), fields: fields, links: tags.links, blobs: blobs)
    // The export's manifest shows what the file was made from, so anyone who changed the file had read these values.
    entity.workedOut = Set(fields.keys)
    return [entity] + tags.entities
  }

  private static func setBody(of note: CarriedNote, _ fields: inout JSONObject, _ blobs: inout [[UInt8]]) {
    guard fields["richTextType"] == .string(RichTextType.markdown.rawValue) else {
      fields["plainText"] = .string(String(decoding: note.body, as: UTF8.self))
      return
    }
    let (value, blob) = DataValue.stored(note.body)
    fields["richTextData"] = value
    if let blob { blobs.append(blob) }
    if fields["plainText"] == nil {
      fields["plainText"] = .string(RichText(Data(note.body), .markdown).plainText ?? "")
    }
  }
}

/// The tags with these names: created if they do not exist, and linked.
struct TagEntities {
  private(set) var links: [ImportedEntity.Link] = []
  private(set) var entities: [ImportedEntity] = []

  /// - Parameter before: the file's tags when it was last read or written; nil if they are unknown.
  init(
    _ names: [String], before: [String]? = nil, kind: String = Planner.Tag.kind,
    in state: borrowing LedgerState
  ) {
    let names = Self.normalized(names)
    let before = before.map(Self.normalized)
    for name in names {
      let held = state.entity(kind, key: name)
      let isGained = before.map { !$0.contains(name) } ?? false
      links.append(
        .init("tags", to: held?.id ?? state.newID(kind, key: name), isGained ? .gained : .has))
      if held == nil { entities.append(ImportedEntity(kind, .key(name), initial: ["name": .string(name)])) }
    }
    for name in before ?? [] where !names.contains(name) {
      if let held = state.entity(kind, key: name) { links.append(.init("tags", to: held.id, .lost)) }
    }
  }

  private static func normalized(_ names: [String]) -> [String] {
    names.map { KeyNormalizer.trimmedComposed.normalized($0) }.filter { !$0.isEmpty }
  }
}
