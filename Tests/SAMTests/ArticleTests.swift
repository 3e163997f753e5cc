import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// The article about the CRM says what the schema says. `DAYBOOK_TRANSCRIPTS=update` writes its tables anew.
@Suite struct ArticleTests {
  @Test func theModelIsTheSchemas() throws {
    let current = try Article("SAM").currentModel(of: .sam)
    #expect(current.isCurrent, "run it with DAYBOOK_TRANSCRIPTS=update, and read the difference")
  }

  /// Every projection and every derived field has its row among the formulas, and no other has.
  @Test func everyFormulaIsThere() throws {
    let formulas = try Article("SAM").formulas(of: .sam)
    #expect(Set(formulas.named) == Set(formulas.computed))
    #expect(formulas.named.count == formulas.computed.count)
  }
}
