import DaybookSearch
import Testing

struct TermTextTests {
  @Test func foldsCaseAndAccents() {
    #expect(TermText.terms("Ärger, im  CAFÉ!") == ["arger", "im", "cafe"])
  }
}
