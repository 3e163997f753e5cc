import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// Bytes from files never trap, and what cannot be read is named.
@Suite struct HostileFileTests {
  private static func take(_ bytes: [UInt8]) async throws -> SyncReceipt {
    try await Ledger.inMemory(systems: [.freethoughts]).freeThoughts.importNotes([("x", bytes)])
  }

  private static let annotation = #"""
    {"@context":"http://www.w3.org/ns/anno.jsonld","id":"urn:a:b","type":"Annotation","body":BODY,"target":"urn:c:d"}
    """#

  @Test(
    arguments: [
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000), "[", "{", "[]",
      "[5]", "[[]]",
      "{\"@context\":null}", "[null]", "{\"daybook:kind\":\"freethoughts.note\"}",
      "{\"daybook:kind\":\"freethoughts.export\",\"first\":{\"items\":[5]}}", "\u{feff}{}", "   ",
    ])
  func oddJSON(_ text: String) async throws {
    let receipt = try await Self.take(Array(text.utf8))
    #expect(receipt.events == 0 && receipt.plan.summary.skipped >= 1)
    #expect(receipt.plan.skipped.allSatisfy { $0.reason.utf8.count < 2000 })
  }

  @Test func whatAnEventCannotHoldIsNamed() async throws {
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let nested = "{\"type\":\"TextualBody\",\"value\":\"a\",\"x\":\(deep)}"
    let first = try await Self.take(
      Array(Self.annotation.replacingOccurrences(of: "BODY", with: nested).utf8))
    #expect(first.events == 0 && first.plan.skipped.first?.reason.contains("nested deeper") == true)
    let long = "{\"type\":\"TextualBody\",\"value\":\"\(String(repeating: "x", count: 1_100_000))\"}"
    let second = try await Self.take(Array(Self.annotation.replacingOccurrences(of: "BODY", with: long).utf8))
    #expect(second.events == 0 && second.plan.skipped.first?.reason.contains("bytes, more than") == true)
  }

  @Test func aTextTooLongForAnEventIsNamed() async throws {
    let here = try Ledger.inMemory(systems: [.freethoughts])
    try await here.commit { batch in
      try batch.upsert(
        Note(id: "n") { ($0.documentPath, $0.selectedText, $0.content) = ("/a.md", "words", "TEXT") })
    }
    let text = try #require(try await here.freeThoughts.notesExport().markdown.first).text
      .replacingOccurrences(of: "TEXT", with: String(repeating: "long ", count: 300_000))
    let receipt = try await here.freeThoughts.importNotes([("a.md", Array(text.utf8))])
    #expect(receipt.events == 0 && receipt.plan.skipped.first?.reason.contains("bytes, more than") == true)
  }

  /// One note with a date that nobody can have meant does not keep the others out.
  @Test func aDateBeyondItsBoundsSkipsItsNoteAlone() async throws {
    let here = try Ledger.inMemory(systems: [.freethoughts])
    try await here.commit { batch in
      for id in ["n", "o"] {
        try batch.upsert(
          Note(id: .init(id)) {
            ($0.documentPath, $0.selectedText, $0.content) = ("/a.md", "words", id)
            $0.createdAt = Date(timeIntervalSince1970: id == "n" ? 1_700_000_000 : 1_700_000_001)
          })
      }
    }
    let export = try await here.freeThoughts.notesExport()
    for text in [try #require(export.markdown.first).text, export.annotationJSON] {
      let bytes = Array(
        text.replacingOccurrences(of: "2023-11-14T22:13:20", with: "1391-11-14T22:13:20").utf8)
      let there = try Ledger.inMemory(systems: [.freethoughts])
      let receipt = try await there.freeThoughts.importNotes([("a", bytes)])
      #expect(receipt.plan.summary.created == 1 && receipt.plan.summary.skipped == 1)
      #expect(
        receipt.plan.skipped.first?.reason.contains("must be from 1850 to 2199; to import it anyway") == true)
      var options = AppendOptions()
      options.exceedsBounds = true
      #expect(
        try await there.freeThoughts.importNotes([("a", bytes)], options: options).plan.summary.created == 1)
      #expect(try await there.freeThoughts.importNotes([("a", bytes)]).events == 0)
    }
  }

  @Test func anAnnotationWithADateBeyondBoundsMakesANoteWithoutIt() async throws {
    let body = #"{"type":"TextualBody","value":"a"},"created":"1391-01-01T00:00:00Z""#
    let target = #"{"source":"urn:c:d","selector":{"type":"TextQuoteSelector","exact":"words"}}"#
    let text = Self.annotation.replacingOccurrences(of: "BODY", with: body).replacingOccurrences(
      of: #""urn:c:d""#, with: target)
    let here = try Ledger.inMemory(systems: [.freethoughts])
    let receipt = try await here.freeThoughts.importNotes([("x", Array(text.utf8))])
    #expect(receipt.plan.summary.created == 1 && receipt.events == 2)
    #expect(receipt.plan.notices.first?.reason.contains("imported without its dates") == true)
    let note = try #require(try await here.fetch(Note.self).first)
    #expect(note.selectedText == "words" && note.createdAt > Date(timeIntervalSince1970: 1_700_000_000))
    #expect(try await here.freeThoughts.importNotes([("x", Array(text.utf8))]).events == 0)
  }

  /// Nothing that costs the square of its length.
  @Test func manyTagsAndMarksAreQuick() async throws {
    let tags = (0..<3000).map { "- tag \($0)\n" }.joined()
    let text =
      "<!-- freethoughts:note {\"id\":\"n\",\"fields\":{}} -->\n> q\n<!-- freethoughts:tags -->\n\(tags)"
      + String(repeating: "<!-- freethoughts:text -->\n", count: 3000)
    let receipt = try await Self.take(
      Array(("<!-- freethoughts:document {\"path\":\"/a\"} -->\n" + text).utf8))
    #expect(receipt.plan.summary.created == 1 && receipt.plan.mutations.count == 6001)
  }

  @Test(.seeded(also: 13_211_559_286_424_078_319), arguments: RoundTripTests.Format.allCases)
  func aDamagedFileAddsUp(
    _ format: RoundTripTests.Format
  )
    async throws
  {
    var random = SeededRandom(seed: TestSeed.current)
    for run in 0..<40 {
      var notes = RandomNotes(seed: TestSeed.current &+ 5000 &+ UInt64(run))
      let here = try Ledger.seeded(systems: [.freethoughts])
      try await notes.write(to: here)
      let export = try await here.freeThoughts.notesExport()
      for file in RoundTripTests.files(export, format) {
        for _ in 0..<10 {
          var bytes = file.content
          for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 30))
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 200)], at: place)
            default: bytes.removeLast(bytes.count - place)
            }
          }
          let receipt = try await Self.take(bytes)
          let summary = receipt.plan.summary
          #expect(summary.read == summary.created + summary.changed + summary.unchanged, "run \(run)")
        }
      }
    }
  }

  @Test func everyTruncationOfASample() async throws {
    let bytes = Array(Self.annotation.replacingOccurrences(of: "BODY", with: "\"urn:e:f\"").utf8)
    for count in 1..<bytes.count {
      let receipt = try await Self.take(Array(bytes.prefix(count)))
      #expect(receipt.events == 0 && receipt.plan.summary.skipped == 1, "\(count)")
    }
    #expect(try await Self.take(bytes).events > 0)
  }
}
