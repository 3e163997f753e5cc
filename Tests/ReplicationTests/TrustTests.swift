import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// What is not signed, or signed by the wrong hand, is not applied and forks nothing.
@Suite struct TrustTests {
  let store = MemoryFileStore()

  func replica(_ number: UInt8 = 1, commits: Int = 6) throws -> TestReplica {
    var replica = TestReplica(number)
    for index in 0..<commits { try replica.write(events: index % 2 + 1) }
    return replica
  }

  /// Changes a commit's head within its line.
  func tamper(_ replica: inout TestReplica, _ index: Int, _ change: (inout SignedHead) -> Void) throws {
    let written = replica.commits[index]
    let lines = written.lines.split(separator: 0x0a)
    let last = try #require(lines.last)
    var head = written.head
    change(&head)
    let leaf = try CommitLine.parse(Array(last).span).strippingHead(Array(last).span)
    replica.commits[index].lines =
      lines.dropLast().flatMap { $0 + [0x0a] } + CommitLine.adding(head, to: leaf) + [0x0a]
  }

  /// Leaves a commit's head away.
  func strip(_ replica: inout TestReplica, _ index: Int) throws {
    let lines = replica.commits[index].lines.split(separator: 0x0a)
    let last = Array(try #require(lines.last))
    let leaf = try CommitLine.parse(last.span).strippingHead(last.span)
    replica.commits[index].lines = lines.dropLast().flatMap { $0 + [0x0a] } + leaf + [0x0a]
  }

  @Test(arguments: [1, 1 << 20])
  func aLaterSignatureCoversWhatComesBefore(_ pendingSizeBytesMax: Int) throws {
    var ann = try replica()
    try strip(&ann, 0)
    try strip(&ann, 2)
    try tamper(&ann, 3) { $0.signature[5] ^= 1 }
    try store.putOpen(ann, 0..<6)
    var options = ReadOptions()
    options.pendingSizeBytesMax = pendingSizeBytesMax
    let reading = try Reading(store, options: options)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.leaves.values.allSatisfy { $0 == 1 })
    #expect(reading.report.findings == [])
    options.checksEveryHead = true
    #expect(try Reading(store, options: options).kinds() == [.forged])
  }

  @Test(arguments: [1, 1 << 20])
  func whatFollowsTheLastSignatureIsNotApplied(_ pendingSizeBytesMax: Int) throws {
    var ann = try replica()
    try strip(&ann, 4)
    try strip(&ann, 5)
    let path = try store.putOpen(ann, 0..<6)
    var options = ReadOptions()
    options.pendingSizeBytesMax = pendingSizeBytesMax
    let reading = try Reading(store, options: options)
    #expect(reading.seqs(ann) == Array(1..<ann.commits[4].firstSeq))
    let finding = try #require(reading.report.findings.first)
    #expect(finding.kind == .unattestedTail && finding.file == path)
    #expect(finding.seqs == ann.commits[4].firstSeq...ann.lastSeq)
    #expect(reading.report.findings.count == 1)
  }

