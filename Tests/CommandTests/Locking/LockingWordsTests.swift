import DaybookTestSupport
import Foundation
import Testing

/// What the commands of a locked ledger say when something is in the way, and what they do with files that are plain.
@Suite struct LockingWordsTests {
  private let scene: LockedScene

  init() throws { scene = try LockedScene() }

  private func errors(_ line: String, _ status: Int32, after prefix: String = "") throws -> String {
    let outcome = try scene.run(line, after: prefix)
    #expect(outcome.status == status, "\(line): \(outcome.output)\(outcome.errors)")
    return outcome.errors
  }

  @Test func noKeyIsShownForAFolderThatCannotBeWritten() throws {
    let somebody = try scene.sandbox.asSomebody()
    try scene.need(
      "in=new a init new; in=new write a ann Ann; chown -R 65534 . || true; chmod 555 new/replicas")
    let refused = try scene.run("in=new a lock --yes", after: somebody)
    #expect(refused.status != 0 && refused.output.isEmpty, "\(refused.output)\(refused.errors)")
    #expect(refused.errors.contains("permission denied"), "\(refused.errors)")
    // The folder of the replica alone: that shows when the files are encrypted.
    try scene.need("chmod 755 new/replicas; chmod 555 new/replicas/*")
    let broken = try scene.run("in=new a lock --yes", after: somebody)
    #expect(broken.status != 0 && broken.output.contains("AGE-SECRET-KEY-1"), "\(broken.output)")
    #expect(
      broken.errors.contains("keep the recovery key: 'daybook lock' continues with it"), "\(broken.errors)")
    try scene.need("chmod 755 new/replicas/*")
    let again = try scene.run("in=new a lock --yes", after: somebody)
    #expect(again.status == 0 && !again.output.contains("AGE-SECRET-KEY-1"), "\(again.output)\(again.errors)")
    #expect(again.errors.contains("the recovery key that was shown last"), "\(again.errors)")
    try scene.need("in=new a verify; [ -z \"$(find new -name '*.zst')\" ]")
  }

  @Test func plainFilesThatCameBackAreEncrypted() throws {
    try scene.need(
      "rm -rf family; cp -a before family; cp -an saved/. family/; rm family/daybook.json; cp saved/daybook.json family/"
    )
    let status = try scene.need("a status --format table")
    #expect(status.contains("'daybook lock' encrypts those of this device"), "\(status)")
    // Of two files with the same lines one goes: the plain one is encrypted, or gives way to the encrypted one.
    #expect(try scene.need("a lock | jq -c '[.locked,.plain]'") == "[true,0]\n")
    #expect(try scene.need("find family -name '*.zst'").isEmpty)
    #expect(try scene.found() == (0, [], ["Ann", "Ben"]))
    #expect(try errors("a lock", 77).contains("the ledger is locked already"))
  }

  @Test func plainAttachmentsAreNamedAndEncrypted() throws {
    try scene.need(
      """
      in=new a init new; in=new a purus record new Rex; head -c 300000 /dev/urandom > scan
      in=new a purus add document rex scan; cp -a new plain-new; in=new a lock --yes
      mkdir -p new/blobs; cp -a plain-new/blobs/. new/blobs/
      """)
    #expect(try scene.need("in=new a status | jq -c '.lock | [.plainFiles,.plainBlobs]'") == "[[],1]\n")
    #expect(try scene.need("in=new a lock | jq -c '[.encrypted,.plain]'").hasSuffix(",0]\n"))
    #expect(try scene.need("find new -name '*.zst'").isEmpty)
    try scene.need("in=new a verify --deep")
  }

  @Test func whoDoesNotCountIsNamedWithWhatToDo() throws {
    try scene.need("mkdir $S; cp forged/${S#family/}/* $S/; cp -an of-c/${C#family/}/. $C/")
    let status = try scene.need("a status --format table")
    let stranger = try scene.need("basename $S").dropLast()
    #expect(status.contains("if not, delete replicas/\(stranger)."), "\(status)")
    #expect(status.contains("c was revoked: what it wrote afterwards does not count."), "\(status)")
  }

  @Test func lockedFilesOfAReplicaAreOneLine() throws {
    try scene.need("cp -r $O family/replicas/")
    let verified = try scene.run("a verify --deep --format table")
    #expect(verified.status == 1)
    let lines = verified.output.split(separator: "\n").filter { $0.contains("no key on this device opens") }
    #expect(lines.count == 1 && lines.first?.contains("3 files are encrypted") == true, "\(verified.output)")
    let other = try scene.need("basename $O").dropLast()
    let errors = try errors("a query sam.person", 0)
    #expect(errors.contains("3 encrypted files of \(other), which is not a member here"), "\(errors)")
  }

  /// A device that came by the paper is refused as others are, once it was revoked.
  @Test func aRevokedDeviceThatCameByThePaperShowsNothing() throws {
    try scene.need(
      """
      e key recover < paper; e device rename own e; e get sam.person ann
      a device revoke e --yes
      """)
    for command in ["get sam.person ann", "query sam.person", "device list", "status"] {
      let errors = try errors("TZ=Asia/Tokyo e \(command)", 77)
      #expect(
        errors.contains("this device was revoked by ") && !errors.contains("Z:"), "\(command): \(errors)")
    }
    #expect(try scene.run("e device join").output.contains("revoked"))
    // Without the notice, too, it does not pass for the ledger.
    try scene.need("rm $A/notice-*")
    #expect(try errors("e get sam.person ann", 77).contains("nor the files that list the members"))
  }

  @Test func anUnlockingThatBrokeOffIsGoneOnWith() throws {
    let somebody = try scene.sandbox.asSomebody()
    try scene.need("chmod 555 $B")
    _ = try scene.run("a unlock --yes --count-all", after: somebody)
    let status = try scene.run("a status --format table", after: somebody).output
    #expect(status.contains("unlocking") && status.contains("run 'daybook unlock' again"), "\(status)")
    try scene.need("chmod 755 $B")
    let unlocked = try scene.run("a unlock --yes --count-all", after: somebody)
    #expect(unlocked.status == 0, "\(unlocked.output)\(unlocked.errors)")
  }

  /// A device without its key is told which paper is the right one.
  @Test func aPaperIsCheckedByItself() throws {
    try scene.need("rm state-a/ledgers/$(jq -r .ledger family/daybook.json)/locking/device.key")
    #expect(try scene.need("a key check < paper | jq -c .present") == "true\n")
    #expect(try scene.need("s key check --ledger family < paper | jq -c .present") == "true\n")
    #expect(try scene.run("age-keygen 2> /dev/null | s key check --ledger family").status == 1)
  }
}
