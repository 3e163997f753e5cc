import DaybookLog
import DaybookModel
import Testing

/// Appending, reopening, rolling and keys, on both stores.
@Suite struct WriterTests {
  private func withFixture(_ kind: StoreKind, _ body: (inout WriterFixture) throws -> Void) throws {
    try kind.withStore { ledger in
      try kind.withStore { state in
        var fixture = WriterFixture(ledger, state)
        try body(&fixture)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func appendsAreThereAfterReopening(_ kind: StoreKind) throws {
    try withFixture(kind) { fixture in
      let (writer, report) = try fixture.openReporting()
      #expect(report.isNew && report.notices.isEmpty)
      #expect(try fixture.segments().isEmpty)
      let first = try writer.append([fixture.draft(2, text: "a")])[0].written
      #expect(first?.seqs == 1...2 && first?.firstLeaf == 0 && first?.commit.number == 1)
      #expect(first?.content.events.count == 2)
      let group = try writer.append([fixture.draft(1, text: "b"), fixture.draft(3, text: "c")])
      #expect(group.compactMap { $0.written?.seqs } == [3...3, 4...6])
      #expect(group[1].written?.firstLeaf == 5)
      let expected: [UInt64: [String]] = [1: ["a 0", "a 1"], 2: ["b 0"], 3: ["c 0", "c 1", "c 2"]]
      #expect(try fixture.published() == expected)
      let tree = writer.tree
      writer.close()
      let (again, second) = try fixture.openReporting()
      #expect(!second.isNew && second.notices.isEmpty)
      #expect((again.lastSeq, again.lastCommit) == (6, 3))
      #expect(again.tree == tree && tree.size == 9)
      #expect(again.lastStamp != nil)
      #expect(try fixture.segments().map(\.first) == [1, 3])
      #expect(try fixture.published() == expected)
      _ = try again.append([fixture.draft()])
      #expect(try fixture.published().count == 4)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func sealingJoinsWhatWasPublished(_ kind: StoreKind) throws {
    try withFixture(kind) { fixture in
      let writer = try fixture.open()
      #expect(try writer.seal() == SealResult())
      _ = try writer.append([fixture.draft(2), fixture.draft(1)])
      let result = try writer.seal()
      #expect(result.events == 3 && result.files.count == 1)
      #expect(try fixture.names() == result.files.map { String($0.split(separator: "/").last!) })
      #expect(try writer.seal() == SealResult())
      _ = try writer.append([fixture.draft(4)])
      #expect(try fixture.segments().map(\.first) == [1, 4])
      #expect(try fixture.published().count == 3)
      writer.close()
      let again = try fixture.open()
      #expect((again.lastSeq, again.lastCommit, again.openCommits) == (7, 3, 1))
      #expect(again.tree == writer.tree)
      try again.seal()
      #expect(try fixture.segments().allSatisfy(\.isSealed))
      #expect(try fixture.published().count == 3)
    }
  }

  @Test(arguments: [SealTiming.behind(groups: 0), .behind(groups: 3), .beside])
  func aJournalThatGrowsIsSealed(_ timing: SealTiming) throws {
    var fixture = WriterFixture()
    fixture.options.rollSizeBytes = 4000
    fixture.options.sealing = timing
    let writer = try fixture.open()
    for index in 0..<60 { _ = try writer.append([fixture.draft(2, text: "number \(index)")]) }
    let notices = writer.takeNotices()
    writer.close()
    let segments = try fixture.segments()
    #expect(segments.count < 40 && segments.contains { $0.first == 1 })
    #expect(try fixture.published().count == 60)
    #expect(notices.isEmpty)
    let (again, report) = try fixture.openReporting()
    #expect(report.notices.isEmpty && again.lastCommit == 60)
  }

  @Test func aLargeJournalIsSealedInSeveralFiles() throws {
    var fixture = WriterFixture()
    fixture.options.sealedContentSizeBytesMax = 20_000
    let writer = try fixture.open()
    let text = String(repeating: "long ", count: 500)
    for count in [3, 3, 1, 9, 1, 2] { _ = try writer.append([fixture.draft(count, text: text)]) }
    let result = try writer.seal()
    // A commit that is larger than a file should be has one of its own.
    #expect(result.files.count == 3 && result.events == 19)
    #expect(try fixture.published().count == 6)
    let again = try fixture.open()
    #expect(again.tree == writer.tree && again.lastCommit == 6)
  }

  @Test func keysWriteOnce() throws {
    var fixture = WriterFixture()
    var writer = try fixture.open()
    let draft = fixture.draft(2, key: "k")
    var repeated = fixture.draft(2, key: "k")
    // The same mutations with other stamps: a retry.
    var events = repeated.bodies.events()
    for index in events.indices { events[index].mutation = draft.bodies.events()[index].mutation }
    repeated.bodies = EventBodies(events)
    let outcomes = try writer.append([draft, repeated, fixture.draft(1, key: "k"), fixture.draft(1)])
    #expect(outcomes[0].written?.commit.key == "k")
    guard case .held(commit: 1) = outcomes[1], case .refused(let error) = outcomes[2] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.code == .refused)
    #expect(outcomes[3].written?.seqs == 3...3)
    for _ in 0..<2 {
      writer.close()
      writer = try fixture.open()
      guard case .held(commit: 1) = try writer.append([repeated])[0] else {
        Issue.record("a key that was forgotten")
        return
      }
      #expect(writer.lastCommit == 2)
    }
    try writer.seal()
    writer.close()
    // Sealed keys are for replay to know.
    writer = try fixture.open()
    let known = CommitContent.hash(of: draft.bodies.events())
    guard case .held(commit: nil) = try writer.append([repeated], held: { $0 == "k" ? known : nil })[0] else {
      Issue.record("a key that was forgotten")
      return
    }
    guard
      case .refused = try writer.append([fixture.draft(1, key: "k")], held: { $0 == "k" ? known : nil })[0]
    else {
      Issue.record("a key that was used twice")
      return
    }
  }

  @Test func whatIsTooLargeIsRefusedAlone() throws {
    var fixture = WriterFixture()
    let writer = try fixture.open()
    let outcomes = try writer.append([
      fixture.draft(1), fixture.draft(1, text: String(repeating: "x", count: 1 << 20)),
      CommitDraft(events: []),
      fixture.draft(30, text: String(repeating: "y", count: 1 << 20 - 300)), fixture.draft(1),
    ])
    #expect(outcomes.map { $0.written?.commit.number } == [1, nil, nil, nil, 2])
    #expect(try fixture.published().count == 2)
    let again = try fixture.open()
    #expect(again.tree == writer.tree)
  }

  @Test func seenAddsUp() throws {
    var fixture = WriterFixture()
    let writer = try fixture.open()
    let (a, b) = (ReplicaID(rawValue: 1), ReplicaID(rawValue: 2))
    let root = Hash256.of([1].span)
    for seen in [
      Seen([(a, [Seen.Part(end: 4, root: root)])]), Seen([(b, [Seen.Part(first: 3, end: 9, root: nil)])]),
      Seen([(a, [Seen.Part(end: 7, root: root)])]), Seen(),
    ] {
      var draft = fixture.draft()
      draft.seen = seen
      _ = try writer.append([draft])
    }
    let expected = Seen([(a, [Seen.Part(end: 7, root: root)]), (b, [Seen.Part(first: 3, end: 9, root: nil)])])
    #expect(writer.seen == expected)
    #expect(try fixture.open().seen == expected)
    try writer.seal()
    let again = try fixture.open()
    #expect(again.seen == expected && again.lastStamp == writer.lastStamp && again.lastStamp != nil)
  }

  @Test func theJournalReadsLikeASegment() throws {
    var fixture = WriterFixture()
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(2), fixture.draft(1)])
    let summary = try #require(try JournalSummary.read(fixture.state, folder: WriterFixture.stateFolder))
    #expect(summary.head == writer.head && summary.leaves.count == 5 && summary.commits == 2)
    #expect(summary.end == .clean)
    let contents = try writer.openContents()
    #expect(contents.map(\.firstLeaf) == [0, 3] && contents.map(\.content.leaves.count) == [3, 2])
    #expect(try JournalSummary.read(fixture.state, folder: "elsewhere") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func aSecondWriterWaitsAndIsRefused(_ kind: StoreKind) throws {
    try kind.withStore { state in
      let lock = try WriterLock.acquire(state: state, folder: "", wait: .zero)
      #expect(throws: LedgerError.self) {
        try WriterLock.acquire(state: state, folder: "", wait: .milliseconds(5))
      }
      #expect(try WriterLock.tryAcquire(state: state, folder: "") == nil)
      withExtendedLifetime(lock) {}
    }
    try kind.withStore { state in
      do { _ = try WriterLock.acquire(state: state, folder: "", wait: .zero) }
      _ = try WriterLock.acquire(state: state, folder: "", wait: .zero)
    }
  }
}
