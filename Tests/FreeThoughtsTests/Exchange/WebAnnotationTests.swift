import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// Annotations of other programs: kept whole, a note where they can be one, and out again as they came.
@Suite struct WebAnnotationTests {
  private static func ledger() throws -> Ledger { try Ledger.inMemory(systems: [.freethoughts]) }

  private static func out(_ ledger: Ledger) async throws -> JSONValue {
    try JSONParser.parse(try await ledger.freeThoughts.notesExport().annotationJSON)
  }

  @Test(.realData(WebAnnotationFiles.folder)) func eachCorrectFileComesOutEqual() async throws {
    for file in try WebAnnotationFiles.all(in: "correct") {
      let ledger = try Self.ledger()
      let receipt = try await ledger.freeThoughts.importNotes([file])
      #expect(receipt.plan.skipped.isEmpty, "\(file.name): \(receipt.plan.skipped)")
      #expect(receipt.plan.summary.created == receipt.plan.summary.read, "\(file.name)")
      #expect(try await Self.out(ledger) == JSONParser.parse(file.content), "\(file.name)")
      #expect(try await ledger.freeThoughts.importNotes([file]).events == 0, "\(file.name)")
    }
  }

  /// Some of the files call different annotations by one name: both are kept.
  @Test(.realData(WebAnnotationFiles.folder)) func allTogetherLoseNothing() async throws {
    let files = try WebAnnotationFiles.all(in: "correct")
    let ledger = try Self.ledger()
    let receipt = try await ledger.freeThoughts.importNotes(files)
    let summary = receipt.plan.summary
    #expect(summary.skipped == 0 && summary.read == summary.created + summary.changed + summary.unchanged)
    // One that stands in a collection, too, is one.
    #expect(try await ledger.fetch(Note.self).count == 2)
    #expect(try await ledger.freeThoughts.importNotes(files).events == 0)
    let out = try await Self.out(ledger)
    let held = Self.documents(in: out)
    for file in files {
      let document = try JSONParser.parse(file.content)
      #expect(held.contains(document), "\(file.name)")
      for item in Self.documents(in: document) { #expect(held.contains(item), "\(file.name): \(item)") }
    }
    // And all of it once more, into an empty ledger.
    let there = try Self.ledger()
    #expect(
      try await there.freeThoughts.importNotes([("out.jsonld", Array(out.description.utf8))]).plan.skipped
        .isEmpty)
    #expect(try await Self.out(there) == out)
  }

