import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What this machine wrote, when tools have meddled with the files it lies in.
@Suite struct OwnFilesTests {
  var folder = MemoryFileStore()
  var state = MemoryFileStore()
  let clock = TestClock(1_790_000_000_000)

  init() throws {
    let descriptor = LedgerDescriptor(ledger: "0193aaaa-0000-4000-8000-000000000003", createdAt: clock.now)
    try folder.createFolder(LedgerLayout.replicas)
    try folder.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
  }

  init(folder: MemoryFileStore, state: MemoryFileStore) throws { (self.folder, self.state) = (folder, state) }

  func open(_ options: LedgerOptions = LedgerOptions.prompt) throws -> Ledger {
    var options = options
    options.now = { [clock] in clock.now }
    let machine = Machine(
      state: { [state] in state }, existingState: { [state] in state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, 7))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 7, birthTime: 7)) }, hostName: { "here" })
    return try Ledger.open(folder, path: "/l", [], machine, options)
  }

  func note(_ id: String) -> [Mutation] { [Mutation(.upsert, kind: "planner.note", id: id, set: ["n": 1])] }

  /// The segments of all replicas.
  func files() throws -> [String] { try Inventory.scan(folder).replicas.flatMap(\.segments).map(\.path) }

  func notes(_ ledger: Ledger) async throws -> [String] {
    try await ledger.query(Query("planner.note")).rows.map(\.id).sorted()
  }

  /// The copies of the segments that former journals gave way to, in the state.
  func copies() throws -> [String] {
    let ledger = StateLayout.folder(ledger: "0193aaaa-0000-4000-8000-000000000003")
    return try (state.list(ledger) ?? []).filter { $0.kind == .folder }.flatMap { replica in
      try (state.list("\(ledger)/\(replica.name)/former") ?? []).map {
        "\(ledger)/\(replica.name)/former/\($0.name)"
      }
    }
  }

  func removeCopies() throws { for path in try copies() { try state.remove(path) } }

  /// An idempotency key may name a person, and a commit's line stays.
  @Test func aKeyIsWrittenAsAHash() async throws {
    let ledger = try open()
    let key = AppendOptions(key: "ann@example.org")
    try await ledger.append(note("a"), options: key)
    await ledger.close()
    var keys: [String] = []
    for path in try files() {
      var reader = SegmentReader(bytes: try folder.readAll(path), isSealed: true)
      while let part = reader.next() {
        if case .frame(let content, _, _) = part { keys += content.commits.compactMap { $0.commit.key } }
      }
    }
    let written = try #require(keys.first)
    #expect(keys.count == 1 && written.hasPrefix("hash:") && written.utf8.count == 37)
    let again = try open()
    #expect(try await again.append(note("a"), options: key).isRepeat)
    // The hash is not the key.
    #expect(try await !again.append(note("a"), options: AppendOptions(key: written)).isRepeat)
    await again.close()
  }

  /// A machine's clock ran ahead, was set right, and what it had written last never got to the disk of the folder.
  @Test func aReplacedReplicasJournalIsPublishedByItsSuccessor() async throws {
    clock.advance(4 * 31_557_600_000)
    let first = try open()
    let before = try #require(try await first.append(note("a")).replica)
    for path in try files() { try folder.tamper { (image) throws(FileError) in try image.unplant(path) } }
    clock.advance(-4 * 31_557_600_000)
    await first.close()
    for path in try files() { try folder.tamper { (image) throws(FileError) in try image.unplant(path) } }
    let second = try open()
    let receipt = try await second.append(note("b"))
    #expect(receipt.replica != before && receipt.notices.contains { $0.code == "new-replica" })
    #expect(receipt.notices.contains { $0.code == "republished" && $0.text.contains("\(before)") })
    #expect(try await notes(second) == ["a", "b"])
    #expect(try await second.audit.verify().findings.filter(\.isFailure) == [])
    // What goes while the program runs comes back as well, by the same name, and is published once.
    let published = try files().filter { $0.contains("\(before)") }
    for path in published { try folder.tamper { (image) throws(FileError) in try image.unplant(path) } }
    #expect(try await second.refresh())
    #expect(try files().filter { $0.contains("\(before)") } == published)
    #expect(try await notes(second) == ["a", "b"])
    await second.close()
    let third = try open()
    #expect(try await third.append(note("c")).notices.map(\.code) == ["raw-kind"])
    #expect(try await notes(third) == ["a", "b", "c"])
  }

  /// Sealed commits that were gone when the program started to write, and came back while it wrote.
  @Test func whatWasSealedComesBackWhileItWrites() async throws {
    let first = try open()
    try await first.append(note("a"))
    let path = try #require(try await first.maintenance.seal().files.first)
    await first.close()
    try removeCopies()
    let bytes = try folder.readAll(path)
    try folder.tamper { (image) throws(FileError) in try image.unplant(path) }
    let second = try open()
    try await second.append(note("b"))
    #expect(try await notes(second) == ["b"])
    try folder.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
    #expect(try await second.refresh())
    #expect(try await notes(second) == ["a", "b"])
    try await second.append(note("c"))
    #expect(try await notes(second) == ["a", "b", "c"])
    #expect(try await second.withRecords { $0.digest() } == second.audit.replay().digest)
  }

  /// While the file was damaged everything was read anew: an erasure or a fork of another machine does that.
  @Test func whatWasSealedIsReadAgainOnceItIsWhole() async throws {
    let ledger = try open()
    try await ledger.append(note("a"))
    _ = try await ledger.maintenance.seal()
    let path = try #require(try files().first)
    let bytes = try folder.readAll(path)
    try await ledger.append(note("b"))
    let zeros = [UInt8](repeating: 0, count: bytes.count)
    try folder.replaceFile(path, with: zeros)
    try await ledger.reload()
    #expect(try await notes(ledger) == ["b"])
    try folder.replaceFile(path, with: bytes)
    #expect(try await ledger.refresh())
    #expect(try await notes(ledger) == ["a", "b"])
    #expect(try await !ledger.refresh())
  }

  /// The same where the file was only cut, and has its name all along.
  @Test func aCutSealedFileIsMadeWholeWhileItWrites() async throws {
    let first = try open()
    try await first.append(note("a"))
    let path = try #require(try await first.maintenance.seal().files.first)
    await first.close()
    try removeCopies()
    let bytes = try folder.readAll(path)
    try folder.tamper { (image) throws(FileError) in try image.plant([], at: path, inPlace: true) }
    let second = try open()
    try await second.append(note("b"))
    #expect(try await notes(second) == ["b"])
    try folder.tamper { (image) throws(FileError) in try image.plant(bytes, at: path, inPlace: true) }
    #expect(try await second.refresh())
    #expect(try await notes(second) == ["a", "b"])
    #expect(try await second.withRecords { $0.digest() } == second.audit.replay().digest)
  }

  /// Two programs on two images of one disk: each is told when it meets the other's history, and none is stopped.
  @Test(arguments: [true, false])
  func whoMeetsItsOwnNumberingContinuedTakesAnother(_ refreshes: Bool) async throws {
    let first = try open()
    let receipt = try await first.append(note("a"))
    await first.close()
    let other = try OwnFilesTests(folder: MemoryFileStore(folder.image), state: MemoryFileStore(state.image))
    let (one, two) = (try open(), try other.open())
    #expect(try await one.append(note("b")).replica == receipt.replica)
    #expect(try await two.append(note("c")).replica == receipt.replica)
    // The same numbers, and other lines.
    let path = try #require(try other.files().last)
    let bytes = try other.folder.readAll(path)
    try folder.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
    if refreshes {
      #expect(try await one.refresh())
    } else {
      // The write that comes upon it is kept; who writes is asked before the next.
      #expect(try await one.append(note("d")).replica == receipt.replica)
    }
    let next = try await one.append(note("e"))
    #expect(next.replica != receipt.replica)
    #expect(next.notices.contains { $0.text.contains(IdentityReason.unknownCommit.text) })
    #expect(
      try await one.audit.verify().findings.contains { $0.kind == .fork && $0.replica == receipt.replica })
    // What it has seen of both histories it knows without reading itself again.
    #expect(try await one.withRecords { $0.digest() } == one.audit.replay().digest)
    #expect(try await notes(one) == (refreshes ? ["a", "b", "c", "e"] : ["a", "b", "c", "d", "e"]))
  }
}
