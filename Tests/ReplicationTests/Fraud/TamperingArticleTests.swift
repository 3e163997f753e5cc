import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// What the documentation says of tampering is what the program does: its tables are made of the rows that
/// ``FraudTests`` tries. `DAYBOOK_TRANSCRIPTS=update` writes them.
@Suite struct TamperingArticleTests {
  @Test func theTablesAreTheRows() throws {
    var article = try Article("Tampering")
    let place = try #require(article.generated(in: "Who notices what"))
    if ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPTS"] == "update" {
      article.replace(place, with: Self.tables)
      return try article.write()
    }
    #expect(article.text(place) == Self.tables)
  }

  private static var tables: String {
    [
      ("Within files", Tampering.withFiles), ("With whole files and folders", Tampering.withFolders),
      ("With the replica's own key", Tampering.withKeys),
    ].map { title, rows in
      """
      ### \(title)

      | what is done | the files alone | a peer's `seen` | a remembered head | shown |
      | --- | --- | --- | --- | --- |

      """ + rows.map(line).joined() + "\n"
    }.joined()
  }

  private static func line(_ row: Tampering) -> String {
    func cell(_ kinds: Tampering.Kinds) -> String {
      kinds.isEmpty ? "nothing" : kinds.map { "`\($0.rawValue)`" }.sorted().joined(separator: " ")
    }
    let cells = [
      row.what, cell(row.files), cell(row.peers), cell(row.memory), row.isShown ? "as signed" : "no",
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}
