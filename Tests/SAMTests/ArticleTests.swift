import Daybook
import DaybookTestSupport
import Foundation
import SAM
import Testing

/// The article about the CRM says what the schema says. `DAYBOOK_TRANSCRIPTS=update` writes its tables anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    var article = try Article("SAM")
    let range = try #require(article.generated(in: "The model"))
    let expected = try ModelTable.markdown(of: .sam) + "\n"
    if ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPTS"] == "update" {
      article.replace(range, with: expected)
      try article.write()
    } else {
      #expect(
        article.text(range) == expected, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
    }
  }

  /// Every projection and every derived field has its row among the formulas, and no other has.
  @Test func everyFormulaIsThere() throws {
    let article = try Article("SAM")
    let section = try #require(article.section("Formulas"))
    let named = article.lines[section].compactMap { line in
      line.hasPrefix("| `") ? line.dropFirst(3).prefix { $0 != "`" } : nil
    }.map(String.init)
    var computed: [String] = []
    for kind in try SchemaRegistry([.daybook, .sam]).kinds where kind.kind.hasPrefix("sam.") {
      for field in kind.fields where field.isProjection || !field.derivedFrom.isEmpty {
        computed.append("\(kind.kind.dropFirst(4)).\(field.name)")
      }
    }
    #expect(Set(named) == Set(computed))
    #expect(named.count == computed.count)
  }
}
