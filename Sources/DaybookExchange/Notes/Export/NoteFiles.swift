import Daybook
import DaybookInput
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A note as the file it becomes.
struct NoteFile: Sendable {
  /// The path within the folder of the export.
  var path: String
  var bytes: [UInt8]
  /// The time of the last change, for a note whose file does not contain it.
  var modified: Instant
  /// The note, if the file itself does not identify it; its body is the file.
  var untold: CarriedNote?
}

/// The notes of Planner as Markdown files: the original file if nobody changed its note, otherwise one with its own
/// front matter.
struct NoteFiles {
  private var names = FileNames()
  private let fields: [String]
  private let zone: TimeZoneRule

  /// - Parameter zone: the time zone of the files' times that have none.
  init(_ schema: KindSchema, zone: TimeZoneRule) {
    self.zone = zone
    fields = schema.fields.map(\.name).filter { name in
      schema.isStored(name) && !["id", "title", "createdAt", "updatedAt", "tags"].contains(name)
    }
  }

  /// - Parameters:
  ///   - row: a note with all of its fields.
  ///   - tags: the names of its tags.
  ///   - content: the bytes of its rich text, wherever they are kept; nil where it has none.
  mutating func file(_ row: Row, tags: [String], content: [UInt8]?) -> NoteFile {
    let note = carried(row, tags, content)
    let type = row["richTextType"]?.string
    let source = row["importedFrom"]?.string.map { String($0.drop { $0 != ":" }.dropFirst()) }
    guard let source, let path = row["importedPath"]?.string else {
      let path = names.unique("planner/" + SafeFileName.of(note.title, suffix: ".md"))
      return NoteFile(path: path, bytes: note.file, modified: note.modified)
    }
    let wanted = SafeFileName.of(source) + "/" + Self.fileName(path, source, note)
    let place = names.unique(wanted)
    let isItsPlace = place == source + "/" + path
    if type == RichTextType.markdown.rawValue, let content, isItsPlace, says(content, path, note) {
      var untold = note
      untold.body = []
      untold.others["richTextData"] = nil
      return NoteFile(path: place, bytes: content, modified: note.modified, untold: untold)
    }
    return NoteFile(path: place, bytes: note.file, modified: note.modified)
  }

  /// A name that an import recognizes as Markdown: a note from the standard input has no name.
  private static func fileName(_ path: String, _ source: String, _ note: CarriedNote) -> String {
    if source == InputTree.standardInputName { return SafeFileName.of(note.title, suffix: ".md") }
    let name = SafeFileName.path(path)
    let dot = name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.endIndex
    return NotesImporter.isMarkdown(name[dot...].lowercased()) ? name : name + ".md"
  }

  /// Whether a file with these bytes agrees with the ledger about its note.
  private func says(_ content: [UInt8], _ path: String, _ note: CarriedNote) -> Bool {
    guard let read = try? MarkdownNote(content, path: path, zone: zone), CarriedNote.read(read) == nil else {
      return false
    }
    return read.title == note.title && Set(read.tags) == Set(note.tags)
      && (read.created ?? note.created) == note.created && (read.modified ?? note.modified) == note.modified
  }

  private func carried(_ row: Row, _ tags: [String], _ content: [UInt8]?) -> CarriedNote {
    var others = JSONObject()
    for name in fields {
      if let value = row[name], !value.isNull { others[name] = value }
    }
    let plain = row["plainText"]?.string ?? ""
    let isMarkdown = row["richTextType"]?.string == RichTextType.markdown.rawValue
    var body = Array(plain.utf8)
    var holdsBody = !body.contains(0)
    if let content { others["richTextData"] = .string(Data(content).base64EncodedString()) }
    if isMarkdown, let content {
      holdsBody = String(validating: content, as: UTF8.self) != nil && !content.contains(0)
      if holdsBody {
        body = content
        others["richTextData"] = nil
        if RichText(Data(content), .markdown).plainText == plain { others["plainText"] = nil }
      }
    } else if holdsBody {
      others["plainText"] = nil
    }
    func time(_ name: String) -> Instant {
      row[name]?.string.flatMap { DateText.instant($0) } ?? Instant(milliseconds: 0)
    }
    return CarriedNote(
      id: row.id, title: row["title"]?.string ?? "", created: time("createdAt"), modified: time("updatedAt"),
      tags: tags, body: holdsBody ? body : body.filter { $0 != 0 }, holdsBody: holdsBody, others: others)
  }
}
