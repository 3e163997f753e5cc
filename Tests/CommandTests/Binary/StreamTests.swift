import DaybookTestSupport
import Foundation
import Testing

/// Pipes that close, devices that are full, input without measure.
@Suite struct StreamTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
  }

  private func fill() throws {
    let text = String(repeating: "x", count: 40)
    let lines = (0..<3000).map {
      #"{"op":"upsert","kind":"test.thing","id":"\#($0)","set":{"text":"\#(text)"}}"# + "\n"
    }
    let outcome = try sandbox.daybook("append", "--ledger", sandbox.ledger, input: lines.joined())
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: ["", "trap '' PIPE;"]) func aClosedPipeIsQuiet(_ trap: String) throws {
    try fill()
    for command in ["log", "query test.thing", "query test.thing --format json", "log --format csv"] {
      let outcome = try sandbox.shell(
        "\(trap) daybook \(command) --ledger ledger | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}")
      #expect(outcome.errors == "", "\(command)")
      #expect(["0\n", "141\n"].contains(outcome.output), "\(command): \(outcome.output)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func aFullDeviceIsAnError() throws {
    try fill()
    let outcome = try sandbox.shell("daybook log --ledger ledger > /dev/full")
    #expect(outcome.status == 74)
    #expect(outcome.errors.hasPrefix("daybook: cannot write to the standard output"))
  }

  /// A file without an end of line, nesting without end: refused early, in little memory.
  @Test(arguments: [
    #"head -c 104857600 /dev/zero | tr '\0' 'a'"#,
    #"printf '{"op":"upsert","kind":"k","id":"1","set":{"a":'; head -c 100000 /dev/zero | tr '\0' '['"#,
    #"printf '{"op":"upsert","kind":"k","id":"1","set":{"a":"\xff"}}'"#,
    #"printf '{"op":"upsert","kind":"k","id":"1","id":"2","set":{"a":1}}'"#,
    #"printf '{"op":"upsert","kind":"k","id":"1","set":{"a":1}} x'"#,
    #"printf '[1]'"#, #"printf '{"op":"upsert"}'"#, #"printf '\0'"#,
  ])
  func badLinesAreRefused(_ generator: String) throws {
    let limited =
      "import resource,subprocess,sys; code=subprocess.call(sys.argv[1:]); "
      + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
    let outcome = try sandbox.shell(
      "{ \(generator); } 2>/dev/null | timeout 60 python3 -c '\(limited)' daybook append --ledger ledger")
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("daybook: ") && outcome.errors.contains("standard input:1"))
    let kibibytes = outcome.output.split(separator: "\n").last.flatMap { Int($0) } ?? .max
    #expect(kibibytes < 256 << 10)
    #expect(try sandbox.daybook("log", "--ledger", sandbox.ledger).output == "")
  }

  /// On a terminal: our own colours, and nothing else that it would act on.
  @Test(.enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"))
  func aTerminalGetsNothingRaw() throws {
    let mutation =
      #"{"op":"upsert","kind":"test.thing","id":"a\u001b[2J","set":{"t":"\u009b1m\u202e\u0007"}}"# + "\n"
    _ = try sandbox.daybook("append", "--ledger", sandbox.ledger, input: mutation)
    let commands = [
      "log", "query test.thing", "log --format jsonl", "log --format csv", "get test.thing nothere", "status",
    ]
    for command in commands {
      let line = "script -qec 'daybook \(command) --ledger ledger' /dev/null </dev/null"
      let plain = try sandbox.shell(line, environment: ["NO_COLOR": "1"]).output
      #expect(!plain.isEmpty, "\(command)")
      for scalar in plain.unicodeScalars where scalar != "\n" && scalar != "\r" {
        #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202e, "\(command)")
      }
      let coloured = try sandbox.shell(line, environment: ["NO_COLOR": "", "TERM": "xterm"]).output
      #expect(coloured.contains("\u{1b}[") || command.contains("format"), "\(command)")
      let rest = coloured.replacingOccurrences(
        of: "\u{1b}\\[[0-9;]*m", with: "", options: .regularExpression)
      #expect(!rest.contains("\u{1b}"), "\(command)")
    }
  }
}
