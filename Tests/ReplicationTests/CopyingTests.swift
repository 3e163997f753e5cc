import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// What is copied, and what is left alone.
@Suite struct CopyingTests {
  let copies = Copies()

  private func replica(_ number: UInt8 = 1, commits: Int = 8) throws -> TestReplica {
    var replica = TestReplica(number)
    for _ in 0..<commits { try replica.write(events: 2) }
    return replica
  }

  @Test func everythingArrivesAsItIs() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    try copies.here.putSealed(ann, 0..<5)
    try copies.here.putOpen(ann, 5..<8)
    try copies.there.putSealed(ben, 0..<8)
    let blob = Array("a picture".utf8)
    let hash = try BlobStore(copies.here).write(blob)
    let dry = try copies.replicate(isDryRun: true)
    #expect(try Copies.files(copies.there).count == 1)
    let report = try copies.replicate()
    #expect(
      report.isSame && !dry.pushed.isEmpty && dry.pushed == report.pushed && dry.pulled == report.pulled)
    #expect(report.pushed.commits == 8 && report.pushed.events == 16 && report.pushed.files == 2)
    #expect(report.pushed.blobs == 1 && report.pulled.commits == 8 && report.pulled.files == 1)
    #expect(report.replicas[ann.id]?.pushed.commits == 8 && report.replicas[ann.id]?.pulled.isEmpty == true)
    #expect(try Copies.files(copies.here) == Copies.files(copies.there))
    #expect(try BlobStore(copies.there).read(hash) == blob)
    let control = (here: FaultControl(tracing: true), there: FaultControl(tracing: true))
    #expect(try copies.replicate(control: control).isSame)
    // Only the open segments are compared.
    #expect(control.there.trace.filter { $0.name == .read }.count == 1)
    try copies.expectNothingToDo()
  }

  @Test func oneWayLeavesTheOtherSideAlone() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    try copies.here.putOpen(ann, 0..<8)
    try copies.there.putOpen(ben, 0..<8)
    let before = try Copies.files(copies.there)
    let pull = try copies.replicate(.pull)
    #expect(try Copies.files(copies.there) == before)
    #expect(!pull.isSame && pull.pulled.commits == 8 && pull.lackedThere.commits == 8 && pull.pushed.isEmpty)
    let push = try copies.replicate(.push)
    #expect(push.isSame && push.pushed.commits == 8 && push.pulled.isEmpty)
    #expect(try Copies.files(copies.here) == Copies.files(copies.there))
  }

  @Test func anOpenFileGrowsAndNeverShrinks() throws {
    let ann = try replica()
    try copies.here.putOpen(ann, 0..<3)
    let path = try copies.there.putOpen(ann, 0..<7)
    let report = try copies.replicate()
    #expect(report.pulled.commits == 4 && report.pushed.files == 0 && report.isSame)
    #expect(try copies.here.readAll(path) == ann.open(0..<7))
    #expect(try copies.there.readAll(path) == ann.open(0..<7))
    try copies.expectNothingToDo()
  }

  @Test func whatIsNotTheSameFileGoesBesideIt() throws {
    let ann = try replica()
    let path = try copies.there.putOpen(ann, 0..<3)
    var other = ann.open(0..<5)
    other += SegmentWriter.commitFrame(lines: ann.commits[5].lines, level: 9)
    try copies.here.put(other, at: path)
    // Neither is the beginning of the other: the third commit's frame lies in other bytes there.
    var third = ann.open(0..<2)
    third += SegmentWriter.commitFrame(lines: ann.commits[2].lines, level: 19)
    try copies.there.put(third + [1, 2, 3], at: path)
    let before = try copies.there.readAll(path)
    let report = try copies.replicate()
    #expect(try copies.there.readAll(path) == before && copies.here.readAll(path) == other)
    let random = String(Hash256.of(other.span).description.prefix(16))
    let beside = LedgerLayout.path(of: .open(first: 1, random: random), ann.id)
    #expect(try copies.there.readAll(beside) == other)
    #expect(report.pushed.commits == 3 && report.isSame)
    #expect(try copies.leavesHere == copies.leavesThere)
    try copies.expectNothingToDo()
  }

  /// Damage may lie under the derived name, too: it neither stops the copy nor is it overwritten.
  @Test func aDamagedFileBesideItIsLeftToo() throws {
    let ann = try replica()
    let bytes = ann.open(0..<5)
    let path = try copies.here.putOpen(ann, 0..<5)
    try copies.there.put([1, 2, 3], at: path)
    let random = String(Hash256.of(bytes.span).description.prefix(16))
    let beside = LedgerLayout.path(of: .open(first: 1, random: random), ann.id)
    try copies.there.put([4, 5, 6], at: beside)
    let report = try copies.replicate()
    #expect(report.pushed.commits == 5)
    #expect(try copies.there.readAll(path) == [1, 2, 3] && copies.there.readAll(beside) == [4, 5, 6])
    #expect(try copies.leavesHere == copies.leavesThere)
    try copies.expectNothingToDo()
  }

  @Test func onlyTheSoundBeginningOfAnOpenFileIsCopied() throws {
    let ann = try replica()
    let path = try copies.here.putOpen(ann, 0..<8)
    try copies.here.put(ann.open(0..<8).dropLast(9) + [], at: path)
    let report = try copies.replicate()
    #expect(try copies.there.readAll(path) == ann.open(0..<7))
    #expect(report.findings.map(\.finding.kind) == [.tornTail] && report.isSame)
  }

  @Test func sealedFormsArriveAndOpenOnesGo() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    for replica in [ann, ben] {
      try copies.here.putSealed(replica, 0..<8)
      try copies.there.putOpen(replica, 0..<8)
    }
    let report = try copies.replicate(own: ann)
    #expect(report.pushed.commits == 0 && report.pushed.files == 2 && report.isSame)
    let open = [ann, ben].map { LedgerLayout.path(of: $0.openName(0..<8), $0.id) }
    #expect(report.removed == open)
    for path in open { #expect(try copies.there.status(path) == nil) }
    #expect(try copies.leavesHere == copies.leavesThere)
    try copies.expectNothingToDo(own: ann)
  }

  /// Of files that hold the same, one stays, on whichever side; a small one whose lines several hold stays, too.
  @Test func aFileGivesWayToOneThatHoldsAllOfIt() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    for range in [0..<2, 1..<4, 3..<8] { try copies.there.putSealed(ben, range) }
    try copies.here.putSealed(ben, 0..<8)
    let small = try Inventory.scan(copies.there).segments(of: ben.id).map(\.path)
    // A pull removes files only here, and this machine's own files are its writer's.
    #expect(try copies.replicate(.pull, own: ann).removed == [])
    let report = try copies.replicate(own: ann)
    #expect(report.removed.sorted() == small.sorted())
    #expect(try Inventory.scan(copies.there).segments(of: ben.id).map(\.last) == [16])
    let other = Copies()
    try other.there.putSealed(ben, 0..<8)
    for range in [0..<4, 4..<8, 2..<6] { try other.here.putSealed(ben, range) }
    #expect(try other.replicate(.pull, own: ben).removed == [])
    #expect(try other.replicate(.pull, own: ann).removed.count == 3)
  }

  @Test func anOwnOpenFileStaysWhileAnythingInItIsNotSealed() throws {
    let ann = try replica()
    try copies.here.putSealed(ann, 0..<5)
    let path = try copies.there.putOpen(ann, 0..<8)
    #expect(try copies.replicate(.push, own: ann).removed == [])
    #expect(try copies.there.status(path) != nil)
    // Nor is anything removed by whoever only takes.
    let other = Copies()
    try other.here.putSealed(ann, 0..<8)
    try other.there.putSealed(ann, 0..<8)
    try other.there.putOpen(ann, 0..<8)
    #expect(try other.replicate(.pull, own: ann).removed == [])
  }

  /// Joined, small and open forms of the same events: the joined one takes the place of the others.
  @Test func formsLieSideBySide() throws {
    let ann = try replica()
    try copies.here.putSealed(ann, 0..<8)
    try copies.there.putSealed(ann, 0..<3)
    try copies.there.putSealed(ann, 3..<8)
    try copies.there.putOpen(ann, 2..<6)
    let report = try copies.replicate()
    #expect(report.isSame && report.pushed.files == 1 && report.pushed.commits == 0 && report.pulled.isEmpty)
    #expect(report.removed.count == 3)
    try copies.expectNothingToDo()
  }

  @Test func placeholdersAndStrangersStay() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<8)
    let path = LedgerLayout.path(of: sealed.name, ann.id)
    try copies.here.put(sealed.bytes, at: path)
    try copies.there.put([], at: path)
    let conflict =
      "replicas/\(ann.id)/000000000001-0000000000000001.open.sync-conflict-20261121-ABC.jsonl.zst"
    try copies.there.put(ann.open(0..<8), at: conflict)
    try copies.there.put([1], at: "thesis.doc")
    let report = try copies.replicate()
    #expect(report.strangersThere == 2 && report.strangersHere == 0 && report.isSame)
    #expect(try copies.there.readAll(path) == sealed.bytes)
    #expect(try copies.there.readAll(conflict) == ann.open(0..<8))
    #expect(try copies.here.status(conflict) == nil && copies.here.status("thesis.doc") == nil)
    #expect(report.findings.isEmpty)
  }

  /// Nothing tells of a changed byte but reading the file.
  @Test func comparingAllMendsWhatHasRotted() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<8)
    let path = LedgerLayout.path(of: sealed.name, ann.id)
    let hash = try BlobStore(copies.here).write(Array("a picture".utf8))
    let blob = LedgerLayout.path(ofBlob: hash)
    try copies.here.put(sealed.bytes, at: path)
    try copies.replicate()
    for (rotten, good) in [(copies.there, copies.here), (copies.here, copies.there)] {
      for path in [path, blob] {
        var bytes = try good.readAll(path)
        bytes[bytes.count / 2] ^= 4
        try rotten.put(bytes, at: path)
      }
      try copies.expectNothingToDo()
      let report = try copies.replicate(comparesAll: true)
      #expect(report.isSame && report.findings.isEmpty)
      #expect(try Copies.files(rotten) == Copies.files(good))
      #expect(try Copies.files(good)[path] == sealed.bytes)
    }
  }

  @Test func whatAReadingFoundDamagedIsMended() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<8)
    let path = LedgerLayout.path(of: sealed.name, ann.id)
    try copies.there.put(sealed.bytes, at: path)
    try copies.here.put(Array(repeating: 0, count: sealed.bytes.count), at: path)
    try copies.expectNothingToDo()
    let report = try copies.replicate(doubted: [path])
    #expect(report.isSame && report.pulled.commits == 8)
    #expect(try copies.here.readAll(path) == sealed.bytes && copies.there.readAll(path) == sealed.bytes)
  }

  /// A name that is taken by other commits: nothing is lost, and it is said.
  @Test func whatHoldsMoreIsNotReplaced() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<4)
    let path = LedgerLayout.path(of: sealed.name, ann.id)
    try copies.here.put(sealed.bytes, at: path)
    try copies.there.put(try ann.sealed(0..<6).bytes, at: path)
    let before = try copies.leavesThere
    let report = try copies.replicate()
    #expect(!report.isSame && report.findings.contains { $0.side == .there && $0.finding.isFailure })
    #expect(try before.isSubset(of: copies.leavesThere))
  }

  @Test func whatIsOfAnotherLedgerOrReplicaIsRefused() throws {
    let ann = try replica()
    var foreign = TestReplica(3)
    foreign.ledger = "0193b6f0-0000-7000-8000-000000000002"
    try foreign.write()
    try copies.here.putSealed(foreign, 0..<1)
    let sealed = try ann.sealed(0..<8)
    try copies.here.put(sealed.bytes, at: LedgerLayout.path(of: sealed.name, TestReplica(4).id))
    // The right bytes under a name that promises more.
    let wrong = SegmentName.sealed(
      first: 1, last: 99, digest: .init(text: String(Hash256.of(sealed.bytes.span).description.prefix(32))))
    try copies.here.put(sealed.bytes, at: LedgerLayout.path(of: wrong, ann.id))
    let report = try copies.replicate()
    #expect(try Copies.files(copies.there).isEmpty)
    #expect(
      report.findings.count == 3 && report.findings.allSatisfy { $0.side == .here && $0.finding.isFailure })
    #expect(!report.isSame)
  }

  @Test func forksAreCopiedWhole() throws {
    var ann = try replica(commits: 4)
    var fork = ann
    for _ in 0..<3 { try ann.write() }
    fork.time += 5
    for _ in 0..<2 { try fork.write(text: "another") }
    try copies.here.putOpen(ann, 0..<7)
    try copies.there.putOpen(fork, 0..<6, random: 1)
    let report = try copies.replicate(own: ann)
    #expect(report.pulled.commits == 2 && report.pushed.commits == 3 && report.isSame)
    #expect(try copies.leavesHere == copies.leavesThere)
    #expect(try Reading(copies.here).kinds() == [.fork])
    #expect(try copies.here.readAll(LedgerLayout.path(of: ann.openName(0..<7), ann.id)) == ann.open(0..<7))
    try copies.expectNothingToDo(own: ann)
  }

  @Test func blobsAreCheckedByTheirContent() throws {
    let content = Array("a long letter, a long letter, a long letter".utf8)
    let hash = try BlobStore(copies.here).write(content)
    let path = LedgerLayout.path(ofBlob: hash)
    let whole = try copies.here.readAll(path)
    for bytes in [[], Array(whole.dropLast()), Array("nonsense".utf8)] {
      for isHere in [true, false] {
        let copies = copies.copied()
        let (good, bad) = isHere ? (copies.there, copies.here) : (copies.here, copies.there)
        try good.put(whole, at: path)
        try bad.put(bytes, at: path)
        let report = try copies.replicate()
        #expect(report.isSame && report.findings.isEmpty)
        #expect(try bad.readAll(path) == whole && good.readAll(path) == whole)
      }
    }
    // Another compression of the same content is as good.
    try copies.there.put(ZstdFrame.compress(content, level: 19), at: path)
    try copies.expectNothingToDo()
    // With no good one anywhere it stays, and is named.
    let lost = Copies()
    try lost.here.put(Array("nonsense".utf8), at: path)
    let report = try lost.replicate()
    #expect(report.findings.map(\.finding.kind) == [.corruption] && !report.isSame)
    #expect(try Copies.files(lost.there).isEmpty)
  }

  @Test func aLinkIsNotFollowed() throws {
    let ann = try replica()
    try copies.here.putOpen(ann, 0..<8)
    try copies.there.tamper { (image) throws(FileError) in try image.plant(.link, at: "replicas") }
    #expect(throws: CopyFailure.self) { try copies.replicate() }
  }
}
