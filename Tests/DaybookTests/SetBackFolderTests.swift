import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

/// A folder that was put back to an older copy lacks what this machine sealed since: the next write puts it back from the
/// state's copies. Where there are none, each write says so until it is back.
@Suite struct SetBackFolderTests {
  let files: OwnFilesTests

  init() throws { files = try OwnFilesTests() }

  func write(_ id: String) async throws -> [Notice] {
    files.clock.advance(1000)
    let ledger = try files.open()
    let receipt = try await ledger.append(files.note(id))
    await ledger.close()
    return receipt.notices.filter { $0.code == "own-missing" }
  }

  func seal(keepsCopies: Bool = false) async throws {
    let ledger = try files.open()
    _ = try await ledger.maintenance.seal()
    await ledger.close()
    if !keepsCopies { try files.removeCopies() }
  }

  func setBack(to image: MemoryImage) throws {
    try files.folder.tamper { (now) throws(FileError) in now = image }
  }

  @Test func theWriteNamesWhatIsMissing() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c", "d"] { #expect(try await write(id) == []) }
    try await seal()
    let whole = files.folder.image
    try setBack(to: old)
    // The replica's own first event, and a, are in the old copy.
    for id in ["e", "f"] {
      let notices = try await write(id)
      #expect(notices.count == 1 && notices.first?.text.hasPrefix("3 events") == true, "\(notices)")
      #expect(notices.first?.text.contains("(seq 3-5)") == true, "\(notices)")
    }
    // It comes back from another copy.
    let store = MemoryFileStore(whole)
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) where file.isSealed {
      let bytes = try store.readAll(file.path)
      try files.folder.tamper { (now) throws(FileError) in try now.plant(bytes, at: file.path) }
    }
    #expect(try await write("g") == [])
    #expect(try await files.notes(files.open()) == ["a", "b", "c", "d", "e", "f", "g"])
  }

  /// The journal no longer holds them, and no other machine ever did.
  @Test(arguments: ["set back", "damaged", "removed"]) func copiesPutBackWhatWasSealed(_ how: String)
    async throws
  {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c"] { #expect(try await write(id) == []) }
    try await seal(keepsCopies: true)
    #expect(try await write("d") == [])
    try await seal(keepsCopies: true)
    let digest = try await files.open().audit.replay().digest
    #expect(try files.copies().count == 2)
    let kept = try await files.open().replicas.status().copies
    #expect(kept.count == 2 && kept.sizeBytes > 0)
    let paths = try files.files()
    for path in paths {
      var bytes = try files.folder.readAll(path)
      bytes[bytes.count / 3] ^= 0xff
      try files.folder.tamper { [bytes] (now) throws(FileError) in
        if how != "set back" { try now.unplant(path) }
        if how == "damaged" { try now.plant(bytes, at: path) }
      }
    }
    if how == "set back" { try setBack(to: old) }
    let told = try await files.open().lackingOwnHistory()
    #expect(told.first?.text.contains("the next write restores") == true, "\(told)")
    files.clock.advance(1000)
    let ledger = try files.open()
    // Whatever looks something up for a write asks for this first.
    try await ledger.publishLacking()
    #expect(try await ledger.audit.replay().digest == digest)
    let receipt = try await ledger.append(files.note("e"))
    let notices = receipt.notices.filter { !["moved-aside", "raw-kind"].contains($0.code) }
    #expect(notices.map(\.code) == ["republished"], "\(notices)")
    #expect(notices.first?.text.contains("2 segments") == true, "\(notices)")
    #expect(try await ledger.audit.verify().findings.filter(\.isFailure) == [])
    #expect(try await files.notes(ledger) == ["a", "b", "c", "d", "e"])
    await ledger.close()
    #expect(try await write("f") == [])
    #expect(try Set(files.files()).isSuperset(of: paths))
  }

  /// They go once another machine has said that it holds them, or after a month.
  @Test(arguments: ["others", "a month"]) func copiesStayUntilNobodyNeedsThem(_ what: String) async throws {
    #expect(try await write("a") == [])
    try await seal(keepsCopies: true)
    #expect(try await write("b") == [])
    #expect(try files.copies().count == 1)
    if what == "others" {
      let other = try OwnFilesTests(folder: MemoryFileStore(files.folder.image), state: MemoryFileStore())
      let ledger = try other.open()
      try await ledger.append(other.note("there"))
      await ledger.close()
      let here = try files.open()
      _ = try await here.replicas.replicate(with: other.folder, path: "/other")
      await here.close()
    } else {
      files.clock.advance(29 * 86_400_000)
      #expect(try await write("c") == [])
      #expect(try files.copies().count == 1)
      files.clock.advance(2 * 86_400_000)
    }
    #expect(try await write("d") == [])
    #expect(try files.copies() == [])
  }

  @Test func aDamagedCopyIsLeftOut() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    #expect(try await write("b") == [])
    try await seal(keepsCopies: true)
    let copy = try #require(try files.copies().first)
    var bytes = try files.state.readAll(copy)
    bytes[bytes.count / 2] ^= 1
    try files.state.replaceFile(copy, with: bytes)
    try setBack(to: old)
    #expect(try await write("c").count == 1)
    for file in try files.files() {
      let bytes = try files.folder.readAll(file)
      #expect(SegmentName(String(file.split(separator: "/").last ?? ""))?.matches(bytes.span) == true)
    }
  }

  /// A file whose bytes were changed is named as that.
  @Test func theWriteSaysThatAFileIsDamaged() async throws {
    #expect(try await write("a") == [])
    try await seal()
    let path = try #require(try Inventory.scan(files.folder).replicas.flatMap(\.segments).map(\.path).first)
    var bytes = try files.folder.readAll(path)
    bytes[bytes.count / 3] ^= 0xff
    try files.folder.tamper { [bytes] (now) throws(FileError) in
      try now.unplant(path)
      try now.plant(bytes, at: path)
    }
    for id in ["b", "c"] {
      let notice = try #require(try await write(id).first)
      #expect(notice.text.contains("files in it are damaged"), "\(notice.text)")
    }
    try files.folder.tamper { (now) throws(FileError) in try now.unplant(path) }
    let notice = try #require(try await write("d").first)
    #expect(notice.text.contains("files were removed"), "\(notice.text)")
  }

  /// Also where the copy is from before the replica, or a sealed file in the middle was taken away.
  @Test func whereverItIsMissing() async throws {
    let empty = files.folder.image
    #expect(try await write("a") == [])
    try await seal()
    #expect(try await write("b") == [])
    try await seal()
    let sealed = try files.files()
    #expect(sealed.count == 2)
    let bytes = try sealed.map { try files.folder.readAll($0) }
    try files.folder.tamper { (now) throws(FileError) in try now.unplant(sealed[0]) }
    #expect(try await write("c").first?.text.contains("(seq 1-2)") == true)
    try files.folder.tamper { (now) throws(FileError) in try now.plant(bytes[0], at: sealed[0]) }
    #expect(try await write("d") == [])
    try await seal()
    try setBack(to: empty)
    #expect(try await write("e").first?.text.contains("(seq 1-5)") == true)
  }

  /// Before that write: what was sealed waits for no write, and is not what the journal holds besides.
  @Test(arguments: [false, true])
  func sealedEventsAreNotSaidToBePublishedByTheNextWrite(_ goesOn: Bool) async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c", "d"] { #expect(try await write(id) == []) }
    try await seal()
    if goesOn { #expect(try await write("e") == []) }
    try setBack(to: old)
    let ledger = try files.open()
    let status = try await ledger.replicas.status()
    #expect(status.unpublishedCommits == (goesOn ? 1 : 0))
    #expect(status.notices.contains { $0.code == "publication-waits" } == goesOn)
    #expect(status.findings.filter { $0.kind == .missing }.count == 1)
    let missing = try await ledger.audit.verify().findings.filter { $0.kind == .missing }
    #expect(missing.map(\.seqs) == (goesOn ? [3...5, 6...6] : [3...5]), "\(missing)")
    #expect(missing.first?.advice.contains("backup") == true)
    if goesOn { #expect(missing.last?.advice.contains("the next write") == true) }
  }

  /// A machine whose memory lags behind its journal: a program that sealed and ended looks at nothing afterwards.
  @Test func statusKnowsWhatWasSealed() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    let ledger = try files.open()
    for id in ["b", "c"] { try await ledger.append(files.note(id)) }
    _ = try await ledger.maintenance.seal()
    await ledger.close()
    try setBack(to: old)
    let missing = try await files.open().replicas.status().findings.filter { $0.kind == .missing }
    #expect(missing.map(\.seqs) == [3...4])
  }

  /// What is looked up or planned for a write is so on all that the machine acknowledged.
  @Test func aWriteIsPlannedOnWhatTheFolderLacks() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    files.clock.advance(1000)
    let writer = try files.open()
    let receipt = try await writer.append(files.note("b"))
    await writer.close()
    try setBack(to: old)
    let undoing = try files.open()
    #expect(try await files.notes(undoing) == ["a"])
    let undo = try await undoing.history.undo(try #require(receipt.lastStamp))
    #expect(undo.written.events.map(\.mutation.op) == [.delete])
    #expect(undo.written.notices.contains { $0.code == "republished" }, "\(undo.written.notices)")
    await undoing.close()
    try setBack(to: old)
    let restoring = try files.open()
    try await restoring.publishLacking()
    #expect(try await restoring.history.steps(kind: "planner.note", id: "b").count == 2)
    await restoring.close()
  }

  /// Where the folder holds all that the journal does, nothing is written and no lock is taken.
  @Test(arguments: [false, true]) func aWholeFolderCostsALook(_ isSealed: Bool) async throws {
    for id in ["a", "b"] { #expect(try await write(id) == []) }
    if isSealed { try await seal() }
    let replica = try #require(try Inventory.scan(files.folder).replicas.first?.id)
    let ledgerID = "0193aaaa-0000-4000-8000-000000000003"
    let open = "\(StateLayout.folder(ledger: ledgerID, replica: replica))/journal.open"
    let ledger = try files.open()
    #expect(try files.state.status(open) == nil)
    try await ledger.publishLacking()
    #expect(try files.state.status(open) == nil, "no writer was opened")
    try await ledger.append(files.note("c"))
    #expect(try files.state.status(open) != nil)
    await ledger.close()
  }

  /// What the journal still holds is published anew, and nothing is missing.
  @Test func whatIsInTheJournalIsNotMissing() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c"] { #expect(try await write(id) == []) }
    try setBack(to: old)
    #expect(try await write("d") == [])
    #expect(try await files.notes(files.open()) == ["a", "b", "c", "d"])
  }
}
