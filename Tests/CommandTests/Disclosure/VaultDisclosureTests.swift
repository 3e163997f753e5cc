import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// No command, in no format, shows what is hidden, and every one does with `--reveal`.
@Suite struct VaultDisclosureTests {
  /// Several ledgers, so that the cases are run side by side.
  @Test(arguments: 0..<4) func nothingIsSeen(_ part: Int) throws {
    let vault = try Self.vault()
    for (index, item) in VaultCases.all.enumerated() where index % 4 == part { try vault.check(item) }
  }

  @Test func whatIsHiddenIsHiddenWhileItIsWatched() throws {
    for format in DisclosureHarness.formats {
      let vault = try DisclosureHarness(executable: "daybook-vault")
      let line = """
        ( \(BuiltCommand.folder)/daybook-vault watch --limit 1 --kind vault.secret --format \(format) & \
        until [ -s .watched ]; do \
        \(BuiltCommand.folder)/daybook-vault upsert vault.secret w --new --set text=Zq7M$RANDOM > /dev/null; \
        kill -0 $! 2>/dev/null || break; done; wait $! )
        """
      let outcome = try vault.sandbox.shell(line, environment: ["DAYBOOK_LEDGER": vault.sandbox.ledger])
      #expect(HiddenMarker.found(in: outcome.output + outcome.errors) == nil, "\(outcome.output)")
      #expect(outcome.output.contains("•••"), "\(format): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("--reveal shows"), "\(format): \(outcome.errors)")
    }
  }

  /// A file is asked for because of what is in it, and it is said that it is there.
  @Test func contentThatIsHiddenGoesToAFileOrIsRevealed() throws {
    let vault = try Self.vault()
    let refused = try vault.run("get vault.secret one --data photo")
    #expect(refused.status == 77 && refused.marker == nil && refused.output.isEmpty, "\(refused.errors)")
    #expect(try vault.run("get vault.secret one --data photo --reveal").expectDone().output == "Zq7MZq7MZq7M")
    let file = try vault.run("get vault.secret one --data photo -o photo").expectDone()
    #expect(file.marker == nil && file.errors.contains("a hidden value"), "\(file.errors)")
    #expect(try String(contentsOfFile: vault.sandbox.work + "/photo", encoding: .utf8) == "Zq7MZq7MZq7M")
    let terminal = try vault.run("get vault.secret one --data photo --reveal", terminal: true)
    #expect(terminal.status == 64 && terminal.marker == nil)
  }

  /// Masked values look alike, so the real values decide which side shows.
  @Test func sidesOfAHiddenFieldAreToldApart() throws {
    let vault = try Self.vault()
    let table = try vault.run("conflicts vault.secret one --format table").expectDone().output
    #expect(table.contains(#/one text: 2 values\n +shows +••• .*\n +lost +••• /#), "\(table)")
    #expect(table.contains(#/one guardian: 2 values\n +shows +••• .*\n +lost +••• /#), "\(table)")
    let settled = try vault.run("conflicts --resolved vault.secret two --format table").expectDone().output
    #expect(
      settled.contains(#/two text: 2 values\n +shows +••• .*\n +lost +••• .*\n +settled +••• /#), "\(settled)"
    )
  }

  /// Whether a source still has an entity is not a field's value, so it is not hidden.
  @Test func presenceIsNotHidden() throws {
    let vault = try DisclosureHarness(executable: "daybook-vault")
    let there = [
      "DAYBOOK_STATE_DIR": vault.sandbox.path + "/elsewhere", "DAYBOOK_LEDGER": vault.sandbox.work + "/there",
    ]
    try vault.run(
      "append", input: #"{"op":"upsert","kind":"vault.secret","id":"one","set":{"name":"One"}}"# + "\n"
    ).expectDone()
    try vault.run("replicate there").expectDone()
    for (isPresent, place) in [(true, [:]), (false, there)] {
      let line = #"{"op":"sync","kind":"vault.secret","id":"one","present":\#(isPresent)}"#
      try vault.run("append", input: line + "\n", environment: place).expectDone()
    }
    try vault.run("replicate there").expectDone()
    let table = try vault.run("conflicts --format table").expectDone()
    #expect(table.output.contains("in its source") && table.output.contains("gone from its source"))
    #expect(!table.output.contains("•••") && table.errors.isEmpty, "\(table.output)\(table.errors)")
    let rows = try vault.run("conflicts --format jsonl").expectDone().output
    #expect(rows.contains(#""value":true"#) && rows.contains(#""value":false"#), "\(rows)")
  }

  @Test func conditionsReadWhatIsHidden() throws {
    let vault = try Self.vault()
    let found = try vault.run("query vault.secret --count --where \"code = 'Zq7M-code'\"").expectDone()
    #expect(found.output == "{\"count\":1}\n")
  }

