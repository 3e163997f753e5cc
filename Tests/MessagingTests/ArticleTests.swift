import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import Messaging

/// The article about Messaging says what the schema and the rules say. `DAYBOOK_TRANSCRIPTS=update` writes its tables
/// anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    let current = try Article("Messaging").currentModel(of: .messaging)
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
  }

  @Test func everyFormulaIsThere() throws {
    let formulas = try Article("Messaging").formulas(of: .messaging)
    #expect(Set(formulas.named) == Set(formulas.computed))
    #expect(formulas.named.count == formulas.computed.count)
  }

  /// Every row of the rules, and every field that not everybody who may change a document writes.
  @Test func theAccessIsTheRules() throws {
    var article = try Article("Messaging")
    let wanted = Self.documents + [""] + ["Single fields are narrower:", ""] + Self.fields
    let text = article.lines.joined(separator: "\n")
    if text.contains(wanted.joined(separator: "\n")) { return }
    guard ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPTS"] == "update",
      let start = article.lines.firstIndex(of: Self.documents[0]),
      let end = article.lines[start...].firstIndex(where: { $0.hasPrefix("Beyond the table") })
    else {
      Issue.record("run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
      return
    }
    article.replace(start..<end, with: wanted.joined(separator: "\n") + "\n\n")
    try article.write()
  }

  private static let documents =
    ["| documents | read | create | change | delete |", "|---|---|---|---|---|"]
    + AccessTable.collections.map { rules in
      "| `\(rules.pattern)` | \(rules.read.words) | \(rules.create.words) | \(rules.change.words) | "
        + "\(rules.delete.words) |"
    }

  private static let fields =
    ["| field | written by |", "|---|---|"]
    + AccessTable.collections.flatMap { rules in
      rules.fields.filter { $0.writer != .writer }.map { field in
        "| `\(field.name)` of `\(rules.pattern)` | \(field.writer.words) |"
      }
    }

  @Test func theNumbersAreTheRules() throws {
    let text = try Article("Messaging").lines.joined(separator: " ")
    let policy = RetryPolicy()
    #expect(policy.retriesMax == 3)
    #expect(policy.firstPause == .seconds(1))
    #expect(text.contains("three times at most"))
    #expect(text.contains("least \(FAQMatcher.scoreMin) of its words"))
    for status in SyncStatus.known { #expect(text.contains("`\(status)`"), "\(status)") }
    for status in MessageStatus.known { #expect(text.contains("`\(status)`"), "\(status)") }
  }
}
