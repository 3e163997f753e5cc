import DaybookTestSupport
import Foundation
import Testing

/// What somebody with the folder of a locked ledger puts into it, takes away or changes: `verify` or `status` names it, nothing
/// of it is shown, and once the folder is as it was nothing is lost.
@Suite(.tools("age", "age-keygen", "jq"))
struct LockedAttackTests {
  /// What is done to the folder, in shell; and how each finding begins that it leads to, in order.
  struct Attack {
    var act: String
    var findings: [String] = []
    /// What the folder still shows, where something of it was taken away.
    var names = ["Ann", "Ben"]
    /// Of the lock in `status`, by jq: what is not as ever.
    var status = ""
  }

  @Test func keyringsOfOthersAreNotTaken() throws {
    try look([
      Attack(
        act: "cp $A/keys-* $B/$(newest $B 'keys-*' | xargs basename)",
        findings: ["quarantined: the keyring does not match its name"]),
      Attack(
        act: "rm $B/keys-*; cp $A/keys-* $B/",
        findings: ["quarantined: the keyring belongs to another replica", "missing: its keyring is not here"]),
      Attack(act: "cp early/${A#family/}/keys-* $A/"),
      Attack(
        act: "rm $A/keys-*; cp early/${A#family/}/keys-* $A/",
        findings: ["quarantined: the keyring is older than number 4, which this machine has accepted"]),
      Attack(act: "rm $B/keys-*", findings: ["missing: its keyring is not here"]),
      Attack(
        act: "truncate -s 300 $B/keys-*",
        findings: ["quarantined: the keyring does not match its name"]),
      Attack(
        act: "mv $B/keys-* x; truncate -s 300 x; name x $B/keys-1 .age",
        findings: ["quarantined: the keyring cannot be opened"]),
      Attack(
        act: "head -c 500 /dev/urandom > x; name x $B/keys-99 .age",
        findings: ["quarantined: the keyring cannot be opened"]),
      Attack(
        act: "head -c 7340032 /dev/zero > x; name x $B/keys-99 .age",
        findings: ["quarantined: the keyring is longer than"]),
      Attack(
        act: "rm $B/keys-*; head -c 500 /dev/urandom > x; name x $B/keys-99 .age",
        findings: ["quarantined: the keyring cannot be opened", "missing: its keyring is not here"]),
      Attack(
        act: """
          key=state-a/ledgers/$(jq -r .ledger family/daybook.json)/locking/device.key
          echo '# daybook keyring 1' | age -r $(age-keygen -y < $key) -o x; name x $B/keys-99 .age
          """,
        findings: ["quarantined: the keyring is malformed"]),
      Attack(
        act: "cp $O/keys-* x; name x $B/keys-2 .age",
        findings: ["stranger: it is a keyring that is not for this device"]),
    ])
  }

  @Test func deviceFilesOfOthersAreNotTaken() throws {
    try look([
      Attack(act: "rm $B/device-*", findings: ["missing: its device file is not here"]),
      Attack(
        act: "truncate -s 100 $B/device-*",
        findings: ["quarantined: the device file is malformed"]),
      Attack(
        act: "rm $B/device-*; cp $A/device-* $B/",
        findings: ["quarantined: the device file belongs to another replica"]),
      Attack(
        act: "cp $O/device-* x; name x $B/device-2 .json",
        findings: ["quarantined: the device file belongs to another ledger"]),
      Attack(
        act: """
          other=$(age-keygen 2> /dev/null | age-keygen -y)
          jq -c ".n = 2 | .recipient = \\"$other\\"" $B/device-* > x; name x $B/device-2 .json
          """,
        findings: ["quarantined: the device file has no valid signature of its replica"]),
      Attack(
        act: "head -c 5000 /dev/zero > x; name x $B/device-2 .json",
        findings: ["quarantined: the device file is longer than 4096 bytes"]),
      Attack(
        act: "mkdir family/replicas/0000000000000001; cp $B/device-* family/replicas/0000000000000001/",
        findings: ["quarantined: the device file belongs to another replica"]),
    ])
  }

