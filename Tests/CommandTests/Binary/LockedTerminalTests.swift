import DaybookTestSupport
import Foundation
import Testing

/// What somebody at a terminal is asked before a ledger is locked.
@Suite(.enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"))
struct LockedTerminalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Runs it on a terminal, and types what a line of shell writes.
  private func run(_ command: String, typing answers: String) throws -> Outcome {
    try sandbox.shell("{ \(answers); } | script -qec '\(command)' /dev/null")
  }

  @Test func withoutTheEndOfTheKeyNothingIsMade() throws {
    let outcome = try run(
      "daybook init ledger --lock --paper page.html", typing: "printf 'zzzz\\nzzzz\\nzzzz\\n'")
    #expect(outcome.status == 77, "\(outcome.output)")
    #expect(outcome.output.contains("was not confirmed"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.ledger))
  }

  @Test func whoHasThePageLocks() throws {
    let end = """
      until grep -q "</html>" page.html 2>/dev/null || [ $SECONDS -gt 300 ]; do sleep 0.1; done
      sed -n "s/.*<th>5)<.th>//p" page.html | sed "s/<td class=.check.*//; s/<[^>]*>//g" | tail -c 5
      """
    let outcome = try run("daybook init ledger --lock --paper page.html", typing: end)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("AGE-SECRET-KEY"))
    #expect(FileManager.default.fileExists(atPath: sandbox.ledger + "/daybook.json"))
  }

  @Test func aNoLocksNothing() throws {
    #expect(try sandbox.daybook("init", sandbox.ledger, "--name", "home").status == 0)
    let outcome = try run("daybook lock --ledger ledger", typing: "echo n")
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(outcome.output.contains("copies of the folder that were made before stay plain"))
    #expect(!outcome.output.contains("AGE-SECRET-KEY"))
    let status = try sandbox.shell("daybook status --ledger ledger | jq -c .lock")
    #expect(status.output == "null\n")
  }

  @Test func joiningShowsWhatToTypeElsewhereAndWaits() throws {
    #expect(try sandbox.daybook("init", sandbox.ledger, "--lock", "--yes").status == 0)
    let outcome = try sandbox.shell(
      """
      export DAYBOOK_STATE_DIR=$PWD/phone
      script -qec 'echo $$ > pid; exec daybook device join --ledger ledger' /dev/null > shown < /dev/null &
      until grep -q 'device approve' shown || [ $SECONDS -gt 300 ]; do sleep 0.1; done
      kill $(cat pid); wait; cat shown
      """)
    #expect(outcome.output.contains("fingerprint"))
    #expect(!outcome.output.contains("AGE-SECRET-KEY"))
  }
}
