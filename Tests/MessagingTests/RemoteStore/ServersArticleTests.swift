import DaybookTestSupport
import Testing

@testable import Messaging

/// The tables of rules in the article are those that decide.
struct ServersArticleTests {
  @Test func theRulesAreTheArticles() throws {
    let article = try Article("MessagingServers")
    let (isCurrent, expected) = try article.current(
      Self.documents + Self.fields + "\n", at: article.generated(in: "Who may do what"))
    #expect(isCurrent, "it should read:\n\(expected)")
  }

  private static var documents: String {
    var text =
      "### Documents\n\n| Document | read by | made by | changed by | deleted by |\n|---|---|---|---|---|\n"
    for rules in AccessTable.collections {
      let cells = [rules.read, rules.create, rules.change, rules.delete].map(\.words)
      text += "| `\(rules.pattern)` | \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private static var fields: String {
    var text = "\n### Fields\n\n| Field | holds | written by |\n|---|---|---|\n"
    for rules in AccessTable.collections {
      text += "| **`\(rules.pattern)`** | | |\n"
      for field in rules.fields {
        let isSame = field.writer == .writer && rules.create == rules.change
        let writer = isSame ? rules.change.words : field.writer.words
        text +=
          "| `\(field.name)`\(field.isRequired ? " (needed)" : "") | \(field.type.words) | \(writer) |\n"
      }
    }
    return text
  }
}
