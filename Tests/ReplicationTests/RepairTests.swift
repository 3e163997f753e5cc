import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

@Suite struct RepairTests {
  let store = MemoryFileStore()
  let state = MemoryFileStore()

  func replica(_ number: UInt8 = 1, commits: Int = 8) throws -> TestReplica {
    var replica = TestReplica(number)
    for _ in 0..<commits { try replica.write() }
    return replica
  }

  /// What a killed writer left of a blob goes; a blob, and what is not ours, stays.
  @Test func unfinishedBlobsAreRemoved() throws {
    let unfinished = ["blobs/0123456789abcdef.tmp", "blobs/ab/0011223344556677.0123456789abcdef.tmp"]
    let others = ["blobs/notes.tmp", "blobs/ab/0123456789abcdef.part"]
    for path in unfinished + others { try store.put([1, 2, 3], at: path) }
    #expect(try Inventory.strangersAmongBlobs(store).map(\.path) == (unfinished + others).sorted())
    #expect(try repair(isDryRun: true).map(\.file).sorted() == unfinished.sorted())
    for path in unfinished { #expect(try store.status(path) != nil) }
    #expect(try repair().map(\.kind) == [.removed, .removed])
    for path in unfinished { #expect(try store.status(path) == nil) }
    for path in others { #expect(try store.status(path) != nil) }
    #expect(try repair() == [])
  }

  func repair(own: TestReplica? = nil, isDryRun: Bool = false) throws -> [RepairAct] {
    var repair = Repair(
      ledger: store, state: state, descriptor: Reading.descriptor, own: own?.id, journal: nil,
      isDryRun: isDryRun)
    return try repair.run()
  }

  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for replica in try Inventory.scan(store).replicas {
      for file in replica.segments { files[file.path] = try store.readAll(file.path) }
    }
    for stranger in try Inventory.scan(store).strangers {
      files[stranger.path] = try store.readAll(stranger.path)
    }
    return files
  }

  @Test func aConflictCopyGivesWhatIsHeldNowhereElse() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<5)
    let conflict =
      "\(LedgerLayout.folder(of: ann.id))/000000000001-0000000000000001.open.sync-conflict-20261121-XYZ.jsonl.zst"
    try store.put(ann.open(0..<8), at: conflict)
    let before = try files()

    let planned = try repair(isDryRun: true)
    #expect(try files() == before && state.list("") == [])
    let acts = try repair()
    #expect(acts == planned && acts.count == 2)
    guard case .took(let commits, let target) = try #require(acts.first).kind else {
      Issue.record("nothing was taken")
      return
    }
    #expect(commits == 3 && acts[1].kind == .movedAside)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq) && reading.report.findings == [])
    #expect(try store.status(conflict) == nil)
    #expect(try state.readAll(try #require(acts[1].backup)) == before[conflict])
    #expect(SegmentName(String(target.split(separator: "/")[2]))?.isSealed == true)
    // A second time there is nothing to do.
    #expect(try repair() == [])
  }

  @Test func aCopyOfWhatIsHeldIsOnlyMovedAside() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<8)
    try store.put(ann.open(0..<6), at: "replicas/\(ann.id)/backup.zst")
    #expect(try repair().map(\.kind) == [.movedAside])
  }

  @Test func whatIsNotTheLedgersStays() throws {
    let ann = try replica()
    try store.putOpen(ann, 0..<8)
    var foreign = TestReplica(4)
    foreign.ledger = "0193b6f0-0000-7000-8000-000000000002"
    try foreign.write()
    try store.put(Array("shopping".utf8), at: "notes.txt")
    try store.put(foreign.open(0..<1), at: "foreign.zst")
    let before = try files()
    #expect(try repair(own: ann) == [])
    #expect(try files() == before)
  }

  @Test func aRenamedReplicaComesBackFromTheRoot() throws {
    let ann = try replica()
    try store.put(try ann.sealed(0..<5).bytes, at: "old (1).zst")
    try store.put(ann.open(5..<8), at: "replicas/copy of open.zst")
    _ = try repair()
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == Array(1...ann.lastSeq) && reading.report.findings == [])
    #expect(reading.report.branches.first?.root == ann.tree.root)
  }

  @Test func aDamagedOwnFileIsKeptAndItsRestSaved() throws {
    let ann = try replica(commits: 30)
    let path = try store.putSealed(ann, 0..<30, frameSizeBytes: 900)
    var bytes = try store.readAll(path)
    bytes[bytes.count / 2] ^= 0x10
    try store.put(bytes, at: path)
    let damaged = try Reading(store)
    let acts = try repair(own: ann)
    #expect(acts.last?.kind == .movedAside && acts.last?.file == path)
    #expect(try state.readAll(try #require(acts.last?.backup)) == bytes)
    let reading = try Reading(store)
    #expect(reading.seqs(ann) == damaged.seqs(ann) && reading.kinds() == [.gap])
  }

  /// Its machine sealed the same commits with later ones: it has no such file to write again, and no copy replaces it.
  @Test func anothersDamagedFileGoesWhereOthersHoldItsRange() throws {
    let (ann, ben) = (try replica(1), try replica(2, commits: 9))
    let path = try store.putSealed(ben, 0..<5)
    let zeros = [UInt8](repeating: 0, count: try store.readAll(path).count)
    try store.put(zeros, at: path)
    // What is held up to a commit before its last is not enough.
    let shorter = try store.putSealed(ben, 0..<4)
    #expect(try repair(own: ann).map(\.kind) == [.left])
    try store.remove(shorter)
    try store.putSealed(ben, 0..<9)
    #expect(try Reading(store).kinds() == [.corruption])
    let planned = try repair(own: ann, isDryRun: true)
    let acts = try repair(own: ann)
    #expect(acts == planned && acts.map(\.kind) == [.movedAside])
    #expect(try state.readAll(try #require(acts.first?.backup)) == zeros)
    let reading = try Reading(store)
    #expect(reading.seqs(ben) == Array(1...ben.lastSeq) && reading.report.findings == [])
  }

  @Test func othersDamagedFilesAreLeft() throws {
    let (ann, ben) = (try replica(1), try replica(2))
    let path = try store.putOpen(ben, 0..<8)
    let bytes = try store.readAll(path)
    try store.put(Array(bytes.dropLast(7)), at: path)
    _ = try repair(own: ann)
    #expect(try store.readAll(path) == Array(bytes.dropLast(7)))
  }
}
