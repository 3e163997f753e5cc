import Daybook
import DaybookTestSupport
import Foundation

@testable import FreeThoughts

/// Notes of every shape: texts that look like the layout, marks on letters, control characters, nothing at all.
struct RandomNotes {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let pieces = [
    "word", "a longer sentence, with commas.", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "> quoted",
    "# heading",
    "- item", "<!-- freethoughts:note {} -->", "<!-- freethoughts:end -->", "\\<!-- freethoughts:text -->",
    "<!-- a comment --", "-->", "--", "&#13;", "&#38;", "&amp;", "&#x41;", "\u{0}", "\u{7f}", "\u{85}",
    "\u{2028}",
    "\u{202e}", "\u{feff}", "\u{301}", "e\u{301}", "é", "👩‍👩‍👧", "🇩🇪", "日本語", "עברית", "\u{0600}", "\"", "\\",
    "{\"a\":1}", "•••",
    "\u{10ffff}", "\u{e000}", "---", "```", "page=3", "http://example.org/a b",
  ]

  mutating func text(_ countMax: Int = 8, isEmptyToo: Bool = true) -> String {
    let count = Int.random(in: (isEmptyToo ? 0 : 1)...countMax, using: &random)
    let text = (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }
      .joined()
    return text.isEmpty && !isEmptyToo ? "x" : text
  }

  /// A name that says something.
  mutating func name() -> String { "n" + text(3) + "\(Int.random(in: 0..<40, using: &random))" }

  private mutating func id() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: "id " + text(2) + "\(random.next())"
    case 1: "ABCDEF00-0000-4000-8000-\(String(random.next() | 1 << 63, radix: 16).prefix(12).uppercased())"
    default: Ref<Note>(UUID(uuid: uuid())).rawValue
    }
  }

  private mutating func uuid() -> uuid_t {
    var bytes = [UInt8]()
    for _ in 0..<16 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    return bytes.withUnsafeBytes { $0.load(as: uuid_t.self) }
  }

  private mutating func date() -> Date {
    Date(timeIntervalSince1970: Double(Int.random(in: 1...4_000_000_000_000, using: &random)) / 1000)
  }

  private mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func path() -> String {
    let paths = [
      "/home/ann/essay.md", "/home/ann/päper 100%.pdf", "/a/b?c#d.txt", "relative.md", "file:odd",
      "http://example.org/page",
      "urn:isbn:123", "/tmp/" + name(), name(),
    ]
    return paths[Int.random(in: 0..<paths.count, using: &random)]
  }

  /// Writes them as one commit.
  mutating func write(to ledger: Ledger) async throws {
    var batch: [Mutation] = []
    var notes: [Ref<Note>] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let note = try note()
      notes.append(note.id)
      batch.append(Mutation(.upsert, kind: Note.kind, id: note.id.rawValue, set: try fields(note)))
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let tag = Tag(id: Ref(id())) { $0.name = "t" + text(2) + "\(random.next())" }
        batch.append(Mutation(.upsert, kind: Tag.kind, id: tag.id.rawValue, set: ["name": .string(tag.name)]))
        batch.append(
          Mutation(.link, kind: Note.kind, id: note.id.rawValue, rel: "tags", to: tag.id.rawValue))
      }
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let provocation = provocation(of: notes.randomElement(using: &random))
      batch.append(
        Mutation(
          .upsert, kind: Provocation.kind, id: provocation.id.rawValue, set: try fields(provocation)))
    }
    try await ledger.append(batch)
  }

  /// A text that is not white space alone, which nobody can write here.
  private mutating func passage() -> String {
    let passage = text(isEmptyToo: false)
    return passage.allSatisfy(\.isWhitespace) ? passage + "owl" : passage
  }

  private mutating func note() throws -> Note {
    var note = Note(id: Ref(id()))
    (note.documentPath, note.content) = (path(), text())
    note.selectedText = passage()
    (note.prefix, note.suffix) = (text(3), text(3))
    note.anchorStart = Int.random(in: 0...1000, using: &random)
    note.anchorEnd = note.anchorStart + Int.random(in: 0...1000, using: &random)
    if DocumentType(suffixOf: note.documentPath) ?? .pdf == .pdf, flip() {
      note.anchorPage = Int.random(in: 1...900, using: &random)
    }
    if flip() { note.documentHash = String(repeating: "0a", count: 32) }
    if flip() { note.rivalSimilarity = Double.random(in: 0...1, using: &random) }
    note.anchorState =
      [.unchecked, .anchored, .orphaned, "of a later version"][Int.random(in: 0..<4, using: &random)]
    if flip() { (note.createdAt, note.updatedAt) = (date(), date()) }
    return note
  }

  private mutating func provocation(of note: Ref<Note>?) -> Provocation {
    var provocation = Provocation(id: Ref(id()))
    (provocation.documentPath, provocation.promptName) = (path(), text(3, isEmptyToo: false))
    (provocation.sourceText, provocation.response) = (passage(), text(isEmptyToo: false))
    if let note, flip() { (provocation.note, provocation.sourceType) = (note, .note) }
    if flip() { provocation.generatedBy = text(2) }
    if flip() { provocation.createdAt = date() }
    return provocation
  }

  /// What a plain upsert would write, without relations to many.
  private func fields<E: Entity>(_ entity: E) throws -> JSONObject {
    var json = try FieldEncoder.json(entity).object ?? [:]
    for name in ["id", "syncStatus"] { json[name] = nil }
    for member in json {
      let isUnwritten = member.value.isNull || member.value == "1970-01-01T00:00:00.000Z"
      if isUnwritten || member.value.array != nil { json[member.key] = nil }
    }
    return json
  }
}
