import DaybookTestSupport
import Foundation
import Testing

/// A locked ledger opens without Daybook, by Debian's tools alone, as the article says.
@Suite(.tools("age", "zstdcat", "jq"))
struct LockedToolTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let made = try sandbox.shell(
      "daybook init --lock ledger --yes | jq -r '.recoveryKey // empty' > paper")
    #expect(made.status == 0, "\(made.errors)")
    for name in ["Ann Lee", "Ben Ek"] {
      let outcome = try sandbox.daybook(
        "upsert", "sam.person", name.prefix(3).lowercased(), "--new", "--set", "displayNameCache=\(name)",
        "--ledger", sandbox.ledger)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// `key`: the shell's word for the file with the key.
  @Test(arguments: ["\"$(find \"$DAYBOOK_STATE_DIR\" -name device.key)\"", "paper"])
  func everyLineIsRead(key: String) throws {
    let outcome = try sandbox.shell(
      """
      set -euo pipefail
      cd ledger/replicas/*; cp ../../../paper .
      age -d -i \(key) keys-*.age > ../../../ring.txt
      for file in *.jsonl.zst.age; do age -d -i ../../../ring.txt "$file"; done | zstdcat \
        | jq -r 'select(.kind == "sam.person").set.displayNameCache'
      """)
    #expect(outcome.output == "Ann Lee\nBen Ek\n", "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test func aStrangersKeyOpensNothing() throws {
    let outcome = try sandbox.shell(
      "age-keygen > other 2>/dev/null; cd ledger/replicas/*; age -d -i ../../../other keys-*.age")
    #expect(outcome.status != 0)
    #expect(outcome.output.isEmpty)
  }
}
