import Daybook
import DaybookTestSupport
import Foundation

@testable import Planner

/// Notes whose titles, texts and tags are what no file name or front matter likes.
enum HostileNotes {
  private static let pieces = [
    "a", "B", "/", "\\", "..", ".", "\u{0}", "\u{1b}[31m", "\n", "\r\n", "\"", "'", "#", ": ", "- ", "[", "{",
    "&x *x",
    "%", "@", "---", "\n---\n", "\u{2028}", "\u{feff}", "\u{85}", "\u{1f332}", "e\u{301}", "CON",
    "daybook: {", " ", "\t",
    "![[x]]", "`", "\u{ffff}", "\u{202e}",
  ]

  private static func text(_ counts: ClosedRange<Int>, using random: inout SeededRandom) -> String {
    (0..<Int.random(in: counts, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  static func note(using random: inout SeededRandom) -> Note {
    var note = Note()
    note.title = text(0...12, using: &random)
    note.createdAt = Date(timeIntervalSince1970: Double(Int.random(in: 1...2_000_000_000, using: &random)))
    note.updatedAt = note.createdAt.addingTimeInterval(
      Double(Int.random(in: 0...100_000, using: &random)) / 8)
    let body = text(0...40, using: &random)
    switch Int.random(in: 0...4, using: &random) {
    case 0: try? note.setRichText(RichText(Data(body.utf8), .markdown))
    case 1: try? note.setRichText(RichText(Data("<p>\(body)</p>".utf8), .html))
    case 2: try? note.setRichText(RichText(Data([0x62, 0xff, 0x00]), .archive), text: body)
    case 3: try? note.setRichText(RichText(Data(String(repeating: body, count: 500).utf8), .markdown))
    default: note.setText(body)
    }
    return note
  }

  static func tags(using random: inout SeededRandom) -> [String] {
    Set((0..<Int.random(in: 0...3, using: &random)).map { _ in text(1...4, using: &random) })
      .map { KeyNormalizer.trimmedComposed.normalized($0) }.filter { !$0.isEmpty }.sorted()
  }

  /// Everything that the notes of a ledger say, by their ids.
  static func said(in ledger: Ledger) async throws -> [String: String] {
    var names: [String: String] = [:]
    for tag in try await ledger.fetch(Tag.self) { names[tag.id.rawValue] = tag.name }
    var said: [String: String] = [:]
    for note in try await ledger.fetch(Note.self) {
      let tags = note.tags.compactMap { names[$0.rawValue] }.sorted()
      said[note.id.rawValue] =
        "\(Array(note.title.utf8)) \(note.createdAt.timeIntervalSince1970) \(note.updatedAt.timeIntervalSince1970) "
        + "\(note.richTextData.map { Array($0) } ?? []) \(note.richTextType?.rawValue ?? "") "
        + "\(Array(note.plainText.utf8)) \(tags.map { Array($0.utf8) })"
    }
    return said
  }
}
