import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// What lies behind damage in this machine's journal. Its frames are: 0 the base, 1 the header, and the commits, of
/// which the replica's first event is number 2, and a number 3.
extension DamagedStateTests {
  private func frames(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: [0x28, 0xb5, 0x2f, 0xfd]) }
  }

  /// Flips a bit in the middle of each of these frames.
  func damage(_ path: String, frames numbers: [Int]) throws {
    var bytes = try files.state.readAll(path)
    let starts = frames(bytes) + [bytes.count]
    for number in numbers { bytes[(starts[number] + starts[number + 1]) / 2] ^= 1 }
    try files.state.replaceFile(path, with: bytes)
  }

  private func repairTakesB() async throws {
    #expect(try await published() == ["a"])
    #expect(try await damage().count == 1)
    let plan = try await open().maintenance.repair(dryRun: true)
    #expect(try await published() == ["a"])
    let repair = try await open().maintenance.repair()
    #expect(repair.acts.map(\.what) == plan.acts.map(\.what))
    #expect(repair.acts.count == 2 && repair.acts[0].what.hasPrefix("took 1 commit into"), "\(repair.acts)")
    #expect(try await published() == ["a", "b"])
    #expect(try await open().audit.verify().findings == [])
    _ = try await write("c")
    #expect(try await published() == ["a", "b", "c"])
    #expect(try await open().audit.verify().findings == [])
  }

  /// The header, the folder's own files or the journal's earlier commits tell where b stands.
  @Test(arguments: [[0], [1], [0, 1], [2], [3], [0, 1, 2, 3]])
  func repairTakesWhatLiesBehindDamage(_ frames: [Int]) async throws {
    try damage(try await written("journal", waiting: true), frames: frames)
    try await repairTakesB()
  }

  @Test(arguments: [[0], [1], [0, 1]])
  func repairTakesWhatLiesBehindDamageAndSealedFiles(_ frames: [Int]) async throws {
    try damage(try await written("journal", waiting: true, sealing: true), frames: frames)
    try await repairTakesB()
  }

  /// The folder has the commit that is damaged in the journal, and lacks later ones.
  @Test func repairGivesAFolderThatWasSetBackWhatLiesBehindDamage() async throws {
    let journal = try await written("journal", waiting: false)
    let old = files.folder.image
    for id in ["b", "c"] { _ = try await write(id) }
    try files.folder.tamper { (now) throws(FileError) in now = old }
    try damage(journal, frames: [3])
    _ = try await open().maintenance.repair()
    #expect(try await published() == ["a", "b", "c"])
    #expect(try await open().audit.verify().findings == [])
  }

  /// A conflicting copy holds the earlier lines: one repair takes both.
  @Test func repairTakesWhatContinuesAStranger() async throws {
    let journal = try await written("journal", waiting: true)
    for id in ["c", "d"] { try await writeWhereTheDiskIsFull(id) }
    let folder = String(journal.dropLast("/journal".count))
    let replica = try #require(ReplicaID(String(folder.split(separator: "/").last ?? "")))
    let segment = try JournalSummary.openFile(files.state, folder: folder)
    try damage(journal, frames: [4])
    let path = LedgerLayout.folder(of: replica) + "/0001 (conflicted copy).open.jsonl.zst"
    try files.folder.replaceFile(path, with: Array(segment[..<frames(segment)[4]]))
    _ = try await open().maintenance.repair()
    #expect(try await published() == ["a", "b", "c", "d"])
    #expect(try await damage() == [])
  }

  /// A commit before them is in no file, so that nothing proves their place.
  @Test func commitsBehindALostOneStayAFindingUntilItComesBack() async throws {
    let journal = try await written("journal", waiting: true)
    for id in ["c", "d"] { try await writeWhereTheDiskIsFull(id) }
    let stateFolder = try #require(journal.split(separator: "/").dropLast().last)
    let replica = try #require(ReplicaID(String(stateFolder)))
    let ledger = "0193aaaa-0000-4000-8000-000000000003"
    let segment = try JournalSummary.openFile(
      files.state, folder: StateLayout.folder(ledger: ledger, replica: replica))
    try damage(journal, frames: [4])

    let plan = try await open().maintenance.repair(dryRun: true)
    let repair = try await open().maintenance.repair()
    #expect(repair.acts.map(\.what) == plan.acts.map(\.what))
    #expect(repair.acts.count == 1 && repair.acts[0].what.contains("2 signed commits of its journal"))
    let found = try await damage()
    #expect(found.count == 1 && found.first?.what.hasPrefix("2 signed commits") == true, "\(found)")
    #expect(try await open().maintenance.repair().acts.map(\.backup) == repair.acts.map(\.backup))
    _ = try await write("e")
    #expect(try await damage() == found)
    #expect(try await published() == ["a", "e"])

    // Another copy of the folder has b.
    let copy = Array(segment[..<frames(segment)[4]])
    let name = SegmentName.open(first: 1, random: "0123456789abcdef")
    try files.folder.replaceFile(LedgerLayout.path(of: name, replica), with: copy)
    #expect(
      try await open().maintenance.repair().acts.map { String($0.what.prefix(6)) } == ["took 2", "settle"])
    #expect(try await published() == ["a", "b", "c", "d", "e"])
    #expect(try await open().audit.verify().findings == [])
    #expect(try await open().maintenance.repair().acts.isEmpty)
  }
}
