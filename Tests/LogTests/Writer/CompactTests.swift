import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// Rewriting sealed files: few large ones take the place of many, and whatever happens meanwhile everything is there.
@Suite struct CompactTests {
  private static var small: CompactOptions {
    var options = CompactOptions()
    (options.frameSizeBytes, options.contentSizeBytesMax) = (4 << 10, 24 << 10)
    return options
  }

  /// A replica of many small sealed files.
  private static func fixture(
    _ ledger: any FileStore = MemoryFileStore(), _ state: any FileStore = MemoryFileStore(), files: Int = 9
  ) throws -> (WriterFixture, LogWriter) {
    var fixture = WriterFixture(ledger, state)
    let writer = try fixture.open()
    for file in 0..<files {
      for commit in 0..<3 { _ = try writer.append([fixture.draft(8, text: "file \(file) commit \(commit)")]) }
      try writer.seal()
    }
    return (fixture, writer)
  }

  @Test func fewLargeFilesTakeThePlaceOfMany() throws {
    var (fixture, writer) = try Self.fixture()
    _ = try writer.append([fixture.draft(3)])
    let before = try fixture.published()
    let result = try writer.compact(Self.small)
    #expect(result.filesBefore == 9 && result.removed.count == 9 && result.left.isEmpty)
    #expect(result.written.count == result.filesAfter && result.filesAfter < 5)
    #expect(result.sizeBytesAfter < result.sizeBytesBefore)
    // What is not sealed is not touched; all is read and checked as ever.
    #expect(try fixture.segments().count == result.filesAfter + 1)
    #expect(try fixture.published() == before)
    _ = try writer.append([fixture.draft(2)])
    writer.close()
    #expect(try fixture.open().lastCommit == 29)
  }

  @Test func againItChangesNothing() throws {
    let (fixture, writer) = try Self.fixture()
    _ = try writer.compact(Self.small)
    let names = try fixture.names()
    let again = try writer.compact(Self.small)
    #expect(again.written.isEmpty && again.removed.isEmpty && again.filesBefore == again.filesAfter)
    #expect(try fixture.names() == names)
  }

  /// Frames of many commits, of which only the last has a head, and files that end anywhere among them.
  @Test(arguments: [6, 10, 17, 24, 40, 64])
  func filesEndWhereASignatureIs(sizeKibibytes: Int) throws {
    var fixture = WriterFixture(MemoryFileStore(), MemoryFileStore())
    let writer = try fixture.open()
    for file in 0..<5 {
      for commit in 0..<14 {
        _ = try writer.append([fixture.draft(5, text: "file \(file) commit \(commit)")])
      }
      try writer.seal()
    }
    let before = try fixture.published()
    var options = Self.small
    options.contentSizeBytesMax = sizeKibibytes << 10
    let result = try writer.compact(options)
    #expect(result.left.isEmpty)
    #expect(try fixture.published() == before)
    #expect(try writer.compact(options).removed.isEmpty)
  }

  @Test func theSmallestAreSmaller() throws {
    let (fixture, writer) = try Self.fixture(files: 4)
    let plain = try writer.compact()
    #expect(plain.filesAfter == 1)
    let smallest = try writer.compact(.smallest)
    #expect(smallest.sizeBytesAfter <= plain.sizeBytesAfter && smallest.filesAfter == 1)
    #expect(try fixture.published().count == 12)
  }

  @Test func filesThatAToolBringsBackGo() throws {
    let (fixture, writer) = try Self.fixture()
    let folder = fixture.folder
    var old: [(String, [UInt8])] = []
    for name in try fixture.names() { old.append((name, try fixture.ledger.readAll(joined(folder, name)))) }
    let first = try writer.compact(Self.small)
    let compacted = try fixture.names()
    for (name, bytes) in old {
      let file = try fixture.ledger.create(joined(folder, name))
      try file.write(bytes)
      file.close()
    }
    #expect(try fixture.published().count == 27)
    let again = try writer.compact(Self.small)
    #expect(again.written.isEmpty && again.removed.count == first.removed.count)
    #expect(try fixture.names() == compacted)
  }

  @Test func whatIsDamagedIsLeftAlone() throws {
    let (fixture, writer) = try Self.fixture()
    let names = try fixture.segments().sorted { $0.first < $1.first }
    let path = joined(fixture.folder, "\(names[4])")
    var bytes = try fixture.ledger.readAll(path)
    bytes[bytes.count / 2] ^= 1
    try fixture.ledger.replaceFile(path, with: bytes)
    let result = try writer.compact(Self.small)
    #expect(result.left == [LedgerLayout.path(of: names[4], fixture.replica)])
    #expect(result.removed.count == 8)
    #expect(try fixture.ledger.readAll(path) == bytes)
    // Nothing of what stands around it is lost.
    var seqs: Set<UInt64> = []
    for name in try fixture.segments() where name != names[4] {
      var reader = SegmentReader(
        bytes: try fixture.ledger.readAll(joined(fixture.folder, "\(name)")), isSealed: true)
      while let part = reader.next() {
        if case .frame(let content, _, _) = part { seqs.formUnion(content.events.map(\.line.seq)) }
      }
    }
    #expect(seqs.count == 8 * 24)
  }

  /// A file may be the only one with what it holds.
  @Test func aGapStaysAGap() throws {
    let (fixture, writer) = try Self.fixture()
    let names = try fixture.segments().sorted { $0.first < $1.first }
    try fixture.ledger.remove(joined(fixture.folder, "\(names[3])"))
    let result = try writer.compact(Self.small)
    #expect(result.removed.count == 8 && result.left.isEmpty)
    let ranges = try fixture.segments().map { name -> ClosedRange<UInt64> in
      guard case .sealed(let first, let last, _) = name else { return 1...1 }
      return first...last
    }
    #expect(ranges.reduce(0) { $0 + $1.count } == 8 * 24)
    #expect(!ranges.contains { $0.contains(names[3].first) })
  }

  /// At every call to the disk: an error, or a loss of power.
  @Test(arguments: [FaultPlan.Fault.fail(.system(5)), .crash]) func whateverStepFailsEverythingIsThere(
    fault: FaultPlan.Fault
  ) throws {
    var strikes = 0
    while true {
      let (ledger, state) = (MemoryFileStore(), MemoryFileStore())
      let control = FaultControl()
      let (fixture, writer) = try Self.fixture(FaultFileStore(ledger, control), state, files: 5)
      let before = try fixture.published()
      control.plan(FaultPlan(fault, at: control.count + strikes + 1))
      let result = try? writer.compact(Self.small)
      if result != nil { break }
      strikes += 1
      // Also as a machine finds it that has lost its power: some of what was not flushed.
      for seed in 0..<(fault == .crash ? 6 : 1) as Range<UInt64> {
        let image = fault == .crash ? ledger.image.crashed(seed: seed) : ledger.image
        let again = WriterFixture(MemoryFileStore(image), MemoryFileStore(state.image))
        let other = try again.open()
        #expect(try again.published() == before, "operation \(strikes), seed \(seed)")
        let result = try other.compact(Self.small)
        #expect(result.left.isEmpty && result.filesAfter <= 2, "operation \(strikes), seed \(seed)")
        #expect(try again.published() == before, "operation \(strikes), seed \(seed)")
      }
    }
    #expect(strikes > 20)
  }
}
