import Daybook
import DaybookTestSupport
import Testing

@testable import Planner

/// The article about Planner says what the schema says. `DAYBOOK_TRANSCRIPTS=update` writes its tables anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    let current = try Article("Planner").currentModel(of: .planner)
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
  }

  @Test func everyFormulaIsThere() throws {
    let formulas = try Article("Planner").formulas(of: .planner)
    #expect(Set(formulas.named) == Set(formulas.computed))
    #expect(formulas.named.count == formulas.computed.count)
  }

  @Test func everyNameIsThere() throws {
    let text = try Article("Planner").lines.joined(separator: "\n")
    for type in RichTextType.known { #expect(text.contains("| `\(type)` |"), "\(type)") }
    #expect(text.contains("calls itself `\(RuleSummarizer().name)`"))
    for version in 1...System.planner.version { #expect(text.contains("| \(version) |")) }
  }
}
