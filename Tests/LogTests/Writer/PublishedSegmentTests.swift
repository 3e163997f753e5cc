import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// What was appended is published as segments, and small ones are joined.
@Suite struct PublishedSegmentTests {
  @Test func classesGrowByAFactorOfEight() {
    let expected: [UInt64: Int] = [1: 0, 7: 0, 8: 1, 63: 1, 64: 2, 511: 2, 512: 3, 4096: 4]
    for (events, sizeClass) in expected { #expect(SizeClass.of(events: events) == sizeClass) }
    #expect(SizeClass.of(.sealed(first: 5, last: 12, digest: "")) == 1)
    #expect(SizeClass.due([], count: 8) == nil)
    #expect(SizeClass.due([1, 1, 1, 1, 1, 1, 1], count: 8) == nil)
    #expect(SizeClass.due([9, 1, 1, 1, 1, 1, 1, 1, 1], count: 8) == 1..<9)
    #expect(SizeClass.due([100, 1, 9, 1, 9, 9, 1, 1, 9], count: 8) == 1..<9)
    #expect(SizeClass.due([1, 1, 1, 1, 1, 1, 1, 100], count: 8) == 0..<8)
  }

  /// So that an append costs the logarithm of the log: as many files as digits to the base of eight, times seven, and
  /// each event written once for each digit.
  @Test func smallSegmentsAreJoined() throws {
    let control = FaultControl(tracing: true)
    let ledger = MemoryFileStore()
    var fixture = WriterFixture(FaultFileStore(ledger, control), MemoryFileStore())
    let writer = try fixture.open()
    for index in 0..<600 {
      _ = try writer.append([fixture.draft(text: "\(index)")])
      #expect(try fixture.segments().count <= 7 * 4)
    }
    #expect(try fixture.published().count == 600)
    let made = control.trace.count { $0.name == .rename }
    #expect(made < 600 + 600 / 7 + 10)
    #expect(writer.takeNotices().isEmpty)
    writer.close()
    let names = try fixture.names()
    let (again, report) = try fixture.openReporting()
    #expect(report.notices.isEmpty && again.lastCommit == 600 && again.unpublishedCommits == 0)
    again.close()
    #expect(try fixture.names() == names)
  }

  /// Readers on the same machine hear from a note that they have to read the journal.
  @Test func whatIsPublishedLaterIsNoted() throws {
    let state = MemoryFileStore()
    var fixture = WriterFixture(MemoryFileStore(), state)
    fixture.options.publishing = .later
    let writer = try fixture.open()
    for text in ["a", "b", "c"] { _ = try writer.append([fixture.draft(text: text)]) }
    #expect(try fixture.names().isEmpty && writer.unpublishedCommits == 3)
    let folder = WriterFixture.stateFolder
    #expect(try WaitingNote.read(state, folder: folder) == WaitingNote(publishedSize: 0, isDue: true))
    #expect(try Publication.mayWait(state, folder: folder))
    // A process that was killed: the next one publishes.
    let copy = WriterFixture(MemoryFileStore(), MemoryFileStore(state.image))
    #expect(try Publication.of(copy.state, folder: folder, wasAtWork: false) == .upTo(0))
    #expect(try Publication.of(copy.state, folder: folder, wasAtWork: true) == .underWay)
    #expect(try copy.openReporting().1.notices.isEmpty)
    #expect(try copy.segments().map(\.first) == [1] && copy.published().count == 3)
    writer.publishPending()
    #expect(try WaitingNote.read(state, folder: folder) == nil && writer.unpublishedCommits == 0)
    #expect(try fixture.segments().map(\.first) == [1] && fixture.published().count == 3)
    _ = try writer.append([fixture.draft(text: "d")])
    #expect(try WaitingNote.read(state, folder: folder)?.publishedSize == writer.tree.size - 2)
    writer.close()
    #expect(try WaitingNote.read(state, folder: folder) == nil && fixture.published().count == 4)
  }

  /// Publishing on another thread: the writer goes on meanwhile, and what it adds is published the next time.
  @Test func theWriterGoesOnBesideAPublication() async throws {
    var fixture = WriterFixture(MemoryFileStore(), MemoryFileStore())
    (fixture.options.publishing, fixture.options.sealing) = (.later, .beside)
    fixture.options.joinedSegments = 2
    let writer = try fixture.open()
    var commits = 0
    for round in 0..<20 {
      _ = try writer.append([fixture.draft(2, text: "before \(round)")])
      var jobs = 0
      while let job = writer.publishBeside() {
        _ = try writer.append([fixture.draft(text: "beside \(round) \(jobs)")])
        (commits, jobs) = (commits + 1, jobs + 1)
        #expect(jobs < 20, "it publishes what is written meanwhile")
        await job.wait()
      }
      commits += 1
      #expect(jobs > 0 && writer.unpublishedCommits <= jobs)
      if round % 7 == 3 { try writer.seal() }
    }
    #expect(try fixture.segments().count < 20)
    #expect(writer.takeNotices().isEmpty)
    writer.close()
    #expect(try fixture.published().count == commits)
  }

  /// Whatever needs the segments waits for the one that is being made.
  @Test(arguments: ["publish", "seal", "close"]) func whatIsBeingPublishedIsAwaited(_ what: String) throws {
    var fixture = WriterFixture(MemoryFileStore(), MemoryFileStore())
    (fixture.options.publishing, fixture.options.sealing) = (.later, .beside)
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(2, text: "a")])
    #expect(writer.publishBeside() != nil)
    _ = try writer.append([fixture.draft(text: "b")])
    switch what {
    case "publish": writer.publishPending()
    case "seal": try writer.seal()
    default: writer.close()
    }
    #expect(!writer.isPublishing && writer.publishBeside() == nil)
    if what == "close" { #expect(try fixture.openReporting().1.notices.isEmpty) }
    writer.close()
    #expect(try fixture.published().count == 2)
  }

