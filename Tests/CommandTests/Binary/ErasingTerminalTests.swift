import DaybookTestSupport
import Foundation
import Testing

/// What somebody at a terminal is asked about erasing.
@Suite(.enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"))
struct ErasingTerminalTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let outcome = try sandbox.shell(
      """
      daybook init ledger >/dev/null
      printf '_id,displayNameCache,emailCache\\nann,Ann Lee,ann@home.org\\n' > sam.person.csv
      daybook import csv sam.person.csv --ledger ledger >/dev/null
      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Runs it on a terminal, and types an answer.
  private func run(_ command: String, typing answer: String) throws -> Outcome {
    try sandbox.shell("echo \(answer) | script -qec '\(command)' /dev/null")
  }

  private func name() throws -> String {
    try sandbox.shell("daybook get sam.person ann --ledger ledger | jq -c .displayNameCache").output
  }

  @Test func theQuestionSaysWhomAndWhetherItCanBeWithdrawn() async throws {
    let later = try run("daybook erase sam.person ann --ledger ledger", typing: "n")
    #expect(later.output.contains("Ann Lee") && later.output.contains("withdrawn until"), "\(later.output)")
    let now = try run("daybook erase sam.person ann --now --ledger ledger", typing: "n")
    #expect(now.output.contains("cannot be withdrawn") && !now.output.contains("7 days"), "\(now.output)")
    #expect(try name() == "\"Ann Lee\"\n")
  }

  @Test func anImportAsksWhetherErasedValuesAreWrittenAgain() async throws {
    #expect(try sandbox.shell("daybook erase sam.person ann --yes --ledger ledger").status == 0)
    let kept = try run("daybook import csv sam.person.csv --ledger ledger", typing: "n")
    #expect(kept.output.contains("Write them again?"), "\(kept.output)")
    #expect(try name() == "null\n")
    let written = try run("daybook import csv sam.person.csv --ledger ledger", typing: "y")
    #expect(written.status == 0, "\(written.output)")
    #expect(try name() == "\"Ann Lee\"\n")
  }

  @Test func aWithdrawalIsAskedFor() async throws {
    let erased = try sandbox.shell("daybook erase sam.person ann --yes --ledger ledger | jq -r .erasure")
    let id = erased.output.prefix(13)
    let kept = try run("daybook erase withdraw \(id) --ledger ledger", typing: "n")
    #expect(kept.output.contains("show again on every machine") && kept.status == 1, "\(kept.output)")
    #expect(try name() == "null\n")
    #expect(try run("daybook erase withdraw \(id) --ledger ledger", typing: "y").status == 0)
    #expect(try name() == "\"Ann Lee\"\n")
  }
}