  /// Neither what was typed for a hidden relation nor what it matches.
  @Test func anAmbiguousReferenceIsNotRepeated() throws {
    let vault = try DisclosureHarness(executable: "daybook-vault")
    let lines = ["Zq7M-a", "Zq7M-b", "one"].map {
      #"{"op":"upsert","kind":"vault.secret","id":"\#($0)","set":{"text":"x"}}"# + "\n"
    }
    let links = ["Zq7M-a", "Zq7M-b"].map {
      #"{"op":"link","kind":"vault.secret","id":"one","rel":"friends","to":"\#($0)"}"# + "\n"
    }
    try vault.run("append", input: (lines + links).joined()).expectDone()
    for line in [
      "upsert vault.secret one --set guardian=Zq7M-", "upsert vault.secret one --set friends+=Zq7M-",
      "upsert vault.secret one --json '{\"guardian\":\"Zq7M-\"}'", "link vault.secret one guardian Zq7M-",
      "unlink vault.secret one friends Zq7M-",
    ] {
      for reveal in ["", " --reveal"] {
        let run = try vault.run(line + reveal)
        #expect(run.status == 64 && run.marker == nil, "\(line): \(run.status) \(run.output)\(run.errors)")
        #expect(run.errors.contains("several entities") || run.errors.contains("2 entities"), "\(run.errors)")
      }
    }
  }

  @Test func theNoticeIsOneForEachForm() throws {
    let vault = try Self.vault()
    let text = try vault.run("get vault.key \(Self.keyID(vault)) --format jsonl").errors
    #expect(text == "daybook: 1 hidden value; --reveal shows it\n")
    let json = try vault.run("get vault.key \(Self.keyID(vault)) --format json").errors
    #expect(json == #"{"notice":{"code":"hidden","text":"1 hidden value; --reveal shows it"}}"# + "\n")
  }

  /// Null and what is empty are shown as they are: there is nothing to hide.
  @Test func nothingIsNotHidden() throws {
    let vault = try DisclosureHarness(executable: "daybook-vault")
    try vault.run("upsert vault.secret empty --new --set name=a").expectDone()
    let row = try vault.run("get vault.secret empty").expectDone()
    #expect(!row.output.contains("•••") && row.errors.isEmpty)
    #expect(row.output.contains(#""text":null"#) && row.output.contains(#""tags":[]"#))
  }

  private static func keyID(_ vault: DisclosureHarness) throws -> String {
    let row = try vault.run("query vault.key --format jsonl").output
    return try #require(
      try JSONParser.parse(String(row.split(separator: "\n").first ?? "null")).object?["_id"]?.string)
  }

  /// A ledger that two machines wrote, with a marker in every hidden field, in conflicts and in settled ones.
  static func vault() throws -> DisclosureHarness {
    let vault = try DisclosureHarness(executable: "daybook-vault")
    let here: [String: String] = [:]
    let there = [
      "DAYBOOK_STATE_DIR": vault.sandbox.path + "/elsewhere", "DAYBOOK_LEDGER": vault.sandbox.work + "/there",
    ]
    try vault.run("append --key used", input: VaultFixture.everything).expectDone()
    // Before the kinds were known, or after: fields, kinds and keys of another version.
    try vault.run("append", by: "daybook", input: VaultFixture.ofAnotherVersion).expectDone()
    try vault.run("replicate there").expectDone()
    for (number, place) in [here, there].enumerated() {
      let name = number == 0 ? "here" : "there"
      try vault.run(
        "append", input: VaultFixture.contested(name), environment: place
      ).expectDone()
    }
    try vault.run("replicate there").expectDone()
    try vault.keep(
      "conflict",
      try vault.conflict { $0["field"]?.string == "text" && $0["_id"]?.string == "one" })
    try vault.keep("shared", try vault.conflict { $0["cause"]?.string == "unique" })
    let settled = try vault.conflict { $0["field"]?.string == "text" && $0["_id"]?.string == "two" }
    try vault.keep("settled", settled)
    try vault.run("resolve \(settled) --keep winner").expectDone()
    let log = try vault.run("log --kind vault.secret --id one --format jsonl --limit 1").expectDone()
    let event = try JSONParser.parse(String(log.output.split(separator: "\n").first ?? "null")).object
    try vault.keep("stamp", try #require(event?["stamp"]?.string))
    try vault.run("prove vault.secret one -o proof").expectDone()
    return vault
  }
}

extension DisclosureHarness {
  /// Writes a file that lines of shell read.
  fileprivate func keep(_ name: String, _ text: String) throws {
    try text.write(toFile: sandbox.work + "/" + name, atomically: true, encoding: .utf8)
  }

  fileprivate func conflict(_ isWanted: (JSONObject) -> Bool) throws -> String {
    let lines = try run("conflicts --format jsonl").output.split(separator: "\n")
    let found = try lines.compactMap { try JSONParser.parse(String($0)).object }.first(where: isWanted)
    return try #require(found?["conflict"]?.string)
  }
}
