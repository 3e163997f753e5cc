import DaybookModel
import Testing

@testable import DaybookCommands

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
      (.unreachable, 69), (.cannotCreate, 73), (.inputOutput, 74), (.busy, 75), (.locked, 77),
      (.revoked, 77), (.unreadableKey, 77), (.refused, 77),
      (.moved, 77), ("something-new", 74),
    ] as [(LedgerError.Code, Int32)])
  func exitStatus(_ code: LedgerError.Code, _ status: Int32) {
    #expect(ExitStatus.of(code) == status)
  }
}
