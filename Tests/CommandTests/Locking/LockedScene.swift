import DaybookTestSupport
import Foundation
import Testing

/// A locked ledger in the folder `family`, of which `a` and `b` are members and `c` is a member that was revoked. A stranger has
/// another locked ledger, a plain one, and one that pretends to be the family's. `saved` is the family's folder as it is
/// to be. What somebody does to the folder is a line of shell; `$A`, `$B`, `$C` and `$S` are the replicas' folders in it.
final class LockedScene {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try need(Self.story)
  }

  private static let functions = """
    for who in a b c e s; do
      eval "$who() {
        DAYBOOK_STATE_DIR=\\$PWD/state-$who DAYBOOK_CACHE_DIR=\\$PWD/cache-$who \\
          DAYBOOK_LEDGER=\\$PWD/\\${in:-family} daybook \\"\\$@\\"
      }"
    done
    write() { local who=$1; shift; $who upsert sam.person "$1" --new --set displayNameCache="$2"; }
    asking() { a device list | jq -r 'select(.status == "waiting").device'; }
    folder() { echo family/replicas/$(in=$2 $1 replica --format jsonl | jq -r 'select(.own).replica'); }
    # Gives a file the name that its bytes have: FILE BEGINNING END
    name() { mv "$1" "$2-$(sha256sum < "$1" | cut -c1-32)$3"; }
    newest() { ls $1/$2 | tail -n 1; }
    [ ! -e variables ] || . ./variables

    """

  private static let story = """
    set -e
    a init family --name a; write a ann Ann; cp -a family before; a lock --yes > shown; jq -r '.recoveryKey // empty' shown > paper
    b device join || true; a device approve $(asking) --yes; b device join --yes || true; b device join
    b device rename own b; cp -a family early; write b ben Ben
    cp -a family of-c; in=of-c c key recover < paper; in=of-c c device rename own c; cp -an of-c/. family/
    a device revoke c --yes; in=of-c write c cy Cymbeline
    in=other a init other --lock --yes > /dev/null; in=other write a oda Oda; in=plain a init plain; in=plain write a pia Pia
    mkdir forged; jq -c 'del(.locked) | .daybook = 2' family/daybook.json > forged/daybook.json
    in=forged write s ann Mallory; in=forged write s mal Mallory
    cp -a family saved
    for one in A=a:family B=b:family C=c:of-c S=s:forged; do
      who=${one#*=}; echo ${one%%=*}=$(folder ${who%:*} ${who#*:})
    done > variables
    echo "O=$(ls -d other/replicas/*) P=$(ls -d plain/replicas/*)" >> variables
    """

  /// Runs a line of shell in the folder of all machines.
  ///
  /// - Parameter prefix: what stands before the shell.
  func run(_ line: String, after prefix: String = "") throws -> Outcome {
    let script = sandbox.path + "/script"
    try Data((Self.functions + line + "\n").utf8).write(to: URL(fileURLWithPath: script))
    return try sandbox.shell("\(prefix) bash '\(script)'")
  }

  /// The same, where it must succeed; gives what it wrote.
  @discardableResult
  func need(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try run(line)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// Puts the folder back as it was.
  func restore() throws { try need("rm -rf family/*; cp -a saved/. family/") }

  /// What `verify` finds on the machine of `a`, and the names that it shows.
  func found() throws -> (status: Int32, findings: [String], names: [String]) {
    let verified = try run(
      "a verify --deep | jq -r '.findings[] | .finding + \": \" + .what'; exit ${PIPESTATUS[0]}")
    let names = try need(
      "a query sam.person --sort displayNameCache --fields displayNameCache | jq -r .displayNameCache")
    return (verified.status, lines(verified.output), lines(names))
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
