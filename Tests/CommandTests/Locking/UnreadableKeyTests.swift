import DaybookTestSupport
import Foundation
import Testing

/// A file with keys that is there and cannot be read: one error that names it, and nothing new in its place. What other keys
/// open is read all the same.
@Suite struct UnreadableKeyTests {
  private let scene: LockedScene
  private let somebody: String
  private static let writing = "upsert sam.person gus --new --set displayNameCache=Gus"

  init() throws {
    scene = try LockedScene()
    // So that the files are read.
    try scene.need("rm -rf cache-*")
    somebody = try scene.sandbox.asSomebody()
  }

  /// Everything but locks and what a machine remembers.
  private func files() throws -> String {
    try scene.need(
      """
      find family state-a -type f ! -name witness.json ! -name taken.json ! -name '*.lock' ! -name lock ! -name lock.turn \\
        | sort | xargs -d '\\n' sha256sum
      """)
  }

  private func run(_ line: String) throws -> Outcome { try scene.run(line, after: somebody) }

  @Test func anotherRingDoesInItsPlace() throws {
    try scene.need("chmod 000 $B/keys-*")
    let before = try scene.need("ls -R family")
    for name in ["ann", "ben"] {
      let outcome = try run("a get sam.person \(name)")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let verified = try run(
      "a verify --deep | jq -r '.findings[] | .finding + \": \" + .what + \" \" + .file'")
    #expect(
      verified.output.hasPrefix("corruption: it cannot be read: permission denied replicas/"))
    #expect(verified.output.split(separator: "\n").count == 1, "\(verified.output)")
    // What needs a new ring is refused before anything is written.
    let revoked = try run("a device revoke b --yes")
    #expect(revoked.status == 77, "\(revoked.output)\(revoked.errors)")
    #expect(try scene.need("ls -R family") == before)
  }

  @Test func withoutAnyRingNothingLooksAsIfItWereNotThere() throws {
    try scene.need("chmod 000 $A/keys-* $B/keys-* $C/keys-*")
    let before = try files()
    for command in ["get sam.person ben", "query sam.person", "verify", "device", Self.writing] {
      let outcome = try run("a \(command)")
      #expect(outcome.status == 77, "\(command): \(outcome.output)\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix("daybook: a file with keys cannot be read: permission denied; "),
        "\(command): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(command): \(outcome.errors)")
    }
    #expect(try files() == before)
    try scene.need("chmod 600 $A/keys-* $B/keys-* $C/keys-*")
    #expect(try run("a get sam.person ben && a verify").status == 0)
  }

  @Test func theDeviceKeyIsNotReplaced() throws {
    let key = "state-a/ledgers/$(jq -r .ledger family/daybook.json)/locking/device.key"
    try scene.need("chmod 000 \(key)")
    let before = try files()
    for command in ["get sam.person ann", "device join", Self.writing, "unlock --yes"] {
      let outcome = try run("a \(command)")
      #expect(outcome.status == 77, "\(command): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("nothing new was made in its place"), "\(command): \(outcome.errors)")
    }
    #expect(try files() == before)
  }

  /// A segment that the disk does not give is no matter of keys: nothing says that a device was revoked.
  @Test func aSegmentWithoutRightsIsNotARevocation() throws {
    try scene.need("chmod 000 $A/*.zst.age")
    for command in ["get sam.person ben", "query sam.person", "status", "device join", Self.writing] {
      let outcome = try run("b \(command)")
      #expect(outcome.status == 74, "\(command): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("cannot be read: permission denied"), "\(command): \(outcome.errors)")
      #expect(
        !outcome.errors.contains("revoked") && !outcome.errors.contains("join"),
        "\(command): \(outcome.errors)")
    }
    try scene.need("chmod 644 $A/*.zst.age; chmod 000 $B/*.zst.age")
    for command in ["get sam.person ann", "query sam.person", "status"] {
      let outcome = try run("a \(command)")
      #expect(outcome.status == 0, "\(command): \(outcome.output)\(outcome.errors)")
      let said = outcome.output + outcome.errors
      #expect(said.contains("file's permissions"), "\(command): \(said)")
      #expect(!said.contains("not a member") && !said.contains("revoked"), "\(command): \(said)")
    }
    try scene.need("chmod 644 $B/*.zst.age")
    #expect(try run("b get sam.person ann && a get sam.person ben").status == 0)
  }
}
