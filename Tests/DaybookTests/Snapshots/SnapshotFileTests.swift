import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

@testable import Daybook

/// What becomes of snapshots that are damaged, foreign or old: they are made again, and never believed.
@Suite struct SnapshotFileTests {
  /// A ledger on a disk with a cache of its own, every file of which is old enough to be known by its times.
  private struct Place {
    let folder: TemporaryFolder
    var name = "a"
    var path: String { folder.path + "/\(name).daybook" }
    var options = LedgerOptions.prompt

    init() async throws {
      folder = try TemporaryFolder()
      options.stateDirectory = folder.path + "/state"
      options.cacheDirectory = folder.path + "/cache"
      options.snapshots = .always
      options.fileTime = { SystemClock.now().milliseconds * 1_000_000 + 60_000_000_000 }
      try await Ledger.create(at: path, options: options)
    }

    func open(_ systems: [System] = [.house]) async throws -> Ledger {
      try await Ledger.open(at: path, systems: systems, options: options)
    }

    func write(_ numbers: Range<Int>, _ text: String = "n", seals: Bool = false) async throws {
      let ledger = try await open()
      let mutations = numbers.map {
        Mutation(.upsert, kind: "house.member", id: "m\($0)", set: ["name": .string("\(text)\($0)")])
      }
      for start in stride(from: 0, to: mutations.count, by: 1000) {
        try await ledger.append(Array(mutations[start..<min(start + 1000, mutations.count)]))
      }
      if seals { _ = try await ledger.maintenance.seal() }
      await ledger.close()
    }

    /// What the ledger holds when it is opened now, and when everything is read.
    func check(_ systems: [System] = [.house]) async throws {
      let ledger = try await open(systems)
      let fresh = try await ledger.audit.replay()
      let (events, digest) = await ledger.held
      #expect(events == fresh.events)
      #expect(digest == fresh.digest)
      await ledger.close()
    }

    var cache: DiskFileStore { get throws { try DiskFileStore(path: folder.path + "/cache") } }

    /// The snapshot's path in the cache.
    func snapshot() throws -> String {
      let names = try cache.list("snapshots")?.map(\.name) ?? []
      return "snapshots/" + (try #require(names.first { !$0.contains(".") }, "no snapshot was written"))
    }

    /// Whether opening goes on from a snapshot.
    func isResumed() async throws -> Bool {
      let ledger = try await open()
      let isResumed = await ledger.isFromSnapshot
      await ledger.close()
      return isResumed
    }

    /// Whether opening finds the snapshot good.
    func isTaken() throws -> Bool {
      let descriptor = try LedgerDescriptor.settled(in: try DiskFileStore(path: path), path: path)
      let schemas = try SchemaRegistry([.daybook, .house])
      let folder = try DiskFileStore(path: path).status(LedgerLayout.descriptor)
      let store = SnapshotStore(
        try cache, ledger: descriptor.ledger, in: folder, schemas: schemas, options.fileTime())
      return store.open() != nil
    }

    func replace(_ path: String, with bytes: [UInt8]) throws {
      try cache.remove(path)
      let file = try cache.create(path)
      try file.write(bytes)
      file.close()
    }
  }

  @Test func theRecordsGoOnWhereTheFileEnds() async throws {
    let place = try await Place()
    try await place.write(0..<3000)
    try await place.check()
    #expect(try place.isTaken())
    // Arenas that are mapped grow in their room, and then beyond it.
    var growing = place
    growing.options.snapshots = .measured
    try await growing.write(0..<200, "changed")
    try await growing.check()
    try await growing.write(3000..<20_000, String(repeating: "long ", count: 30), seals: true)
    try await growing.check()
    try await growing.write(0..<3, "again")
    try await growing.check()
  }

  @Test(.seeded, arguments: 0..<6 as Range<UInt64>)
  func aDamagedSnapshotIsMadeAgain(index: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    let place = try await Place()
    try await place.write(0..<1500)
    for round in 0..<12 {
      try await place.check()
      let path = try place.snapshot()
      let whole = try place.cache.readAll(path)
      var bytes = whole
      let start = Int.random(in: bytes.indices, using: &random)
      switch round % 3 {
      case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeLast(bytes.count - start)
      default: for place in start..<min(bytes.count, start + 4096) { bytes[place] = 0 }
      }
      try place.replace(path, with: bytes)
      #expect(try place.isTaken() == (bytes == whole), "round \(round), byte \(start)")
      try await place.check()
      #expect(try place.isTaken())
    }
  }

