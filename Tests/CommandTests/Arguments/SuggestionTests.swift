import DaybookCommands
import DaybookModel
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("qery", "query"), ("stauts", "status"), ("Query", "query"), ("sam.persn", "sam.person"),
    ("upsret", "upsert"),
  ])
  func near(_ word: String, _ meant: String) {
    let names = ["append", "query", "status", "upsert", "sam.person", "sam.product"]
    #expect(Suggestion.nearest(to: word, in: names) == meant)
  }

  @Test(arguments: ["", "zzzzzz", "x"]) func far(_ word: String) {
    #expect(Suggestion.nearest(to: word, in: ["append", "query"]) == nil)
  }
}

@Suite struct MessagesTests {
  @Test func oneLine() {
    let error = LedgerError(
      .badData, "a\nb", file: "x\u{1b}.ndjson", line: 3, offset: 9, advice: "mend it")
    #expect(Messages.line(error) == #"a\nb; x\u001b.ndjson:3, byte 9; mend it"#)
    #expect(Messages.line(LedgerError(.usage, "what")) == "what")
  }

  @Test(
    arguments: [
      (LedgerError.Code.notFound, 1), (.usage, 64), (.badData, 65), (.damaged, 65), (.noLedger, 66),
      (.unreachable, 69), (.cannotCreate, 73), (.inputOutput, 74), (.locked, 75), (.refused, 77),
      (.moved, 77), ("something-new", 74),
    ] as [(LedgerError.Code, Int32)])
  func exitStatus(_ code: LedgerError.Code, _ status: Int32) {
    #expect(ExitStatus.of(code) == status)
  }
}
