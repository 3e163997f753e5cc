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
        == "daybook: erased texts cannot be removed: the ledger's folder may not be written by this user; \(sandbox.work)/ledger; make it writable, then 'daybook erase --now' removes them\n"
    )
    let status = try sandbox.shell("\(prefix) daybook status --ledger ledger | jq .unpublishedCommits")
    #expect(status.output == "0\n", "\(status.output) \(status.errors)")
  }

  /// What is written is not taken back: that it is, and what to do, is said.
  @Test func aFullDiskKeepsTheTextsOfARecordedErasure() throws {
    let sandbox = try Sandbox()
    let prepared = try sandbox.shell(
      """
      set -e
      daybook init ledger
      daybook upsert sam.person ann --new --set displayNameCache=ann --ledger ledger
      printf '{"op":"upsert","kind":"sam.person","id":"ben","set":{"addressBookNote":"%s"}}' "$(head -c 60000 /dev/urandom | base64 -w 0)" | daybook append - --ledger ledger
      daybook seal --ledger ledger
      """)
    #expect(prepared.status == 0, "\(prepared.errors)")
    // Files of more than 40 KiB cannot be written.
    let outcome = try sandbox.shell(
      "ulimit -f 40; trap '' XFSZ; daybook erase sam.person ann --now --yes --ledger ledger")
    #expect(outcome.status == 74, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("\"id\":\"ann\""))
    #expect(
      outcome.errors.contains("the erasure is recorded, but its texts are still there: ")
        && outcome.errors.hasSuffix("; fix this, then remove them with 'daybook erase --now'\n"),
      "\(outcome.errors)")
    let again = try sandbox.shell(
      "daybook erase --now --ledger ledger | jq -c '[.waiting, (.done | length)]'")
    #expect(again.output == "[0,1]\n", "\(again.output) \(again.errors)")
  }
}
