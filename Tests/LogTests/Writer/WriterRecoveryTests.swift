import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// What a writer finds in its journal when it starts again.
@Suite struct WriterRecoveryTests {
  private let ledger = MemoryFileStore()
  private let state = MemoryFileStore()
  private var fixture: WriterFixture { WriterFixture(ledger, state) }
  private var journal: String { WriterFixture.stateFolder + "/journal" }

  /// Without and with room for later commits behind it. The writer did not end in order.
  @Test(arguments: [0, 1000]) func aTornTailIsCutKeptAndReported(zeros: Int) throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "kept")])
    let keptCount = writer.journalSizeBytes
    _ = try writer.append([fixture.draft(text: "torn")])
    let whole = Array(try state.readAll(journal)[..<writer.journalSizeBytes])
    writer.close()
    try state.remove(journal + ".closed")
    let kept = Array(whole[..<keptCount])
    for count in kept.count + 1..<whole.count {
      let torn = Array(whole[..<count]) + [UInt8](repeating: 0, count: zeros)
      let tail = try torn[kept.count...#require(torn.lastIndex { $0 != 0 })]
      try state.tamper { (image) throws(FileError) in try image.plant(torn, at: journal) }
      for name in try fixture.segments() where name.first > 1 {
        try ledger.remove(joined(fixture.folder, "\(name)"))
      }
      let (again, report) = try fixture.openReporting()
      let notice = try #require(report.notices.first { $0.kind == .cutTail })
      #expect(notice.sizeBytes == tail.count)
      #expect(try state.readAll(try #require(notice.backup)) == Array(tail))
      #expect(try state.readAll(journal) == kept)
      #expect(again.lastCommit == 1)
      #expect(try fixture.published() == [1: ["kept 0"]])
      again.close()
      #expect(try fixture.openReporting().1.notices.isEmpty)
    }
  }

  /// A writer that ended in order left no write behind that could have been cut short.
  @Test func aTailThatIsMissingAfterAnOrderlyEndIsDamage() throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "kept")])
    let keptCount = writer.journalSizeBytes
    _ = try writer.append([fixture.draft(text: "lost")])
    writer.close()
    let whole = try state.readAll(journal)
    for count in keptCount..<whole.count {
      try state.tamper { (image) throws(FileError) in try image.plant(Array(whole[..<count]), at: journal) }
      #expect { try fixture.open() } throws: { ($0 as? LedgerError)?.code == .damaged }
      #expect(try state.readAll(journal) == Array(whole[..<count]))
    }
    try state.tamper { (image) throws(FileError) in try image.plant(whole, at: journal) }
    #expect(try fixture.open().lastCommit == 2)
  }

  /// Small commits are written into zeros that the file has already; closing gives them back.
  @Test func aJournalHasRoomAhead() throws {
    var fixture = fixture
    let writer = try fixture.open()
    var changes = 0
    var sizeBytes = 0
    for index in 0..<200 {
      _ = try writer.append([fixture.draft(text: "\(index)")])
      let now = try #require(try state.status(journal)).sizeBytes
      #expect(now >= writer.journalSizeBytes)
      if now != sizeBytes { changes += 1 }
      sizeBytes = now
    }
    #expect(changes < 20)
    let written = writer.journalSizeBytes
    #expect(sizeBytes > written)
    // As a crash leaves it, and as closing does.
    let copy = WriterFixture(MemoryFileStore(ledger.image), MemoryFileStore(state.image))
    let (again, report) = try copy.openReporting()
    #expect(report.notices.isEmpty && again.lastCommit == 200)
    again.close()
    writer.close()
    #expect(try state.status(journal)?.sizeBytes == written)
    #expect(try fixture.open().lastCommit == 200)
  }

  /// A seal beside the writer that stopped before the journal was replaced: its segment takes the place of the small ones.
  @Test(arguments: [0, 1, 3]) func aSealThatStoppedIsKept(commits: Int) throws {
    var fixture = fixture
    let writer = try fixture.open()
    for index in 0..<4 { _ = try writer.append([fixture.draft(3, text: "sealed \(index)")]) }
    let copy = WriterFixture(MemoryFileStore(ledger.image), MemoryFileStore(state.image))
    let sealed = try #require(try copy.open().seal().files.first)
    for index in 0..<commits { _ = try writer.append([fixture.draft(text: "behind \(index)")]) }
    let bytes = try copy.ledger.readAll(sealed)
    try ledger.tamper { (image) throws(FileError) in try image.plant(bytes, at: sealed) }
    let (again, report) = try fixture.openReporting()
    #expect(report.notices.isEmpty)
    #expect(Int(again.lastCommit) == 4 + commits && again.tree == writer.tree)
    #expect(try fixture.segments().map(\.first) == [1] + (0..<commits).map { 13 + UInt64($0) })
    #expect(try fixture.published().count == 4 + commits)
    _ = try again.append([fixture.draft(text: "next")])
    again.close()
    let (last, nothing) = try fixture.openReporting()
    #expect(nothing.notices.isEmpty && Int(last.lastCommit) == 5 + commits)
  }

  @Test func damageBeforeAcknowledgedCommitsIsNamedAndNothingIsCut() throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "a")])
    let start = writer.journalSizeBytes
    _ = try writer.append([fixture.draft(text: "b"), fixture.draft(text: "b2")])
    let end = writer.journalSizeBytes
    _ = try writer.append([fixture.draft(text: "c")])
    writer.close()
    let whole = try state.readAll(journal)
    var refused = 0
    for place in stride(from: start, to: end, by: 7) {
      var damaged = whole
      damaged[place] ^= 0x10
      try state.tamper { (image) throws(FileError) in try image.plant(damaged, at: journal) }
      do {
        // Only where a write began may be wrong without costing anything.
        let opened = try fixture.open()
        #expect(opened.lastCommit == 4)
        opened.close()
      } catch {
        let error = try #require(error as? LedgerError)
        #expect(error.code == .damaged && error.file == journal)
        #expect(try state.readAll(journal) == damaged)
        refused += 1
      }
    }
    #expect(refused > (end - start) / 7 - 10)
    // What was published stays readable.
    #expect(try fixture.published().count == 4)
  }

  @Test func anyChangedBitOfAJournalEndsWell() throws {
    var fixture = fixture
    let writer = try fixture.open()
    for text in ["a", "b"] { _ = try writer.append([fixture.draft(text: text)]) }
    writer.close()
    let whole = try state.readAll(journal)
    let before = (ledger.image, state.image)
    for place in stride(from: 0, to: whole.count, by: 2) {
      var damaged = whole
      damaged[place] ^= UInt8(1 << (place / 2 % 8))
      let store = MemoryFileStore(before.1)
      try store.tamper { (image) throws(FileError) in try image.plant(damaged, at: journal) }
      let copy = WriterFixture(MemoryFileStore(before.0), store)
      // Either all is there, or it is refused, with the damage or with commits it no longer knows named.
      if let opened = try? copy.open() {
        #expect(opened.lastCommit == 2)
      } else {
        #expect(try store.readAll(journal).count <= whole.count)
      }
    }
  }

  @Test func aJournalThatIsGoneIsNotBegunAnew() throws {
    var fixture = fixture
    let writer = try fixture.open()
    _ = try writer.append([fixture.draft()])
    writer.close()
    try state.remove(journal)
    #expect(throws: LedgerError.self) { try fixture.open() }
    #expect(try state.status(journal) == nil)
  }

  @Test func ownCommitsThatTheJournalDoesNotKnowStopTheWriter() throws {
    var fixture = fixture
    var writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "a")])
    writer.close()
    let old = state.image
    writer = try fixture.open()
    _ = try writer.append([fixture.draft(text: "b")])
    writer.close()
    // The machine's state is restored from a backup; the ledger's folder is not.
    let restored = WriterFixture(ledger, MemoryFileStore(old))
    let error = #expect(throws: LedgerError.self) { try restored.open() }
    #expect(error?.code == .damaged)
    #expect(try fixture.published().count == 2)
  }

  @Test func aFailedFlushIsTheEndOfAWriter() throws {
    for fault in [FaultPlan.Fault.fail(.system(5)), .fail(.noSpace), .shortWrite(.noSpace)] {
      let control = FaultControl()
      var fixture = WriterFixture(MemoryFileStore(), FaultFileStore(MemoryFileStore(), control))
      let writer = try fixture.open()
      _ = try writer.append([fixture.draft(text: "a")])
      control.plan(FaultPlan(fault, at: control.count + 1, isLasting: true))
      let error = #expect(throws: LedgerError.self) { try writer.append([fixture.draft(text: "b")]) }
      #expect(error?.code == .inputOutput)
      control.heal()
      #expect(throws: LedgerError.self) { try writer.append([fixture.draft(text: "c")]) }
      #expect(throws: LedgerError.self) { try writer.seal() }
      let again = try fixture.open()
      #expect((1...2).contains(again.lastCommit))
      _ = try again.append([fixture.draft(text: "d")])
      #expect(try fixture.published()[again.lastCommit] == ["d 0"])
    }
  }
}