  @Test func segmentsOfOthersAreNotRead() throws {
    let locked = "locked: it is encrypted, and no key on this device opens it"
    try look([
      Attack(
        act: "cp -r $O family/replicas/",
        findings: [locked, locked, locked, "quarantined: the device file belongs to another ledger"]),
      Attack(act: "cp $O/*.zst.age $A/", findings: [locked, locked, locked]),
      Attack(
        act: "cp -r $P family/replicas/", findings: ["quarantined: it belongs to another ledger"],
        status: ".plainFiles | length == 1"),
      Attack(
        act: "cp $(newest $B '*.zst.age') $A/", findings: ["quarantined: it belongs to replica "]),
      Attack(
        act: "mkdir $S; cp forged/${S#family/}/* $S/",
        status: "(.plainFiles | length == 1) and (.uncounted | length == 1)"),
      Attack(
        act: "cp forged/${S#family/}/* $B/",
        findings: ["quarantined: it belongs to replica ", "quarantined: it belongs to replica "],
        status: ".plainFiles | length == 1"),
      Attack(
        act: "in=forged s lock --yes; mkdir $S; cp forged/${S#family/}/* $S/",
        findings: [locked, locked, locked],
        status: ".waiting | length == 1"),
      Attack(act: "cp before/${A#family/}/*.zst $A/", status: ".plainFiles | length == 1"),
      // The revoked device goes on; it writes on a copy of the folder of its own.
      Attack(act: "cp -an of-c/${C#family/}/. $C/", status: ".uncounted | length == 1"),
    ])
  }

  @Test func whatIsTakenAwayOrPutBackIsNamed() throws {
    try look([
      Attack(
        act: "truncate -s 400 $(newest $B '*.zst.age')",
        findings: ["corruption: ", "missing: the file's name promises events", "missing: "], names: ["Ann"]),
      Attack(act: "rm $(newest $B '*.zst.age')", findings: ["missing: "], names: ["Ann"]),
      Attack(act: "find family -exec touch -d 2001-01-01 {} +"),
      Attack(act: "cp -an early/. family/"),
      Attack(act: "cp -an of-c/${A#family/}/. $A/"),
      Attack(act: "jq -c 'del(.locked)' saved/daybook.json > family/daybook.json"),
    ])
  }

  @Test func withoutItsDescriptionTheFolderIsNotALedger() throws {
    let scene = try LockedScene()
    let outcome = try scene.run("rm family/daybook.json; a get sam.person ann")
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("copy that file from another machine's copy of the ledger"))
  }

  private func look(_ attacks: [Attack], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let scene = try LockedScene()
    for attack in attacks {
      try scene.restore()
      try scene.need(attack.act, sourceLocation: sourceLocation)
      let (status, findings, names) = try scene.found()
      let comment = Comment(rawValue: "\(attack.act)\n\(findings.joined(separator: "\n"))")
      #expect(names == attack.names, comment, sourceLocation: sourceLocation)
      #expect(findings.count == attack.findings.count, comment, sourceLocation: sourceLocation)
      for (one, beginning) in zip(findings, attack.findings) {
        #expect(one.hasPrefix(beginning), comment, sourceLocation: sourceLocation)
      }
      let isFailure = attack.findings.contains { !$0.hasPrefix("stranger") }
      #expect(status == (isFailure ? 1 : 0), comment, sourceLocation: sourceLocation)
      guard !attack.status.isEmpty else { continue }
      try scene.need("a status | jq -e '.lock | \(attack.status)'", sourceLocation: sourceLocation)
    }
    try scene.restore()
    #expect(try scene.found() == (0, [], ["Ann", "Ben"]), sourceLocation: sourceLocation)
    try scene.need("write a eve Eve; b get sam.person eve; write b fay Fay; a get sam.person fay")
  }
}
