import Daybook
import Testing

@testable import FreeThoughts

@Suite struct SchemaTests {
  private static let registry = try? SchemaRegistry([.daybook, .freethoughts])

  /// The fields of the model, and behind them those that came with what it put off and is done now.
  @Test(arguments: [
    (
      "freethoughts.note",
      """
      documentPath anchorStart anchorEnd anchorPage selectedText content createdAt updatedAt provocations
      """, "documentHash prefix suffix headings anchorState rivalSimilarity tags syncStatus"
    ),
    (
      "freethoughts.provocation",
      "documentPath sourceType sourceText promptName response createdAt note", "generatedBy"
    ),
    ("freethoughts.provocationPrompt", "name promptTemplate isBuiltIn sortOrder createdAt", ""),
    ("freethoughts.tag", "name notes", ""),
  ])
  func theSchemaHasTheFieldsOfTheModel(kind: String, model: String, own: String) throws {
    let schema = try #require(Self.registry?[kind])
    let expected = (model + " " + own).split { $0.isWhitespace }.map(String.init) + ["id"]
    #expect(Set(schema.fields.map(\.name)) == Set(expected))
    #expect(schema.fields.count == expected.count)
    #expect(schema.version == 1)
    #expect(schema.isPersonal)
  }

  @Test func thereAreFiveKinds() throws {
    let registry = try #require(Self.registry)
    #expect(registry.kinds.count { $0.kind.hasPrefix("freethoughts.") } == 5)
  }

  /// Required and optional, as the model says.
  @Test func whatMayBeNull() throws {
    let registry = try #require(Self.registry)
    var optional: [String] = []
    for kind in registry.kinds where kind.kind.hasPrefix("freethoughts.") {
      optional += kind.fields.filter(\.isOptional).map { "\(kind.kind.dropFirst(13)).\($0.name)" }
    }
    #expect(
      Set(optional) == [
        "note.anchorPage", "note.documentHash", "note.headings", "note.rivalSimilarity", "provocation.note",
        "provocation.generatedBy", "webAnnotation.note",
      ])
  }

  @Test func notesAreIndexedByTheirPlace() throws {
    #expect(Self.registry?["freethoughts.note"]?.indexed == ["documentPath", "anchorStart"])
  }

  @Test func aTagIsItsName() throws {
    let key = try #require(Self.registry?["freethoughts.tag"]?.key)
    #expect(key.field == "name")
    #expect(key.normalizer == .trimmedComposed)
  }

  @Test(arguments: [
    ("/a/paper.pdf", DocumentType.pdf), ("/a/b.md", .markdown), ("/a/README.Markdown", .markdown),
    ("x.txt", .plainText), ("/a.pdf/notes", nil), ("/a/.md", nil), ("/a/page.html", nil), ("", nil),
  ])
  func theTypeThatANameTells(path: String, type: DocumentType?) {
    #expect(DocumentType(suffixOf: path) == type)
  }
}
