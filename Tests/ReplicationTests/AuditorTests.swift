import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// Heads that were kept elsewhere tell of whatever was taken away or written anew.
@Suite struct AuditorTests {
  private let files = AuditedFiles()

  private func replica(_ number: UInt8 = 1, commits: Int = 8) throws -> TestReplica {
    var replica = TestReplica(number)
    for _ in 0..<commits { try replica.write() }
    return replica
  }

  private func verify(_ anchors: [TrustedHeads], isDeep: Bool = false) throws -> [Finding.Kind] {
    var options = VerifyOptions()
    (options.anchors, options.isDeep) = (anchors, isDeep)
    return try files.auditor().verify(options).findings.map(\.kind)
  }

  private func kept(_ heads: [TreeHead]) throws -> TrustedHeads {
    try TrustedHeads(Array(heads.map(\.note).joined(separator: "\n").utf8), name: "heads.note")
  }

  @Test func theHeadsAreTheLastOnes() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    try files.store.putSealed(ann, 0..<3)
    try files.store.putSealed(ann, 3..<6)
    try files.store.putOpen(ann, 6..<8)
    try files.store.putSealed(ben, 0..<8)
    // From the files alone, and from what was verified.
    for _ in 0..<2 {
      let heads = try files.auditor().heads()
      #expect(Set(heads.map(\.root)) == [ann.tree.root, ben.tree.root])
      #expect(heads.map(\.replica) == heads.map(\.replica).sorted())
      #expect(heads.first { $0.replica == ann.id }?.size == ann.tree.size)
      #expect(heads.first { $0.replica == ann.id }?.lastSeq == ann.lastSeq)
      #expect(try files.auditor().heads(of: [ben.id]).map(\.root) == [ben.tree.root])
      #expect(try verify([kept(heads)]) == [])
    }
    #expect(throws: LedgerError.self) { try files.auditor().heads(of: [ReplicaID(rawValue: 5)]) }
    let head = try files.auditor().heads(of: [ann.id])[0]
    #expect(throws: LedgerError.self, "it has no key") { try files.auditor().sshSignature(of: head) }
  }

  /// Where the last file is damaged an earlier one shows the head, and a forked replica's are all shown.
  @Test func headsOfWhatIsNotInOrder() throws {
    let ann = try replica()
    try files.store.putSealed(ann, 0..<5)
    let path = try files.store.putOpen(ann, 5..<8)
    try files.store.put([1, 2, 3], at: path)
    #expect(try files.auditor().heads().map(\.size) == [ann.commits[5].before.size])
    var rewritten = TestReplica(1)
    for index in 0..<8 { try rewritten.write(text: index == 6 ? "rewritten" : "") }
    try files.store.putOpen(ann, 5..<8)
    try files.store.putOpen(rewritten, 5..<8, random: 2)
    #expect(try Set(files.auditor().heads().map(\.root)) == [ann.tree.root, rewritten.tree.root])
  }

  @Test(arguments: [false, true])
  func whatWasTakenAwayIsMissing(isDeep: Bool) throws {
    let ann = try replica()
    try files.store.putSealed(ann, 0..<4)
    let path = try files.store.putOpen(ann, 4..<8)
    let heads = try kept(files.auditor().heads())
    try files.store.remove(path)
    #expect(try verify([], isDeep: isDeep) == [], "nobody remembers")
    #expect(try verify([heads], isDeep: isDeep) == [.missing])
    try files.store.remove(LedgerLayout.path(of: ann.sealed(0..<4).name, ann.id))
    #expect(try verify([heads], isDeep: isDeep).contains(.missing))
    try files.store.putOpen(ann, 0..<8)
    #expect(try verify([heads], isDeep: isDeep) == [])
  }

  @Test(arguments: [false, true])
  func whatWasRewrittenIsAFork(isDeep: Bool) throws {
    let ann = try replica()
    let path = try files.store.putOpen(ann, 0..<5)
    let heads = try kept(files.auditor().heads())
    try files.store.remove(path)
    var rewritten = TestReplica(1)
    for index in 0..<9 { try rewritten.write(text: index == 2 ? "rewritten" : "") }
    try files.store.putSealed(rewritten, 0..<9)
    #expect(try verify([], isDeep: isDeep) == [], "nobody remembers")
    #expect(try verify([heads], isDeep: isDeep) == [.fork])
  }

  @Test func whatTheKeyDidNotSignSaysNothing() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    try files.store.putOpen(ann, 0..<8)
    let forged = try Signing.head(
      of: ben.tree, ledger: TestReplica.ledger, replica: ann.id, key: ben.key)
    let note = HeadNote(
      ledger: TestReplica.ledger, replica: ann.id, head: forged, publicKey: ann.key.publicKey)
    #expect(try verify([TrustedHeads(Array(note.description.utf8), name: "a")]) == [.forged])
    let other = HeadNote(
      ledger: "0193b6f0-0000-7000-8000-000000000002", replica: ann.id, head: forged,
      publicKey: ann.key.publicKey)
    let error = #expect(throws: LedgerError.self) {
      try verify([TrustedHeads(Array(other.description.utf8), name: "a")])
    }
    #expect(error?.code == .badData && error?.file == "a")
    // Of a replica of which nothing is here, what was kept is all that is known.
    let missing = HeadNote(
      ledger: TestReplica.ledger, replica: ben.id, head: ben.commits[7].head, publicKey: ben.key.publicKey)
    #expect(try verify([TrustedHeads(Array(missing.description.utf8), name: "a")]) == [.missing])
    #expect(throws: LedgerError.self) { try TrustedHeads(Array("no note".utf8), name: "b") }
  }

  /// What a machine found once it remembers, though it reads nothing again.
  @Test func whatWasVerifiedAndThenWentStaysFound() throws {
    let ann = try replica()
    try files.store.putSealed(ann, 0..<4)
    let path = try files.store.putOpen(ann, 4..<8)
    #expect(try verify([]) == [])
    let again = try files.auditor().verify()
    #expect(again.filesRead == 0 && again.events == 8 && again.heads.map(\.size) == [ann.tree.size])
    try files.store.remove(path)
    for _ in 0..<3 { #expect(try verify([]) == [.missing]) }
    #expect(try verify([], isDeep: true) == [.missing])
  }
}
