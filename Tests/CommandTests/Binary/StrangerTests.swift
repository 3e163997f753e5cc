import DaybookTestSupport
import Foundation
import Testing

/// What others may put into a ledger's folder: nothing of it hangs, is followed, or reaches the
/// terminal as it is.
@Suite struct StrangerTests {
  let sandbox: Sandbox
  let replica: String

  init() throws {
    sandbox = try Sandbox()
    let made = try sandbox.shell(
      """
      set -e
      daybook init ledger
      echo '{"op":"upsert","kind":"test.thing","id":"1","set":{"a":1}}' | daybook append --ledger ledger
      """)
    #expect(made.status == 0, "\(made.errors)")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sandbox.ledger + "/replicas")
    replica = sandbox.ledger + "/replicas/" + (folders.first ?? "")
  }

  private static let sealed = "000000000001-000000000009-0123456789abcdef0123456789abcdef.jsonl.zst"
  private static let open = "000000000001-0123456789abcdef.open.jsonl.zst"

  static let strangers = [
    "a FIFO": "mkfifo \(sealed)",
    "a FIFO as open segment": "mkfifo \(open)",
    "a symlink": "ln -s /etc/passwd \(sealed)",
    "a symlink that loops": "ln -s . \(open)",
    "a folder": "mkdir \(sealed)",
    "a name of control characters": #"touch $'a\e[2Jb\nc\u202e.zst'"#,
    "a name that is not UTF-8": #"touch $'a\xff\xfe'"#,
    "a socket": "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s.open.jsonl.zst\")'",
    "a conflict copy":
      "touch '000000000001-0123456789abcdef.open.sync-conflict-20260101-010101-ABCDEFG.jsonl.zst'",
    "no rights": "touch \(open); chmod 000 \(open)",
    "an empty segment": "touch \(open)",
    "a segment of zeros": "head -c 100000 /dev/zero > \(open)",
    "another's folder that is a symlink": "ln -s /etc ../0123456789abcdef",
    "a file among replicas": "touch ../0123456789abcdef",
    "a FIFO for blobs": "mkfifo ../../blobs",
    "a file for blobs": "touch ../../blobs",
    "a symlink for blobs": "ln -s /etc ../../blobs",
  ]

  @Test(arguments: strangers.keys.sorted()) func isPassedOver(_ name: String) throws {
    let made = try sandbox.shell("cd '\(replica)' && \(Self.strangers[name] ?? "false")")
    #expect(made.status == 0, "\(made.errors)")
    for command in ["query test.thing", "log", "replay", "status", "verify", "repair", "verify"] {
      let format = command.count.isMultiple(of: 2) ? "jsonl" : "table"
      let outcome = try sandbox.shell("timeout 30 daybook \(command) --ledger ledger --format \(format)")
      #expect(outcome.status != 124, "\(command) hangs")
      #expect(!outcome.isSignal && outcome.status <= 1, "\(command): \(outcome.errors)")
      for text in [outcome.output, outcome.errors] {
        #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}") && !text.contains("root:x"))
      }
    }
    let query = try sandbox.daybook("query", "test.thing", "--count", "--ledger", sandbox.ledger)
    #expect(query.output == "{\"count\":1}\n")
    let append = try sandbox.daybook(
      "upsert", "test.thing", "2", "--new", "--set", "a=2", "--ledger", sandbox.ledger)
    #expect(append.status == 0, "\(append.errors)")
  }

  @Test func statusNamesThem() throws {
    _ = try sandbox.shell(#"cd '\#(replica)' && touch $'x\e[2J'"#)
    let status = try sandbox.daybook("status", "--ledger", sandbox.ledger, "--format", "json")
    #expect(status.output.contains(#"x\u001b[2J"#), "\(status.output)")
  }
}
