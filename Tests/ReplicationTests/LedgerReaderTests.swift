import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

@Suite struct LedgerReaderTests {
  let store = MemoryFileStore()

  func replica(_ number: UInt8 = 1, commits: Int = 10) throws -> TestReplica {
    var replica = TestReplica(number)
    for index in 0..<commits { try replica.write(events: index % 3 + 1) }
    return replica
  }

  @Test func anOpenSegment() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<10)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.report.findings == [])
    let branch = try #require(reading.report.branches.first)
    #expect(branch.size == ann.tree.size && branch.root == ann.tree.root)
    #expect(branch.lastSeq == ann.lastSeq && branch.lastCommit == 10 && branch.contiguousSeq == ann.lastSeq)
    #expect(branch.lastStamp == ann.commits.last?.events.last?.stamp)
    #expect(reading.report.events == ann.lastSeq && reading.report.commits == 10)
  }

  /// The same events in every form they can lie in: each is read once, and nothing is amiss.
  @Test(arguments: [
    [Form.sealed(0..<4), .open(4..<10)],
    [.sealed(0..<4), .open(0..<4), .open(4..<10)],
    [.open(0..<3), .open(0..<6), .open(0..<10)],
    [.sealed(0..<10), .sealed(0..<4), .sealed(4..<7), .open(4..<7), .sealed(7..<10), .open(7..<9)],
    [.sealed(0..<4), .sealed(2..<8), .sealed(6..<10), .open(3..<5)],
    [.sealed(0..<1), .open(1..<10), .open(1..<2), .sealed(1..<9)],
  ])
  func overlappingForms(_ forms: [Form]) throws {
    let ann = try replica()
    for (index, form) in forms.enumerated() { try form.put(ann, store, UInt64(index)) }
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.leaves.count == Int(ann.tree.size) && reading.leaves.values.allSatisfy { $0 == 1 })
    #expect(reading.report.branches.count == 1)
    #expect(reading.report.branches.first?.root == ann.tree.root)
    #expect(reading.report.findings == [])
  }

  enum Form: Sendable {
    case sealed(Range<Int>)
    case open(Range<Int>)

    func put(_ replica: TestReplica, _ store: any FileStore, _ random: UInt64) throws {
      switch self {
      case .sealed(let range): try store.putSealed(replica, range)
      case .open(let range): try store.putOpen(replica, range, random: random)
      }
    }
  }

  @Test func filesWithoutPredecessorsFloat() throws {
    let ann = try replica(commits: 20)
    try store.putSealed(ann, 0..<5)
    try store.putSealed(ann, 9..<12)
    try store.putOpen(ann, 15..<20)
    let reading = try Reading(store)
    let seqs = [0..<5, 9..<12, 15..<20].flatMap { ann.commits[$0].flatMap { $0.events.map(\.seq) } }
    #expect(reading.seqs(ann) == seqs)
    #expect(reading.kinds() == [.gap, .gap])
    #expect(
      reading.report.findings.first?.seqs == ann.commits[5].firstSeq...(ann.commits[9].firstSeq - 1))
    let branch = try #require(reading.report.branches.first)
    #expect(reading.report.branches.count == 1 && branch.stretches.count == 3)
    #expect(branch.contiguousSeq == ann.commits[5].firstSeq - 1)
    #expect(branch.root == ann.tree.root)
    // What the next commit on this machine says it held.
    let held = try #require(reading.report.held().entries.first)
    #expect(
      held.parts == [
        Seen.Part(end: ann.commits[5].before.size, root: ann.commits[5].before.root),
        Seen.Part(
          first: ann.commits[9].before.size, end: ann.commits[12].before.size,
          root: ann.commits[12].before.root),
        Seen.Part(first: ann.commits[15].before.size, end: ann.tree.size, root: ann.tree.root),
      ])
  }

  @Test func theBeginningIsMissing() throws {
    let ann = try replica()
    try store.putSealed(ann, 4..<10)
    let reading = try Reading(store)
    #expect(reading.kinds() == [.gap])
    #expect(reading.report.findings.first?.seqs == 1...(ann.commits[4].firstSeq - 1))
    #expect(reading.report.frontier[ann.id] == 0)
    #expect(reading.report.branches.first?.root == ann.tree.root)
  }

  /// Two copies of a replica that both wrote on after some commits.
  private func fork(after first: Int, commits: Int, events: Int = 1) throws -> (TestReplica, TestReplica) {
    var ann = try replica(commits: first)
    var twin = ann
    for _ in 0..<commits {
      try ann.write(events: events, text: "one")
      try twin.write(events: events, text: "two")
    }
    return (ann, twin)
  }

  @Test func aForkIsKeptWithBothBranches() throws {
    let (ann, twin) = try fork(after: 6, commits: 4, events: 2)
    try store.putOpen(ann, 0..<10, random: 1)
    try store.putOpen(twin, 0..<10, random: 2)
    try store.putOpen(twin, 0..<8, random: 3)
    let reading = try Reading(store)
    #expect(reading.kinds() == [.fork])
    #expect(reading.report.findings.first?.replica == ann.id)
    #expect(reading.report.branches.count == 2)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq))
    #expect(reading.seqs(ann, 1) == twin.commits[6...].flatMap { $0.events.map(\.seq) })
    let fork = BranchID(replica: ann.id, ordinal: 1)
    #expect(
      reading.origins[fork]
        == BranchOrigin(branch: BranchID(replica: ann.id, ordinal: 0), leaf: ann.commits[6].before.size))
    #expect(Set(reading.report.branches.compactMap(\.root)) == [ann.tree.root, twin.tree.root])
    #expect(reading.leaves.values.allSatisfy { $0 == 1 })
  }

  @Test("Of a fork whose beginning is missing no branch is said to be held from its beginning")
  func aForkBehindAGap() throws {
    let (ann, twin) = try fork(after: 6, commits: 4)
    for replica in [ann, twin] { try store.putSealed(replica, 3..<10) }
    let reading = try Reading(store)
    #expect(reading.report.branches.count == 2)
    let held = try #require(reading.report.held().entries.first)
    let first = ann.commits[3].before.size
    let expected = [ann, twin].map { Seen.Part(first: first, end: $0.tree.size, root: $0.tree.root) }
    #expect(Set(held.parts) == Set(expected))
  }

  /// The finding gives the true reason.
  @Test func aForkBeyondWhatIsComparedIsNamed() throws {
    let (ann, twin) = try fork(after: 3, commits: 3)
    try store.putOpen(ann, 0..<6, random: 1)
    try store.putOpen(twin, 0..<6, random: 2)
    var options = ReadOptions()
    #expect(try Reading(store, options: options).kinds() == [.fork])
    options.comparedLeavesMax = Int(ann.commits[3].before.size)
    let reading = try Reading(store, options: options)
    #expect(reading.kinds() == [.limit] && reading.report.branches.count == 1)
    #expect(reading.report.findings.first?.what.contains("\(options.comparedLeavesMax) lines") == true)
  }

  /// The files of a fork that begin behind the place where it left: each belongs to the branch
  /// whose root there is its own.
  @Test func filesOfBothBranchesFindTheirs() throws {
    let (ann, twin) = try fork(after: 3, commits: 9)
    for replica in [ann, twin] {
      for range in [0..<6, 6..<9, 9..<12] { try store.putSealed(replica, range) }
    }
    let reading = try Reading(store)
    #expect(reading.kinds() == [.fork])
    #expect(Set(reading.report.branches.compactMap(\.root)) == [ann.tree.root, twin.tree.root])
    #expect(reading.leaves.count == Int(ann.tree.size + twin.tree.size - ann.commits[3].before.size))
  }

  @Test func aForkWhoseBeginningIsMissing() throws {
    let (ann, twin) = try fork(after: 3, commits: 6)
    try store.putSealed(ann, 0..<9)
    try store.putSealed(twin, 5..<9)
    let reading = try Reading(store)
    #expect(reading.kinds().contains(.fork))
    #expect(reading.seqs(ann, 1) == twin.commits[5...].flatMap { $0.events.map(\.seq) })
  }

  @Test func aPrefixIsNoFork() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<4)
    var bert = TestReplica(2)
    try bert.write(seen: Seen([(ann.id, [Seen.Part(end: ann.tree.size, root: ann.tree.root)])]))
    try store.putOpen(bert, 0..<1)
    let reading = try Reading(store)
    #expect(reading.kinds() == [.missing])
    #expect(reading.report.findings.first?.replica == ann.id)
    #expect(reading.report.greatestSize(seenOf: ann.id) == ann.tree.size)
  }

  @Test func rootsAtSizes() throws {
    let ann = try replica()
    try store.putSealed(ann, 0..<7)
    try store.putOpen(ann, 5..<10)
    var options = ReadOptions()
    let trees = [ann.commits[2].before, ann.commits[5].before, ann.commits[7].before, ann.tree]
    options.rootsWanted = [ann.id: trees.map(\.size) + [1000]]
    let reading = try Reading(store, options: options)
    let branch = BranchID(replica: ann.id, ordinal: 0)
    #expect(
      reading.report.replicas[ann.id]?.roots
        == Set(trees.map { RootAtSize(branch: branch, size: $0.size, root: $0.root) }))
  }

  /// What a tool leaves that cuts a file while its writer appends to it.
  @Test func aCopyWithAHoleIsNoFailureOnceItsEventsAreSealed() throws {
    var ann = TestReplica(1)
    for _ in 0..<8 { try ann.write() }
    let store = MemoryFileStore()
    let holed = ann.open(0..<3) + ann.commits[4...5].flatMap { SegmentWriter.commitFrame(lines: $0.lines) }
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    for bytes in [holed, ann.open(0..<3) + Array(repeating: 7, count: 40) + holed.suffix(200)] {
      try store.put(bytes, at: path)
      let before = try Reading(store)
      #expect(before.seqs(ann) == [1, 2, 3] && before.report.findings.contains { $0.isFailure })
      let sealed = try store.putSealed(ann, 0..<8)
      let after = try Reading(store)
      #expect(after.seqs(ann) == Array(1...8) && !after.report.findings.isEmpty)
      #expect(after.report.findings.allSatisfy { !$0.isFailure })
      try store.remove(sealed)
    }
  }
}
