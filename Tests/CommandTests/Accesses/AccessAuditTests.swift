import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

/// Who reads is recorded before anything is shown, where that is wanted.
@Suite struct AccessAuditTests {
  private static func vault() throws -> DisclosureHarness {
    let vault = try VaultDisclosureTests.vault()
    try vault.run("settings set audit-reads on").expectDone()
    return vault
  }

  private func count(_ vault: DisclosureHarness, _ more: String = "") throws -> Int {
    // By a command that records nothing itself.
    let outcome = try vault.run("replay --kind daybook.access --format json \(more)").expectDone()
    struct Report: Decodable {
      struct Kind: Decodable { var count: Int }
      var entities: [Kind]
    }
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)).entities.first?.count ?? 0
  }

  private func records(_ vault: DisclosureHarness, _ options: String = "--reveal") throws -> [[String: Any]] {
    let outcome = try vault.run("query daybook.access --sort _stamp --format jsonl \(options)").expectDone()
    return try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// One record each, whatever they print and however they end; those that are exempt leave none.
  @Test(arguments: 0..<3) func everyAnswerIsRecorded(_ part: Int) throws {
    let vault = try Self.vault()
    var before = try count(vault)
    for (index, item) in (VaultCases.answers + VaultCases.reports).enumerated() where index % 3 == part {
      let line = item.line.replacingOccurrences(of: "{}", with: "")
      let name = try #require(Self.name(of: item))
      let run = try vault.run(line)
      let now = try count(vault)
      #expect(now - before == (AccessPolicy.of(name) == .reads ? 1 : 0), "\(line): \(run.errors)")
      before = now
    }
  }

  /// What shows values of the ledger is never exempt; a proof's are in the file that is checked.
  @Test func whatShowsValuesIsNotExempt() throws {
    for item in VaultCases.answers where !item.line.hasPrefix("verify --proof") {
      let name = try #require(Self.name(of: item))
      #expect(AccessPolicy.of(name) == .reads, "\(name)")
    }
  }

  private static func name(of item: DisclosureCase) -> String? {
    (1...max(1, item.words.count)).map { item.words.prefix($0).joined(separator: " ") }
      .last { AccessPolicyTests.names.contains($0) }
  }

  @Test func offByDefault() throws {
    let vault = try VaultDisclosureTests.vault()
    try vault.run("query vault.secret").expectDone()
    try vault.run("get vault.secret one").expectDone()
    #expect(try count(vault) == 0)
    #expect(try vault.run("settings --format json").expectDone().output.contains(#""value":"off""#))
    try vault.run("get vault.secret one --audit-reads").expectDone()
    #expect(try count(vault) == 1)
  }

  @Test func whatIsRecorded() throws {
    let vault = try Self.vault()
    try vault.run("get vault.secret one --reveal").expectDone()
    try vault.run("query vault.secret --where \"text = 'Zq7M value'\" --by nobody").expectRefused()
    try vault.run("query vault.secret --where \"text = 'Zq7M value'\"").expectDone()
    try vault.run("log --by ann --id one").expectDone()
    try vault.run("undo $(cat stamp) --dry-run --by ben").expectDone()
    try vault.run("get vault.secret two", environment: ["DAYBOOK_BY": "carol"]).expectDone()
    let records = try records(vault)
    // The last one is of this very question.
    #expect(records.map { $0["command"] as? String } == ["get", "query", "log", "undo", "get", "query"])
    #expect(
      records.map { $0["by"] as? String } == ["tester", "tester", "tester", "ben", "carol", "tester"])
    #expect(records[0]["arguments"] as? [String] == ["vault.secret", "one", "--reveal"])
    #expect(records[0]["kind"] as? String == "vault.secret" && records[0]["entity"] as? String == "one")
    #expect(records.map { $0["revealed"] as? Bool } == [true, false, false, false, false, true])
    #expect(records[1]["arguments"] as? [String] == ["vault.secret", "--where", "text = 'Zq7M value'"])
    #expect(records[2]["entity"] as? String == "one")
    #expect(records[5]["kind"] as? String == "daybook.access")
  }

  @Test func argumentsAreHiddenAndSalted() throws {
    let vault = try Self.vault()
    try vault.run("query vault.secret --where \"text = 'Zq7M value'\"").expectDone()
    for line in [
      "query daybook.access", "log --kind daybook.access", "log", "search zq7m", "conflicts",
      "log --kind daybook.access --format json",
    ] {
      let run = try vault.run(line).expectDone()
      #expect(run.marker == nil, "\(line): \(run.output)\(run.errors)")
    }
    let events = try vault.run("log --kind daybook.access --reveal --format jsonl").expectDone()
    let lines = events.output.split(separator: "\n")
    #expect(lines.count > 6 && lines.allSatisfy { $0.contains(#""salt":""#) })
    #expect(lines.contains { $0.contains("Zq7M value") })
    // Who searches does not find who searched.
    #expect(!(try vault.run("search query tester --reveal").expectDone().output.contains("daybook.access")))
  }

  /// With the option nothing is shown that is not recorded; with the setting alone a copy that cannot be written
  /// stays readable, and it is said.
  @Test func whereNothingCanBeRecorded() throws {
    let vault = try Self.vault()
    let nowhere = ["DAYBOOK_STATE_DIR": "/dev/null/state"]
    let before = try count(vault)
    for line in ["get vault.secret one --audit-reads", "query vault.secret --audit-reads --format json"] {
      let refused = try vault.run(line, environment: nowhere)
      #expect(refused.status == 77 && refused.output.isEmpty, "\(refused.errors)")
      #expect(refused.errors.contains("cannot be recorded"))
    }
    let shown = try vault.run("get vault.secret one --format json", environment: nowhere).expectDone()
    #expect(shown.output.contains(#""name":"One""#) && shown.errors.contains(#""code":"unrecorded""#))
    #expect(try vault.run("status --audit-reads", environment: nowhere).status == 0)
    #expect(try count(vault) == before)
  }

  /// A commit that never reaches the folder would record nothing for anybody else.
  @Test func aFolderThatMayNotBeWritten() throws {
    let vault = try Self.vault()
    // Rights do not bind root: there the commands run as nobody.
    let isRoot = geteuid() == 0
    let prefix = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let made = try vault.sandbox.shell(
      "mkdir somebody && chmod -R a+rX,a-w ledger"
        + (isRoot ? " && chown -R 65534:65534 somebody ledger" : ""))
    #expect(made.status == 0, "\(made.errors)")
    let state = vault.sandbox.work + "/somebody/state"
    func run(_ line: String) throws -> Outcome {
      try vault.sandbox.shell(
        "\(prefix) \(BuiltCommand.folder)/daybook-vault \(line) --ledger ledger",
        environment: ["DAYBOOK_STATE_DIR": state, "DAYBOOK_CACHE_DIR": "/proc/nowhere"])
    }
    let shown = try run("get vault.secret one --format json")
    #expect(shown.status == 0 && shown.output.contains(#""name":"One""#), "\(shown.errors)")
    #expect(shown.errors.contains(#""code":"unrecorded""#), "\(shown.errors)")
    let refused = try run("get vault.secret one --audit-reads")
    #expect(refused.status == 77 && refused.output.isEmpty, "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: state), "reading makes no writer")
  }

  @Test func thePartsThatAreExecutablesOfTheirOwn() throws {
    let vault = try VaultDisclosureTests.vault()
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n"
    try calendar.write(toFile: vault.sandbox.work + "/empty.ics", atomically: true, encoding: .utf8)
    try vault.run("sam empty.ics --dry-run --audit-reads", by: "daybook-sync-calendar").expectDone()
    #expect(try count(vault) == 1)
    try vault.run("sam empty.ics --audit-reads", by: "daybook-sync-calendar").expectDone()
    #expect(try count(vault) == 1, "what it does its events say")
  }

  @Test func aSettingTakesOnOrOffAlone() throws {
    let vault = try VaultDisclosureTests.vault()
    let on = try vault.run("settings set audit-reads on --format json").expectDone()
    #expect(on.output == #"{"setting":"audit-reads","value":"on"}"# + "\n")
    #expect(try vault.run("settings set audit-reads on").expectDone().output.contains("unchanged"))
    let wrong = try vault.run("settings set audit-read on")
    #expect(wrong.status == 64 && wrong.errors.contains("audit-reads"), "\(wrong.errors)")
    #expect(try vault.run("settings set audit-reads maybe").status == 64)
    #expect(try vault.run("upsert daybook.setting audit-reads --new --set value=maybe").status != 0)
    try vault.run("settings set audit-reads off").expectDone()
    try vault.run("query vault.secret").expectDone()
    #expect(try count(vault) == 0)
  }
}

extension DisclosureHarness.Run {
  fileprivate func expectRefused() { #expect(status != 0 && output.isEmpty, "\(line) is taken") }
}
