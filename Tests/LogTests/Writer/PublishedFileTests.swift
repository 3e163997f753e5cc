import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// What others did to the files that a writer published.
@Suite struct PublishedFileTests {
  private let ledger = MemoryFileStore()
  private let state = MemoryFileStore()
  private var fixture: WriterFixture { WriterFixture(ledger, state) }

  private func lastName(_ fixture: WriterFixture) throws -> String {
    joined(fixture.folder, "\(try #require(try fixture.segments().max { $0.first < $1.first }))")
  }

  enum Harm: CaseIterable {
    case removed, replacedBySame, shorterCopy, shorterInPlace, longer, changedByte, emptied, garbage
  }

  private func harm(_ harm: Harm, _ path: String) throws {
    let bytes = try ledger.readAll(path)
    let shorter = Array(bytes.dropLast(bytes.count / 3))
    try ledger.tamper { (image) throws(FileError) in
      switch harm {
      case .removed: try image.unplant(path)
      case .replacedBySame: try image.plant(bytes, at: path)
      case .shorterCopy: try image.plant(shorter, at: path)
      case .shorterInPlace: try image.plant(shorter, at: path, inPlace: true)
      case .longer: try image.plant(bytes + [1], at: path, inPlace: true)
      case .changedByte:
        try image.plant(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1], at: path, inPlace: true)
      case .emptied: try image.plant([], at: path, inPlace: true)
      case .garbage: try image.plant(Array("garbage".utf8), at: path, inPlace: true)
      }
    }
  }

  /// A writer that goes on sees all but bytes that changed at the same length; the next one sees those, too.
  @Test(arguments: Harm.allCases, [false, true])
  func aPublishedFileThatDiffersIsPublishedAnew(_ harm: Harm, _ reopens: Bool) throws {
    var fixture = fixture
    var writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "a")])
    let path = try lastName(fixture)
    _ = try writer.append([fixture.draft(text: "b")])
    if reopens { writer.close() }
    try self.harm(harm, path)
    if reopens { writer = try fixture.open() }
    _ = try writer.append([fixture.draft(text: "c")])
    if harm == .changedByte, !reopens {
      writer.close()
      writer = try fixture.open()
    }
    #expect(try fixture.published() == [1: ["a 0"], 2: ["b 0"], 3: ["c 0"]])
    let isSeen = harm != .replacedBySame
    let count = !isSeen ? 3 : reopens ? 2 : harm == .changedByte ? 1 : 3
    #expect(try fixture.names().count == count)
  }

  @Test func anOldCopyOfTheFolderComesBack() throws {
    var fixture = fixture
    let writer = try fixture.open()
    var copies: [String: [UInt8]] = [:]
    for index in 0..<6 {
      _ = try writer.append([fixture.draft(text: "\(index)")])
      for name in try fixture.names() { copies[name] = try ledger.readAll(joined(fixture.folder, name)) }
      if index % 2 == 1 { try writer.seal() }
    }
    for (name, bytes) in copies where try ledger.status(joined(fixture.folder, name)) == nil {
      try ledger.tamper { (image) throws(FileError) in
        try image.plant(bytes, at: joined(fixture.folder, name))
      }
    }
    writer.close()
    let (again, report) = try fixture.openReporting()
    #expect(report.notices.isEmpty)
    #expect(try fixture.segments().map(\.first) == [1, 3, 5])
    #expect(try fixture.published().count == 6 && again.lastCommit == 6)
  }

  /// A tool that brings back what it once copied writes into the file of that name, also after it was renamed.
  @Test func noNameComesTwiceWhileItIsWritten() throws {
    let control = FaultControl(tracing: true)
    var fixture = WriterFixture(FaultFileStore(ledger, control), state)
    var writer = try fixture.open()
    for round in 0..<6 {
      _ = try writer.append([fixture.draft(text: "\(round)")])
      if round % 2 == 0 { try writer.seal() }
      let left = [fixture.folder, LedgerLayout.replicas].map {
        joined($0, "writing.000000000000000\(round).tmp")
      }
      try ledger.tamper { (image) throws(FileError) in
        for path in left { try image.plant([1, 2, 3], at: path) }
        if let last = writer.publishedSegments.last { try image.unplant(last) }
      }
      writer.close()
      writer = try fixture.open()
      for path in left { #expect(try ledger.status(path) == nil) }
    }
    let created = control.trace.filter { $0.name == .create }.map(\.path)
    #expect(created.count > 6 && Set(created).count == created.count)
  }

  /// A tool that copies everything back writes over sealed files, too: for a moment they are short, while an old
  /// file with the same lines has come back already.
  @Test(arguments: [0, 100, Int.max]) func anOldFileBesideAShortSealedOneStays(_ sizeBytes: Int) throws {
    var fixture = fixture
    var writer = try fixture.open()
    for text in ["a", "b"] { _ = try writer.append([fixture.draft(text: text)]) }
    let old = joined(fixture.folder, "\(try #require(try fixture.segments().first))")
    let bytes = try ledger.readAll(old)
    let sealed = try #require(try writer.seal().files.first)
    let whole = try ledger.readAll(sealed)
    _ = try writer.append([fixture.draft(text: "c")])
    try ledger.tamper { (image) throws(FileError) in
      try image.plant(bytes, at: old)
      if sizeBytes == .max {
        try image.unplant(sealed)
      } else {
        try image.plant(Array(whole.prefix(sizeBytes)), at: sealed, inPlace: true)
      }
      // So that the writer publishes anew, and looks at its other files.
      try image.unplant(writer.publishedSegments.last ?? "")
    }
    _ = try writer.append([fixture.draft(text: "d")])
    writer.close()
    writer = try fixture.open()
    #expect(try ledger.readAll(old) == bytes && writer.lastCommit == 4)
    writer.close()
    try ledger.tamper { (image) throws(FileError) in try image.plant(whole, at: sealed) }
    try fixture.open().close()
    #expect(try ledger.status(old) == nil)
    #expect(try fixture.published().keys.sorted() == [1, 2, 3, 4])
  }

  @Test func damagedOwnFilesAreMovedAsideAndOthersLeft() throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "a")])
    let bytes = try ledger.readAll(try lastName(fixture))
    let damaged = joined(fixture.folder, "000000000001-0000000000000001.open.jsonl.zst")
    let foreign = joined(fixture.folder, "000000000001-0000000000000002.open.jsonl.zst")
    let conflict = joined(fixture.folder, "000000000001-0000000000000003.open (conflict).jsonl.zst")
    let header = SegmentHeader(
      ledger: fixture.descriptor.ledger, replica: SigningKey().replica, publicKey: SigningKey().publicKey,
      firstSeq: 1, size: 0, peaks: [])
    let otherKey = SigningKey()
    var other = header
    (other.replica, other.publicKey) = (otherKey.replica, otherKey.publicKey)
    let foreignBytes = SegmentWriter.headerFrame(other)
    try ledger.tamper { (image) throws(FileError) in
      try image.plant(bytes.dropLast(9) + [0, 0, 0], at: damaged)
      try image.plant(foreignBytes, at: foreign)
      try image.plant(bytes, at: conflict)
      try image.plant(.link, at: joined(fixture.folder, "000000000001-0000000000000004.open.jsonl.zst"))
    }
    writer.close()
    let report = try fixture.openReporting().1
    let moved = try #require(report.notices.first { $0.kind == .movedAside })
    #expect(moved.file == damaged)
    #expect(try state.readAll(try #require(moved.backup)).count == moved.sizeBytes)
    #expect(report.notices.contains { $0.kind == .left && $0.file == foreign })
    #expect(try ledger.status(damaged) == nil)
    #expect(try ledger.readAll(foreign) == foreignBytes && ledger.readAll(conflict) == bytes)
  }

  /// What was published and is gone comes back, and is told; what a killed writer may not have published comes silently.
  @Test(arguments: [false, true]) func aFileThatIsGoneIsPublishedAnew(_ wasClosed: Bool) throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "a")])
    _ = try writer.seal()
    _ = try writer.append([fixture.draft(text: "b")])
    let (folder, state) = (MemoryFileStore(ledger.image), MemoryFileStore(state.image))
    if wasClosed { writer.close() }
    let again = WriterFixture(folder, wasClosed ? self.state : state)
    let path = try lastName(again)
    try folder.tamper { (image) throws(FileError) in try image.unplant(path) }
    let (reopened, report) = try again.openReporting()
    let expected: [WriterNotice.Kind] = wasClosed ? [.republished] : []
    #expect(report.notices.map(\.kind) == expected)
    #expect(try again.published() == [1: ["a 0"], 2: ["b 0"]])
    reopened.close()
    #expect(try again.openReporting().1.notices.isEmpty)
  }

  @Test func aFolderThatCannotBeWrittenDelaysOnlyPublication() throws {
    let control = FaultControl(FaultPlan(.fail(.readOnly), at: 1, isLasting: true))
    var fixture = WriterFixture(FaultFileStore(ledger, control), state)
    let writer = try fixture.open()
    for text in ["a", "b"] {
      #expect(try writer.append([fixture.draft(text: text)])[0].written != nil)
      #expect(writer.takeNotices().map(\.kind) == [.publicationWaits])
    }
    #expect(writer.unpublishedCommits == 2)
    #expect(throws: LedgerError.self) { try writer.seal() }
    #expect(try fixture.names().isEmpty)
    control.heal()
    writer.publishPending()
    #expect(writer.takeNotices().isEmpty && writer.unpublishedCommits == 0)
    #expect(try fixture.published() == [1: ["a 0"], 2: ["b 0"]])
    #expect(try writer.seal().events == 2)
  }
}