  /// What fails beside the writer waits, and is published the next time.
  @Test func aPublicationThatFailsBesideTheWriterWaits() async throws {
    let control = FaultControl()
    let files = MemoryFileStore()
    var fixture = WriterFixture(files, MemoryFileStore())
    (fixture.options.publishing, fixture.options.sealing) = (.later, .beside)
    let (writer, _) = try LogWriter.open(
      ledger: FaultFileStore(files, control), state: fixture.state, stateFolder: WriterFixture.stateFolder,
      descriptor: fixture.descriptor, key: fixture.key, options: fixture.options)
    _ = try writer.append([fixture.draft(2, text: "a")])
    control.plan(FaultPlan(.fail(.noSpace), at: control.count + 1, isLasting: true))
    while let job = writer.publishBeside() { await job.wait() }
    #expect(writer.takeNotices().map(\.kind) == [.publicationWaits] && writer.unpublishedCommits == 1)
    control.heal()
    while let job = writer.publishBeside() { await job.wait() }
    #expect(writer.takeNotices().isEmpty && writer.unpublishedCommits == 0)
  }

  /// A ledger of an earlier version: its open file gives way to segments of the same lines.
  @Test func anOpenFileOfAnEarlierVersionIsTurned() throws {
    let (ledger, state) = (MemoryFileStore(), MemoryFileStore())
    var fixture = WriterFixture(ledger, state)
    fixture.options.publishing = .later
    let writer = try fixture.open()
    for text in ["a", "b"] { _ = try writer.append([fixture.draft(2, text: text)]) }
    var bytes = SegmentWriter.headerFrame(writer.base.header)
    for (_, content) in try writer.openContents() { bytes += SegmentWriter.commitFrame(lines: content.bytes) }
    let open = joined(fixture.folder, "000000000001-0123456789abcdef.open.jsonl.zst")
    try ledger.createFolderDurably(fixture.folder)
    try ledger.replaceFile(open, with: bytes)
    #expect(try fixture.published().count == 2)
    // What it held only in part goes, too, once the journal is published.
    let copy = WriterFixture(MemoryFileStore(ledger.image), MemoryFileStore(state.image))
    let (again, report) = try copy.openReporting()
    #expect(report.notices.isEmpty && again.lastCommit == 2)
    #expect(try copy.segments().map(\.isSealed) == [true])
    #expect(try copy.published().count == 2)
  }
}
