import Daybook
import DaybookTestSupport
import Testing

@testable import FreeThoughts

/// The article about FreeThoughts says what the schema and the rules say. `DAYBOOK_TRANSCRIPTS=update` writes its tables
/// anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    let current = try Article("FreeThoughts").currentModel(of: .freethoughts)
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
  }

  @Test func everyFormulaIsThere() throws {
    let formulas = try Article("FreeThoughts").formulas(of: .freethoughts)
    #expect(Set(formulas.named) == Set(formulas.computed))
    #expect(formulas.named.count == formulas.computed.count)
  }

  @Test func theNumbersAreTheRules() throws {
    let text = try Article("FreeThoughts").lines.joined(separator: " ")
    for sentence in [
      "keeps its piece and \(Quote.surroundingsCount) code points on either side",
      "1 − d/\(EditPattern.countMax)",
      "at least \(AnchorRules.longCount) code points",
      "0.4 for \(AnchorRules.mediumCount) code points and more",
      "\(AnchorRules.margin) better than any other", "is above \(AnchorRules.rivalMax) ",
      "counts as \(AnchorRules.piecesRival);",
      "at least \(AnchorRules.oneSideMin) alike", "At most \(DocumentReader().textBytesMax >> 20) MiB",
      "up to \(DocumentText.contextCount) code points",
    ] { #expect(text.contains(sentence), "\(sentence)") }
    #expect(AnchorRules.evidenceMin == 10)
    #expect(DocumentReader().timeLimit == .seconds(60))
    for status in SyncStatus.known { #expect(text.contains("`\(status)`"), "\(status)") }
    for prompt in ProvocationPrompt.builtIn { #expect(text.contains(prompt.name)) }
  }
}
