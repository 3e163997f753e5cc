import DaybookCommands
import DaybookTestSupport
import Testing

/// A terminal shows a limited number of rows, and a notice counts the rest; programs get everything.
@Suite(.enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"))
struct TerminalLimitTests {
  private static func ledger() throws -> DisclosureHarness {
    let ledger = try DisclosureHarness()
    let lines = (1...63).map { number in
      #"{"op":"upsert","kind":"sam.person","id":"p\#(number)","set":{"displayNameCache":"Name-\#(number)."}}"#
    }
    try ledger.run("append", input: lines.joined(separator: "\n") + "\n").expectDone()
    return ledger
  }

  /// Nothing is cut at the end of a line.
  private static let wide = ["COLUMNS": "300"]

  private static func names(_ run: DisclosureHarness.Run) -> [Int] {
    run.output.split(separator: "Name-").dropFirst().compactMap { Int($0.prefix { $0 != "." }) }
  }

  @Test(arguments: ["log", "query sam.person --sort displayNameCache"]) func onATerminal(_ line: String)
    throws
  {
    let ledger = try Self.ledger()
    let shown = try ledger.run(line, terminal: true, environment: Self.wide)
    #expect(Self.names(shown).count == 50)
    // The first event is the replica's own.
    let rest = line == "log" ? 14 : 13
    #expect(shown.output.contains("\(rest) more; --limit N or --all shows them"), "\(shown.output)")
    if line == "log" { #expect(Self.names(shown) == Array(14...63), "the last ones, in their order") }
    let all = try ledger.run("\(line) --all", terminal: true, environment: Self.wide)
    #expect(Self.names(all).count == 63 && !all.output.contains(" more;"))
    let limited = try ledger.run("\(line) --limit 60", terminal: true, environment: Self.wide)
    #expect(Self.names(limited).count == (60) && !limited.output.contains(" more;"))
    let json = try ledger.run("\(line) --format jsonl", terminal: true, environment: Self.wide)
    #expect(Self.names(json).count == 63, "what programs read is whole, wherever it goes")
  }

  @Test func groupsOnATerminal() throws {
    let line = "query sam.person --group-by displayNameCache"
    let ledger = try Self.ledger()
    let shown = try ledger.run(line, terminal: true, environment: Self.wide)
    #expect(Self.names(shown).count == 50 && shown.output.contains("13 more; --limit N or --all shows them"))
    for options in ["--all", "--format jsonl"] {
      let all = try ledger.run("\(line) \(options)", terminal: true, environment: Self.wide)
      #expect(Self.names(all).count == 63 && !all.output.contains(" more;"))
    }
  }

  @Test(arguments: ["log", "query sam.person"], OutputFormat.allCases)
  func throughAPipe(_ line: String, _ format: OutputFormat) throws {
    let run = try Self.ledger().run("\(line) --format \(format)").expectDone()
    #expect(Self.names(run).count == 63 && run.errors.isEmpty)
  }

  @Test func whatFollowsBeginsWithTheLast() throws {
    let ledger = try Self.ledger()
    // The command itself is killed: it may outlive script(1), and Ctrl-C may be ignored.
    let run = try ledger.run(
      "status >/dev/null; script -qefc 'echo $$ > pid; exec daybook log --follow' seen </dev/null >/dev/null & "
        + "until grep -q 'Name-63' seen || [ $SECONDS -gt 300 ]; do sleep 0.05; done; "
        + "kill $(cat pid); wait; cat seen",
      environment: Self.wide)
    #expect(run.output.contains("14 more; --limit N or --all shows them"))
    #expect(Self.names(run) == Array(14...63))
  }
}
