import Daybook
import Foundation
import Testing

@testable import FreeThoughts

/// Annotations in Hypothesis' own JSON become notes, and are kept whole.
@Suite struct HypothesisTests {
  /// As its interface answers; the words are ours.
  private static let highlight = """
    {"id": "kEx7bNxOEeyQ8Wcd", "created": "2026-01-24T10:15:00.334917+00:00", "updated": "2026-01-25T11:00:00.000000+00:00",
     "user": "acct:ann@hypothes.is", "uri": "https://x.example/essay", "text": "Always? See [this](https://x.example).",
     "tags": ["memory", "doubt"], "group": "__world__", "permissions": {"read": ["group:__world__"], "admin": ["acct:ann@hypothes.is"]},
     "target": [{"source": "https://x.example/essay", "selector": [
       {"type": "RangeSelector", "startContainer": "/p[2]", "startOffset": 4, "endContainer": "/p[2]", "endOffset": 30},
       {"type": "TextPositionSelector", "start": 139, "end": 165},
       {"type": "TextQuoteSelector", "exact": "memory is always unreliable", "prefix": "knows that ", "suffix": "; the"},
       {"type": "PageSelector", "index": 2, "label": "3"}, {"type": "EPUBContentSelector", "cfi": "/2"}]}],
     "document": {"title": ["An essay"]}, "links": {"html": "https://hypothes.is/a/kEx7bNxOEeyQ8Wcd"}, "flagged": false, "hidden": false}
    """
  private static let reply = """
    {"id": "r1", "created": "2026-01-26T10:15:00+00:00", "updated": "2026-01-26T10:15:00+00:00", "user": "acct:bo@hypothes.is",
     "uri": "https://x.example/essay", "text": "Not always.", "tags": [], "references": ["kEx7bNxOEeyQ8Wcd"],
     "target": [{"source": "https://x.example/essay"}], "permissions": {}}
    """

  private func imported(_ text: String, into ledger: Ledger) async throws -> SyncReceipt {
    try await ledger.freeThoughts.importNotes([("hypothesis.json", Array(text.utf8))])
  }

  @Test(
    arguments: [
      "{\"total\": 2, \"rows\": [\(highlight), \(reply)]}",
      "{\"export_date\": \"2026-02-01\", \"export_userid\": \"acct:ann@hypothes.is\", \"client_version\": \"1.1\", \"annotations\": [\(highlight), \(reply)]}",
      "[\(highlight), \(reply)]",
    ]) func everyFormIsRead(_ text: String) async throws
  {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let receipt = try await imported(text, into: ledger)
    #expect(receipt.plan.skipped == [] && receipt.plan.notices == [])
    #expect(receipt.plan.summary.created == 2)
    let note = try #require(try await ledger.fetch(Note.self).first)
    #expect(try await ledger.count(Note.self) == 1)
    #expect(note.selectedText == "memory is always unreliable" && note.prefix == "knows that ")
    #expect(
      note.content == "Always? See [this](https://x.example)."
        && note.documentPath == "https://x.example/essay")
    #expect(note.anchorStart == 139 && note.anchorState == .unchecked)
    #expect(Instant(note.createdAt).description == "2026-01-24T10:15:00.334Z")
    #expect(Instant(note.updatedAt).description == "2026-01-25T11:00:00.000Z")
    #expect(try await ledger.fetch(Tag.self).map(\.name).sorted() == ["doubt", "memory"])
    // Whole, its groups and permissions too.
    let kept = try await ledger.fetch(WebAnnotation.self).first { $0.iri.hasSuffix("kEx7bNxOEeyQ8Wcd") }
    let document = try JSONParser.parse(Array(JSONEncoder().encode(#require(kept).document)))
    #expect(document.object?["hypothesis"] == (try JSONParser.parse(Array(Self.highlight.utf8))))
    #expect(try await imported(text, into: ledger).events == 0)
  }

  /// What somebody changed in Hypothesis since changes the note.
  @Test func aNewerVersionChangesTheNote() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    _ = try await imported(Self.highlight, into: ledger)
    let newer = Self.highlight.replacing("2026-01-25T11", with: "2026-01-27T11").replacing(
      "Always? See", with: "Never. See")
    _ = try await imported(newer, into: ledger)
    #expect(try await ledger.fetch(Note.self).map(\.content) == ["Never. See [this](https://x.example)."])
  }

  @Test func whatASearchDidNotAnswerIsNamed() async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let receipt = try await imported("{\"total\": 250, \"rows\": [\(Self.highlight)]}", into: ledger)
    #expect(
      receipt.plan.notices.map(\.reason) == [
        "the search found 249 more than this answer holds: fetch them with offset=1"
      ])
    let empty = try await imported("{\"total\": 0, \"rows\": []}", into: ledger)
    #expect(empty.plan.skipped.map(\.reason) == ["there is no annotation in this file"])
  }

  /// Selectors that cannot be what they are called are left to the original; nothing traps.
  @Test(
    arguments: [
      #"{"type":"TextPositionSelector","start":9,"end":3}"#, #"{"type":"PageSelector","index":-1}"#,
      #"{"type":"RangeSelector","startContainer":"/p"}"#, #"{"type":"TextQuoteSelector"}"#, #"{"type":7}"#,
      "{}", "3",
      #"{"type":"PageSelector","index":9223372036854775807}"#,
    ]) func hostileSelectors(_ selector: String) async throws
  {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    let row =
      #"{"id":"x","uri":"u:x","user":"acct:a@b","target":[{"source":"u:x","selector":["# + selector + "]}]}"
    let receipt = try await imported(row, into: ledger)
    #expect(receipt.plan.skipped == [] && receipt.plan.summary.created == 1)
    #expect(try await ledger.count(Note.self) == 0)
  }
}