  /// Whichever comes first, the annotation alone or the collection that it stands in.
  @Test(.realData(WebAnnotationFiles.folder)) func theOrderOfFilesDoesNotMatter() async throws {
    let files = try WebAnnotationFiles.all(in: "correct").filter {
      ["collection1.json", "anno26.json", "anno27.json"].contains($0.name)
    }
    for order in [files, files.reversed()] {
      let ledger = try Self.ledger()
      for file in order { _ = try await ledger.freeThoughts.importNotes([file]) }
      #expect(try await ledger.fetch(Note.self).count == 2)
      let held = Self.documents(in: try await Self.out(ledger))
      for file in files { #expect(held.contains(try JSONParser.parse(file.content)), "\(file.name)") }
      #expect(try await ledger.freeThoughts.importNotes(files).events == 0)
    }
  }

  /// Every object in it that is an annotation, a page or a collection.
  private static func documents(in value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let values): values.flatMap(documents)
    case .object(let object):
      (object["id"] == nil ? [] : [value]) + object.members.flatMap { documents(in: $0.value) }
    default: []
    }
  }

  @Test(.realData(WebAnnotationFiles.folder)) func quotesBecomeNotes() async throws {
    let ledger = try Self.ledger()
    let names = ["anno26.json", "anno27.json", "anno32.json", "anno6.json"]
    let files = try WebAnnotationFiles.all(in: "correct").filter { names.contains($0.name) }
    _ = try await ledger.freeThoughts.importNotes(files)
    let notes = try await ledger.fetch(Note.self, sort: [SortKey("selectedText")])
    #expect(notes.map(\.selectedText) == ["Selected Text", "anotation"])
    #expect(notes.map(\.documentPath) == ["http://example.org/page1", "http://example.org/page1"])
    #expect(notes.map(\.prefix) == ["text before the ", "this is an "])
    #expect(notes.allSatisfy { $0.anchorState == .unchecked })
  }

  /// Of each incorrect file one error that names a member and what is wrong with it; nothing is written.
  @Test(.realData(WebAnnotationFiles.folder)) func eachIncorrectFileIsRefused() async throws {
    let ledger = try Self.ledger()
    var members: [String: String] = [:]
    let files = try WebAnnotationFiles.all(in: "incorrect")
    for file in files {
      let receipt = try await ledger.freeThoughts.importNotes([file])
      #expect(receipt.events == 0 && receipt.plan.summary.skipped == 1, "\(file.name)")
      #expect(receipt.plan.summary.read + receipt.plan.summary.skipped == 1, "\(file.name)")
      members[file.name] = receipt.plan.skipped.first?.reason ?? ""
    }
    for (name, reason) in Self.reasons {
      #expect(
        members["anno\(name).json"]?.contains(reason) == true, "\(name): \(members["anno\(name).json"] ?? "")"
      )
    }
    #expect(try await ledger.fetch(WebAnnotation.self).isEmpty)
  }

  private static let reasons = [
    1: "no JSON", 2: "'@context' is required", 3: "'@context' is required", 4: "'@context' must be",
    5: "'@context' must be", 6: "'id' must be an IRI", 7: "'id' must be one IRI, not several",
    8: "'type' is required", 9: "'type' must be", 10: "there is a comma before",
    11: "'target' must be an IRI",
    12: "there is a comma before", 26: "'creator' must be", 27: "'generator' must be",
    28: "'created' must be a time",
    29: "'modified' must be a time", 30: "'generated' must be a time", 31: "'modified' must be one time",
    32: "'created' must be one time", 33: "'generated' must be one time", 34: "'rights' must be an IRI",
    35: "'via' must be an IRI", 36: "'canonical' must be an IRI", 37: "there is a comma before",
    38: "'target.selector.value' is required", 39: "'target.selector.value' must be one text",
  ]

  /// The samples whose JSON is broken, mended: what they were meant to show.
  @Test(
    arguments: [
      (#""body":"this is not a uri""#, "'body' must be an IRI"),
      (#""body":{"id":"this is not a uri either"}"#, "'body.id' must be an IRI"),
      (#""body":{"id":"http://a.b/1","format":6}"#, "'body.format' must be a text"),
      (#""body":{"id":"http://a.b/1","language":3}"#, "'body.language' must be a text"),
      (#""body":{"id":"http://a.b/1","textDirection":"squirrel"}"#, "'body.textDirection' must be one of"),
      (#""body":{"type":"TextualBody"}"#, "'body.value' is required"),
      (#""body":{"type":"TextualBody","value":["a","b"]}"#, "'body.value' must be one text, not several"),
      (
        #""body":{"type":"TextualBody","value":"a"},"bodyValue":"b""#, "'bodyValue' must not be combined with"
      ),
      (#""bodyValue":["a","b"]"#, "'bodyValue' must be one text, not several"),
      (#""bodyValue":23"#, "'bodyValue' must be a text"),
      (#""body":{"type":["Choice","List"],"items":["http://a.b/1"]}"#, "'body.type' must be one of Choice"),
      (#""body":{"id":"http://a.b/1","processingLanguage":["en","de"]}"#, "must be one text, not several"),
      (#""body":{"items":["http://a.b/1"]}"#, "'body.type' must be one of Choice"),
      (#""body":{"type":"Choice","items":[]}"#, "'body.items' must be a list"),
      (#""target":{"type":"SpecificResource"}"#, "'target.source' is required"),
      (#""target":{"source":["http://a.b","http://a.c"]}"#, "'target.source' must be one"),
      (#""target":[]"#, "'target' is required"),
      (
        #""target":{"source":"http://a.b","selector":{"type":"TextPositionSelector","start":-1,"end":3}}"#,
        "start' must be one whole number"
      ),
      (
        #""target":{"source":"http://a.b","selector":{"type":"TextPositionSelector","start":9,"end":3}}"#,
        "end' must not be before"
      ),
      (
        #""target":{"source":"http://a.b","selector":{"type":"TextPositionSelector","start":1e300,"end":3}}"#,
        "start' must be one whole number"
      ),
      (#""target":{"source":"http://a.b","selector":{"type":"TextQuoteSelector"}}"#, "exact' is required"),
      (
        #""target":{"source":"http://a.b","selector":{"type":"RangeSelector"}}"#,
        "startSelector' is required"
      ),
      (
        #""target":{"source":"http://a.b","state":{"type":"TimeState","sourceDate":"once"}}"#,
        "sourceDate' must be a time"
      ),
    ])
  func aBrokenRuleIsNamed(_ members: String, _ rule: String) async throws {
    let ledger = try Self.ledger()
    let target = members.hasPrefix("\"target\"") ? "" : #","target":"http://example.com/page1""#
    let text = """
      {"@context":"http://www.w3.org/ns/anno.jsonld","id":"http://a.b/c","type":"Annotation",\(members)\(target)}
      """
    let receipt = try await ledger.freeThoughts.importNotes([("x.json", Array(text.utf8))])
    #expect(receipt.events == 0 && receipt.plan.skipped.count == 1)
    #expect(receipt.plan.skipped.first?.reason.contains(rule) == true, "\(receipt.plan.skipped)")
  }

  // MARK: What is changed here shows outside

  private static let foreign = #"""
    {"@context":"http://www.w3.org/ns/anno.jsonld","id":"http://a.b/1","type":"Annotation","motivation":"commenting",
    "other":{"kept":[1,2.5,null]},"body":[{"type":"TextualBody","value":"tag1","purpose":"tagging"},
    {"type":"TextualBody","value":"old","language":"en"}],"target":{"source":"http://a.b/page",
    "selector":[{"type":"TextPositionSelector","start":3,"end":7},{"type":"TextQuoteSelector","exact":"four"}]}}
    """#

  @Test func anEditOfTheNoteShows() async throws {
    let ledger = try Self.ledger()
    _ = try await ledger.freeThoughts.importNotes([("x.json", Array(Self.foreign.utf8))])
    var note = try #require(try await ledger.fetch(Note.self).first)
    #expect(note.content == "old" && note.anchorStart == 3 && note.selectedText == "four")
    note.content = "new"
    try await ledger.commit { [note] batch in
      try batch.upsert(note)
      try batch.upsert(Tag(id: "t") { $0.name = "tag2" })
      try batch.link(note.id, \.tags, to: "t")
    }
    let out = try #require(try await Self.out(ledger).object)
    #expect(out["other"] == ["kept": [1, 2.5, .null]])
    #expect(out["modified"]?.string != nil)
    #expect(
      out["body"] == [
        ["type": "TextualBody", "value": "tag1", "purpose": "tagging"],
        ["type": "TextualBody", "value": "new", "language": "en"],
        ["type": "TextualBody", "value": "tag2", "purpose": "tagging"],
      ])
    // What came out comes in elsewhere, and here changes nothing of the note.
    let there = try Self.ledger()
    let file = [("y.json", Array(JSONValue.object(out).description.utf8))]
    _ = try await there.freeThoughts.importNotes(file)
    #expect(try await there.fetch(Note.self).first?.content == "new")
    #expect(try await Self.out(there) == .object(out))
    _ = try await ledger.freeThoughts.importNotes(file)
    #expect(try await ledger.fetch(Note.self).map(\.content) == ["new"])
    #expect(try await ledger.freeThoughts.importNotes(file).events == 0)
  }

  /// Who deletes the note deletes no annotation of another program, and it makes no note again.
  @Test func aDeletedNoteStaysDeleted() async throws {
    let ledger = try Self.ledger()
    let file = [("x.json", Array(Self.foreign.utf8))]
    _ = try await ledger.freeThoughts.importNotes(file)
    let note = try #require(try await ledger.fetch(Note.self).first)
    try await ledger.commit { $0.delete(note.id) }
    #expect(try await ledger.freeThoughts.importNotes(file).events == 0)
    #expect(try await ledger.fetch(Note.self).isEmpty)
    #expect(try await Self.out(ledger) == JSONParser.parse(Self.foreign))
  }

  /// A newer version changes what it changed, and leaves what was changed here.
  @Test func aNewerVersionIsTaken() async throws {
    let ledger = try Self.ledger()
    func version(_ text: String, _ time: String) -> [(name: String, content: [UInt8])] {
      let json = Self.foreign.replacingOccurrences(of: "\"old\"", with: "\"\(text)\"")
        .replacingOccurrences(of: "\"other\"", with: "\"modified\":\"\(time)\",\"other\"")
      return [("x.json", Array(json.utf8))]
    }
    _ = try await ledger.freeThoughts.importNotes(version("one", "2020-01-01T00:00:00Z"))
    #expect(
      try await ledger.freeThoughts.importNotes(version("two", "2021-01-01T00:00:00Z")).plan.summary.changed
        == 1)
    #expect(try await ledger.fetch(Note.self).map(\.content) == ["two"])
    let older = try await ledger.freeThoughts.importNotes(version("one", "2020-01-01T00:00:00Z"))
    #expect(older.events == 0 && older.plan.notices.first?.reason.contains("older") == true)
    let id = try #require(try await ledger.fetch(Note.self).first?.id.rawValue)
    try await ledger.append([Mutation(.upsert, kind: Note.kind, id: id, set: ["content": "mine"])])
    let newest = try await ledger.freeThoughts.importNotes(version("three", "2022-01-01T00:00:00Z"))
    #expect(newest.plan.notices.contains { $0.reason.contains("was changed here, and stays") })
    #expect(try await ledger.fetch(Note.self).map(\.content) == ["mine"])
  }

  @Test func theDocumentSaysWhereAPieceIs() async throws {
    let text = DocumentText("one two three four five")
    let document = Document(
      path: "/home/ann/page.txt", hash: String(repeating: "0", count: 64), type: .plainText,
      content: .text(text))
    let ledger = try Self.ledger()
    let json = Self.foreign.replacingOccurrences(
      of: #",{"type":"TextQuoteSelector","exact":"four"}"#, with: "")
    _ = try await ledger.freeThoughts.importNotes([("x.json", Array(json.utf8))], document: document)
    let note = try #require(try await ledger.fetch(Note.self).first)
    #expect(
      note.selectedText == " two" && note.documentPath == document.path && note.anchorState == .anchored)
    let quoted = try Self.ledger()
    _ = try await quoted.freeThoughts.importNotes([("x.json", Array(Self.foreign.utf8))], document: document)
    let found = try #require(try await quoted.fetch(Note.self).first)
    #expect(found.anchorStart == 14 && found.anchorEnd == 18 && found.anchorState == .anchored)
  }
}
