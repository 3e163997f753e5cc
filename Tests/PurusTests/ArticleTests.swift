import Daybook
import DaybookTestSupport
import Testing

@testable import PurusHealth

/// The article about Purus Health says what the schema says. `DAYBOOK_TRANSCRIPTS=update` writes its tables anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    let current = try Article("PurusHealth").currentModel(of: .purus)
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
  }

  @Test func everyFormulaIsThere() throws {
    let formulas = try Article("PurusHealth").formulas(of: .purus)
    #expect(Set(formulas.named) == Set(formulas.computed))
    #expect(formulas.named.count == formulas.computed.count)
  }

  /// Every list, kind of entry and command that there is.
  @Test func everyNameIsThere() throws {
    let text = try Article("PurusHealth").lines.joined(separator: "\n")
    for list in EntryList.all { #expect(text.contains("`\(list.cloudName)`"), "\(list.cloudName)") }
    for location in RecordLocation.known { #expect(text.contains("`\(location)`")) }
    #expect(text.contains("within \(DueVaccination.soonDays) days"))
  }
}
