import DaybookTestSupport
import Foundation
import Testing

/// The first write on a machine that has only a copy of the folder makes a replica, and says so, whatever the command
/// and even if the write is refused.
@Suite struct NewMachineTests {
  /// Every case that takes --dry-run, without it, and the commands that write without that option.
  private static let lines: [String] =
    PlantedCases.all.map(\.line).filter { $0.contains(" --dry-run") }
    .map { $0.replacingOccurrences(of: " --dry-run", with: "") }
    + PlantedCases.all.map(\.line).filter { $0.hasPrefix("messaging ") }
    + ["seal", "compact", "query sam.person --audit-reads", "planner embed"]

  @Test(arguments: 0..<4) func everyWriteSaysSo(_ part: Int) throws {
    let ledger = try PlantedSecretTests.ledger()
    let manager = FileManager.default
    var made = 0
    for (index, line) in Self.lines.enumerated() where index % 4 == part && !line.hasPrefix("replicate") {
      let (copy, state) = (ledger.sandbox.work + "/copy", ledger.sandbox.path + "/copied-state")
      for path in [copy, state] where manager.fileExists(atPath: path) {
        try manager.removeItem(atPath: path)
      }
      try manager.copyItem(atPath: ledger.sandbox.ledger, toPath: copy)
      let before = try manager.contentsOfDirectory(atPath: copy + "/replicas")
      var environment = PlantedSecretTests.environment
      environment["DAYBOOK_LEDGER"] = copy
      environment["DAYBOOK_STATE_DIR"] = state
      let run = try ledger.run(PlantedSecretTests.fill(line), environment: environment)
      let after = try manager.contentsOfDirectory(atPath: copy + "/replicas")
      let told = run.errors.components(separatedBy: "now writes as the new replica").count - 1
      #expect(told == after.count - before.count, "\(line) (\(run.status)): \(run.errors)")
      made += told
    }
    #expect(made > 10, "hardly any of them wrote")
  }

  @Test func theFirstReplicaOfANewLedgerIsNoNews() throws {
    let ledger = try DisclosureHarness()
    let run = try ledger.run("upsert sam.person --set displayNameCache=Ann").expectDone()
    #expect(run.errors.isEmpty)
  }

  @Test func itIsSaidOnce() throws {
    let ledger = try DisclosureHarness()
    let environment = ["DAYBOOK_STATE_DIR": ledger.sandbox.path + "/elsewhere"]
    try ledger.run("upsert sam.person --set displayNameCache=Ann").expectDone()
    let first = try ledger.run("upsert sam.person --set displayNameCache=Ben", environment: environment)
    let second = try ledger.run("upsert sam.person --set displayNameCache=Cy", environment: environment)
    #expect(first.errors.contains("this machine had no replica of the ledger") && second.errors.isEmpty)
  }
}