  @Test(arguments: 0..<4)
  func wronglySignedIsNamedAndForksNothing(_ way: Int) throws {
    var ann = try replica()
    let other = SigningKey(seed: [UInt8](repeating: 9, count: 32)) ?? SigningKey()
    let (tree, id, key) = (ann.tree, ann.id, ann.key)
    try tamper(&ann, 5) { head in
      switch way {
      case 0: head.signature[63] ^= 0x10
      case 1: head.root = Hash256.of([1].span)
      case 2:
        head = (try? Signing.head(of: tree, ledger: TestReplica.ledger, replica: id, key: other)) ?? head
      default:
        // Signed rightly, for another ledger.
        head = (try? Signing.head(of: tree, ledger: "other", replica: id, key: key)) ?? head
      }
    }
    let path = try store.putOpen(ann, 0..<6)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1..<ann.commits[5].firstSeq))
    #expect(reading.kinds() == [.forged] && reading.report.findings.first?.file == path)
    #expect(reading.report.branches.count == 1)
  }

  @Test func headersOfOthersAreQuarantined() throws {
    let ann = try replica()
    var foreign = try replica(2)
    foreign.ledger = "0193b6f0-0000-7000-8000-000000000002"
    foreign.commits = []
    (foreign.tree, foreign.lastSeq) = (MerkleTree(), 0)
    try foreign.write()
    try store.putOpen(ann, 0..<6)
    try store.putOpen(foreign, 0..<1)
    // Ben's file, put into Ann's folder.
    let ben = try replica(3)
    try store.put(ben.open(0..<6), at: LedgerLayout.path(of: ben.openName(0..<6, random: 7), ann.id))
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.report.branches.count == 1)
    #expect(reading.kinds(foreign.id) == [.quarantined] && reading.kinds(ann.id) == [.quarantined])
    #expect(reading.report.findings.contains { $0.what.contains(foreign.ledger) })
  }

  @Test func nobodyWritesUnderAnothersID() throws {
    let (ann, mallory) = (try replica(1), try replica(2))
    var header = mallory.header(before: 0)
    header.replica = ann.id
    let file = SegmentWriter.headerFrame(header) + SegmentWriter.commitFrame(lines: mallory.commits[0].lines)
    try store.put(file, at: LedgerLayout.path(of: ann.openName(0..<1), ann.id))
    let reading = try Reading(store)
    #expect(reading.leaves.isEmpty && reading.kinds().first == .forged)
  }

  @Test func aStampOfAnotherReplicaQuarantinesTheCommit() throws {
    var ann = try replica(commits: 2)
    try ann.write(stampedBy: ReplicaID(rawValue: 5))
    try store.putOpen(ann, 0..<3)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1..<ann.commits[2].firstSeq) && reading.kinds() == [.quarantined])
  }

  @Test func seqsWithoutGapsOnly() throws {
    var ann = try replica(commits: 2)
    try ann.write(skipping: 3)
    try ann.write()
    try store.putOpen(ann, 0..<4)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1..<ann.commits[2].firstSeq))
    #expect(reading.kinds().first == .quarantined)
  }

  @Test func aFileThatRepeatsItselfIsReadOnce() throws {
    let ann = try replica()
    let sealed = try ann.sealed(0..<6, frameSizeBytes: 300)
    try store.put(sealed.bytes + sealed.bytes, at: LedgerLayout.path(of: ann.openName(0..<6), ann.id))
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.kinds() == [.quarantined] && reading.report.branches.count == 1)
  }

  @Test func aNameThatLiesAboutItsBeginning() throws {
    let ann = try replica()
    let name = SegmentName.open(first: 3, random: "00000000000000aa")
    try store.put(ann.open(0..<6), at: LedgerLayout.path(of: name, ann.id))
    let reading = try Reading(store)
    #expect(reading.leaves.isEmpty && reading.kinds() == [.quarantined])
  }

  // MARK: Damage

  @Test func anOpenSegmentCutAnywhereIsItsPrefix() throws {
    let ann = try replica()
    let file = ann.open(0..<6)
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    // Where each commit's frame ends.
    var ends: [(end: Int, seq: UInt64)] = []
    for index in 1...6 { ends.append((ann.open(0..<index).count, ann.header(before: index).firstSeq - 1)) }
    for count in 0...file.count {
      try store.put(Array(file[..<count]), at: path)
      let reading = try Reading(store)
      let lastSeq = ends.last { $0.end <= count }?.seq ?? 0
      #expect(reading.seqs(ann) == (lastSeq == 0 ? [] : Array(1...lastSeq)), "cut at \(count)")
      let isWhole = count == 0 || count == ann.open(0..<0).count || ends.contains { $0.end == count }
      #expect(reading.kinds() == (isWhole ? [] : [.tornTail]), "cut at \(count)")
    }
  }

  @Test func damageInASealedFileCostsItsFrameAlone() throws {
    let ann = try replica(commits: 30)
    let sealed = try ann.sealed(0..<30, frameSizeBytes: 900)
    var reader = SegmentReader(bytes: sealed.bytes, isSealed: true)
    var frames: [(offset: Int, sizeBytes: Int, seqs: [UInt64])] = []
    while let part = reader.next() {
      guard case .frame(let content, let offset, let sizeBytes) = part else { continue }
      frames.append((offset, sizeBytes, content.events.map(\.line.seq)))
    }
    #expect(frames.count > 3)
    for frame in frames {
      var bytes = sealed.bytes
      bytes[frame.offset + frame.sizeBytes / 2] ^= 0x40
      let path = LedgerLayout.path(of: sealed.name, ann.id)
      try store.put(bytes, at: path)
      let reading = try Reading(store)
      #expect(reading.seqs(ann) == (1...ann.lastSeq).filter { !frame.seqs.contains($0) })
      let finding = try #require(reading.report.findings.first { $0.kind == .corruption })
      #expect(finding.file == path && finding.offset == frame.offset)
      #expect(finding.seqs == frame.seqs[0]...frame.seqs[frame.seqs.count - 1])
      // Another copy of the lost part heals it.
      try store.putOpen(ann, 0..<30)
      let healed = try Reading(store)
      #expect(healed.seqs(ann) == Array(1...ann.lastSeq) && healed.leaves.values.allSatisfy { $0 == 1 })
      #expect(healed.report.branches.count == 1 && healed.report.branches.first?.gaps == [])
      #expect(healed.report.branches.first?.root == ann.tree.root)
      try store.remove(LedgerLayout.path(of: ann.openName(0..<30), ann.id))
    }
  }

  @Test func damageInAnOpenFileEndsIt() throws {
    let ann = try replica()
    var bytes = ann.open(0..<6)
    bytes[ann.open(0..<3).count + 20] ^= 1
    try store.put(bytes, at: LedgerLayout.path(of: ann.openName(0..<6), ann.id))
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1..<ann.commits[3].firstSeq))
    #expect(reading.kinds() == [.corruption, .unattestedTail])
  }

  @Test func strangersAreNamedAndNotOpened() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<6)
    let folder = LedgerLayout.folder(of: ann.id)
    let strangers = [
      ".stfolder", "replicas/readme.txt", "replicas/4F2A9C1E07B35D68/x", "\(folder)/a.tmp",
      "\(folder)/000000000001-0000000000000001.open.sync-conflict-20261121-061300-ABC.jsonl.zst",
      "blobs/ab/notes.txt", "blobs/xyz/a.zst",
    ]
    for path in strangers { try store.put([1], at: path) }
    let inventory = try Inventory.scan(store, includingBlobs: true)
    #expect(
      Set(inventory.strangers.map(\.path))
        == Set(
          strangers.map {
            $0.hasPrefix("replicas/4F")
              ? "replicas/4F2A9C1E07B35D68" : $0 == "blobs/xyz/a.zst" ? "blobs/xyz" : $0
          }))
    #expect(inventory.findings.allSatisfy { $0.kind == .stranger && !$0.isFailure })
    #expect(inventory.replicas.count == 1 && inventory.replicas[0].segments.count == 1)
    let before = inventory.signature
    #expect(try Inventory.scan(store).signature == before)
    try store.putOpen(ann, 0..<5)
    #expect(try Inventory.scan(store).signature != before)
  }
}
