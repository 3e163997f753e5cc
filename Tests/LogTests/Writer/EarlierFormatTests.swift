import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// A ledger of format 1 is read, and its machine's next write turns it into one of this format.
@Suite struct EarlierFormatTests {
  /// A ledger as a program of format 1 left it: `daybook.json`, a journal, and its commits in an open file.
  private func ledger(commits texts: [String]) throws -> WriterFixture {
    var fixture = WriterFixture(MemoryFileStore(), MemoryFileStore())
    fixture.options.publishing = .later
    let writer = try fixture.open()
    for text in texts { _ = try writer.append([fixture.draft(2, text: text)]) }
    var header = writer.base.header
    header.format = 1
    let frame = SegmentWriter.headerFrame(header)
    var open = frame
    for (_, content) in try writer.openContents() { open += SegmentWriter.commitFrame(lines: content.bytes) }
    let path = joined(fixture.folder, "000000000001-0123456789abcdef.open.jsonl.zst")
    try fixture.ledger.createFolderDurably(fixture.folder)
    try fixture.ledger.replaceFile(path, with: open)
    try fixture.ledger.replaceFile(
      LedgerLayout.descriptor,
      with: LedgerDescriptor(
        ledger: fixture.descriptor.ledger, createdAt: fixture.descriptor.createdAt, format: 1
      ).bytes)
    let journal = joined(WriterFixture.stateFolder, JournalLayout.name)
    let bytes = try fixture.state.readAll(journal)
    let beginning = JournalLayout.beginning(writer.base)
    try #require(bytes.starts(with: beginning))
    let former = beginning.dropLast(SegmentWriter.headerFrame(writer.base.header).count) + frame
    let commits = bytes[beginning.count..<writer.journalSizeBytes]
    try fixture.state.replaceFile(journal, with: former + JournalLayout.moved(commits, to: former.count))
    return fixture
  }

  private func format(_ store: any FileStore) throws -> Int64 {
    try LedgerDescriptor(store.readAll(LedgerLayout.descriptor)).format
  }

  @Test func theNextWriteTurnsIt() throws {
    var fixture = try ledger(commits: ["a", "b"])
    #expect(try fixture.published().count == 2)
    let (writer, report) = try fixture.openReporting()
    #expect(report.notices.isEmpty && writer.lastCommit == 2)
    #expect(try format(fixture.ledger) == 2)
    #expect(try fixture.segments().map(\.isSealed) == [true])
    _ = try writer.append([fixture.draft(text: "c")])
    writer.close()
    #expect(try fixture.published().count == 3)
    for name in try fixture.segments() {
      let bytes = try fixture.ledger.readAll(joined(fixture.folder, "\(name)"))
      var reader = SegmentReader(bytes: bytes, isSealed: true)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else { continue }
        #expect(content.header?.format == 2)
      }
    }
  }

  /// An earlier version would otherwise write beside files that it cannot read.
  @Test func nothingIsPublishedBeforeTheFormatIsRaised() throws {
    let fixture = try ledger(commits: ["a"])
    let files = try fixture.names()
    let control = FaultControl()
    control.plan(FaultPlan(.fail(.system(5)), at: 1, isLasting: true, pathEnd: LedgerLayout.descriptor))
    let (writer, _) = try LogWriter.open(
      ledger: FaultFileStore(fixture.ledger, control), state: fixture.state,
      stateFolder: WriterFixture.stateFolder, descriptor: fixture.descriptor, key: fixture.key,
      options: fixture.options)
    #expect(writer.takeNotices().map(\.kind) == [.publicationWaits])
    #expect(try fixture.names() == files && format(fixture.ledger) == 1)
    control.heal()
    writer.publishPending()
    #expect(writer.takeNotices().isEmpty)
    #expect(try format(fixture.ledger) == 2 && fixture.published().count == 1)
  }

  /// The number in the file may have been set back by a tool, or raised by a later version.
  @Test(arguments: [(Int64(1), Int64(2)), (2, 2)]) func theNumberOnlyRises(now: Int64, later: Int64) throws {
    var fixture = WriterFixture()
    var descriptor = fixture.descriptor
    descriptor.format = now
    try fixture.ledger.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft()])
    #expect(try format(fixture.ledger) == later)
    let unknown = Array("{\"daybook\":9,\"ledger\":\"\(descriptor.ledger)\"}\n".utf8)
    try fixture.ledger.replaceFile(LedgerLayout.descriptor, with: unknown)
    writer.close()
    let again = try fixture.open()
    _ = try again.append([fixture.draft()])
    #expect(try fixture.ledger.readAll(LedgerLayout.descriptor) == unknown)
  }
}
