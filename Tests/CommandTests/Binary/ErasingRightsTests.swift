import DaybookTestSupport
import Foundation
import Testing

/// In a folder that may only be read no text can go: that is said in one line, before anything is written.
@Suite struct ErasingRightsTests {
  @Test(arguments: ["--now", "sam.person ben --now --yes"])
  func aReadOnlyFolderKeepsItsTexts(_ arguments: String) throws {
    let sandbox = try Sandbox()
    let prepared = try sandbox.shell(
      """
      set -e
      daybook init ledger
      for id in ann ben; do daybook upsert sam.person $id --new --set displayNameCache=$id --ledger ledger; done
      daybook erase sam.person ann --yes --ledger ledger
      """)
    #expect(prepared.status == 0, "\(prepared.errors)")
    let prefix = try sandbox.asSomebody()
    _ = try sandbox.shell("chmod -R a-w ledger")
    let outcome = try sandbox.shell("\(prefix) daybook erase \(arguments) --ledger ledger")
    #expect(outcome.status == 73 && outcome.output == "", "\(outcome.output) \(outcome.errors)")
    #expect(
      outcome.errors
        == "daybook: texts that are erased cannot be removed: the ledger's folder may not be written by this user; \(sandbox.work)/ledger; make it writable, then 'daybook erase --now' removes them\n"
    )
    let status = try sandbox.shell("\(prefix) daybook status --ledger ledger | jq .unpublishedCommits")
    #expect(status.output == "0\n", "\(status.output) \(status.errors)")
  }
}
