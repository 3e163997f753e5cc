import Daybook
import DaybookInput

/// The record of an export of notes about the files that it wrote byte for byte, which therefore do not identify their
/// notes: `.daybook-notes.json` in the folder of the export.
///
/// `{"version":1,"notes":{"Vault/a.md":{"id":…,"hash":"<SHA-256 of the file>","title":…,"created":…,"modified":…,
/// "tags":[…],"fields":{…}}}}`
struct NoteManifest {
  static let fileName = ".daybook-notes.json"
  private static let version: Int64 = 1
  private static let fileBytesMax = 256 << 20

  /// By path within the folder, canonically composed.
  private var notes: JSONObject = [:]
  /// Of an archive, the folder in it that was exported: empty, or with a slash at its end.
  private var base = ""

  init() {}

  /// - Parameter folder: the folder, or an archive of it.
  /// - Returns: nil where it has none.
  /// - Throws: ``LedgerError`` `bad-data` for one that this version cannot read.
  init?(in folder: String) throws(LedgerError) {
    guard let stream = try Self.stream(in: folder) else { return nil }
    let bytes = try stream.contents(sizeBytesMax: Self.fileBytesMax)
    guard let object = (try? JSONParser.parse(bytes))?.object, object["version"] == .int(Self.version),
      let notes = object["notes"]?.object
    else {
      throw LedgerError(
        .badData, "it does not say which note each file is", file: stream.name,
        advice: "export the notes again")
    }
    (self.notes, base) = (notes, String(stream.path.dropLast(Self.fileName.count)))
  }

  private static func stream(in folder: String) throws(LedgerError) -> ByteStream? {
    if let member = try InputPlace.member(fileName, ofArchive: folder) { return member }
    let path = folder + "/" + fileName
    guard FileTime.modified(path) != nil else { return nil }
    var tree = InputTree([path])
    return try tree.next()
  }

  var bytes: [UInt8] {
    JSONValue.object(["version": .int(Self.version), "notes": .object(notes)]).canonicalBytes
  }

  var isEmpty: Bool { notes.isEmpty }

  /// - Parameter note: the note whose body the file is; nil for a file that identifies its note itself.
  mutating func set(_ path: String, _ note: CarriedNote?, bytes: [UInt8]) {
    notes[path.composed] = note.map { note in
      [
        "id": .string(note.id), "hash": .string(DataValue.hash(of: bytes)), "title": .string(note.title),
        "created": .string(note.created.description), "modified": .string(note.modified.description),
        "tags": .array(note.tags.map { .string($0) }), "fields": .object(note.others),
      ]
    }
  }

  /// The state of a file when it was written.
  struct Entry {
    /// The note, with the file as its body.
    var note: CarriedNote
    /// Whether the file is still what was written.
    var isUnchanged: Bool
    /// The source and the place that the note first came from.
    var origin: (source: SyncSource, path: String)?
  }

  /// Nil for a file that the export did not write.
  func entry(_ path: String, bytes: [UInt8]) -> Entry? {
    guard path.hasPrefix(base), let object = notes[String(path.dropFirst(base.count)).composed]?.object,
      let id = object["id"]?.string, !id.isEmpty,
      let created = object["created"]?.string.flatMap({ Instant($0) }),
      let modified = object["modified"]?.string.flatMap({ Instant($0) })
    else { return nil }
    let fields = object["fields"]?.object ?? [:]
    let note = CarriedNote(
      id: id, title: object["title"]?.string ?? "", created: created, modified: modified,
      tags: (object["tags"]?.array ?? []).compactMap(\.string), body: bytes, others: fields)
    var entry = Entry(note: note, isUnchanged: object["hash"]?.string == DataValue.hash(of: bytes))
    if let source = fields["importedFrom"]?.string, let mark = source.firstIndex(of: ":"),
      let path = fields["importedPath"]?.string
    {
      entry.origin = (SyncSource(.notes, name: String(source[source.index(after: mark)...])), path)
    }
    return entry
  }
}