  /// Changed in place, behind a note that says the file was checked.
  @Test func aSnapshotThatChangedSinceItWasCheckedIsCheckedAgain() async throws {
    let place = try await Place()
    try await place.write(0..<1500)
    try await place.check()
    #expect(try place.isTaken())
    let path = try place.snapshot()
    #expect(try place.cache.status(path + ".checked") != nil)
    var bytes = try place.cache.readAll(path)
    bytes[bytes.count / 2] ^= 1
    try place.replace(path, with: bytes)
    #expect(try !place.isTaken())
  }

  /// Behind a note that says it was checked as it is: a chunk has a checksum of its own.
  @Test func aDamagedChunkIsReadFromTheLog() async throws {
    let place = try await Place()
    try await place.write(0..<1500)
    try await place.check()
    let path = try place.snapshot()
    let note = String(decoding: try place.cache.readAll(path + ".checked"), as: UTF8.self)
    let bootTime = try #require(note.split(separator: " ").last)
    var bytes = try place.cache.readAll(path)
    var frames = 0
    for start in 0..<bytes.count - 16 where bytes[start..<start + 4] == [0x28, 0xb5, 0x2f, 0xfd] {
      bytes[start + 12] ^= 0xff
      frames += 1
    }
    #expect(frames > 10)
    try place.replace(path, with: bytes)
    let identity = FileIdentity(try #require(try place.cache.status(path)))
    try place.replace(path + ".checked", with: Array("\(identity.json) \(bootTime)".utf8))
    #expect(try await place.isResumed())
    let ledger = try await place.open()
    #expect(try await ledger.get(kind: "house.member", id: "m7")?["name"] == "n7")
    #expect(try await ledger.query(Query("house.member")).rows.count == 1500)
    await ledger.close()
    let other = try await place.open()
    #expect(try await other.query(Query("house.member")).rows.count == 1500)
    await other.close()
  }

  @Test func otherSchemasHaveASnapshotOfTheirOwn() async throws {
    let place = try await Place()
    try await place.write(0..<100)
    try await place.check()
    try await place.check([])
    try await place.check()
  }

  @Test func aCacheThatCannotBeWrittenIsNoError() async throws {
    var place = try await Place()
    place.options.cacheDirectory = "/dev/null/cache"
    try await place.write(0..<100)
    try await place.check()
  }

  /// A copy of the ledger elsewhere does not take the snapshot's place.
  @Test func eachCopyHasASnapshotOfItsOwn() async throws {
    let place = try await Place()
    try await place.write(0..<1500)
    var copy = place
    copy.name = "copy"
    try await place.folder.run("cp", "-R", "a.daybook", "copy.daybook")
    for _ in 0..<2 {
      try await place.check()
      try await copy.check()
    }
    #expect(try await place.isResumed())
    #expect(try await copy.isResumed())
  }

  /// What a writer sealed since may lie beside the sealed file for ever, where nobody takes files away.
  @Test func aFileThatOthersCoverIsNoHindrance() async throws {
    let place = try await Place()
    try await place.write(0..<500)
    var reader = place
    reader.options.stateDirectory = place.folder.path + "/other state"
    let store = try DiskFileStore(path: place.path)
    let open = try #require(try Inventory.scan(store).replicas.first?.segments.first)
    let bytes = try store.readAll(open.path)
    try await place.write(500..<600, seals: true)
    try await place.write(600..<700)
    if try store.status(open.path) != nil { try store.remove(open.path) }
    let file = try store.create(open.path)
    try file.write(bytes)
    file.close()
    try await reader.check()
    #expect(try await reader.isResumed())
    // And where somebody does: its writer, with the next write.
    try await place.write(700..<800)
    #expect(try store.status(open.path) == nil)
    try await reader.check()
    #expect(try await reader.isResumed())
  }

  /// Idempotency keys are kept with the records.
  @Test func keysOfASnapshotCount() async throws {
    let place = try await Place()
    let first = try await place.open()
    var options = AppendOptions()
    for number in 0..<20 {
      options.key = "key \(number)"
      try await first.append(
        [Mutation(.upsert, kind: "x.y", id: "\(number)", set: ["a": 1])], options: options)
    }
    await first.close()
    try await place.check()
    let second = try await place.open()
    options.key = "key 7"
    let again = try await second.append(
      [Mutation(.upsert, kind: "x.y", id: "7", set: ["a": 1])], options: options)
    #expect(again.isRepeat)
    await #expect(throws: LedgerError.self) {
      try await second.append([Mutation(.upsert, kind: "x.y", id: "7", set: ["a": 2])], options: options)
    }
    await second.close()
  }
}

extension Ledger {
  fileprivate var isFromSnapshot: Bool { loaded.isFromSnapshot }

  fileprivate var held: (events: UInt64, digest: Hash256) {
    (UInt64(loaded.records.eventCount), loaded.records.digest())
  }
}
