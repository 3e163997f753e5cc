import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

/// A program of an older version, or one that knows fewer systems, keeps what it does not know, hands it on byte
/// for byte, shows it, and loses none of it by writing beside it.
@Suite struct OlderVersionTests {
  /// As an older version had it: without an address, without friends, without households.
  struct OldMember: Entity {
    var id = ID()
    var name = ""

    static let schema = Schema("house.member") { Personal() }
  }

  private static let old = System("house", version: 0, kinds: [OldMember.self])

  private func start(
    _ number: UInt64, _ folder: MemoryFileStore, _ state: MemoryFileStore, _ systems: [System]
  ) throws -> Ledger {
    let machine = Machine(
      state: { state }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (number, 0, 0, 0))) },
      folder: { FolderMark(realPath: "/\(number)", mark: FileMark(inode: number, birthTime: 1)) },
      hostName: { "machine \(number)" })
    return try Ledger.open(folder, path: "/\(number)", systems, machine, LedgerOptions.prompt)
  }

  private func files(_ store: MemoryFileStore, of replica: ReplicaID) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for file in try Inventory.scan(store).segments(of: replica) {
      files[file.path] = try store.readAll(file.path)
    }
    return files
  }

  /// Everything a later version may have written, through a program that knows no system at all.
  @Test(arguments: 1...SegmentHeader.formatVersion)
  func whatItDoesNotKnowGoesThroughByteForByte(format: Int64) async throws {
    let golden = try #require(GoldenLedger(format: format))
    let (newer, older, third) = (MemoryFileStore(), MemoryFileStore(), MemoryFileStore())
    for (path, bytes) in try golden.files() {
      try newer.createFolder(newer.folder(of: path))
      try newer.replaceFile(path, with: bytes)
    }
    for store in [older, third] {
      try store.createFolder(LedgerLayout.replicas)
      try store.replaceFile(LedgerLayout.descriptor, with: golden.descriptor.bytes)
    }
    let program = try start(2, older, MemoryFileStore(), [])
    _ = try await program.replicas.replicate(with: newer, path: "/newer")
    try await program.append([
      Mutation(.upsert, kind: "sam.person", id: "p", set: ["displayNameCache": "Cleo"])
    ])
    _ = try await program.maintenance.seal()
    _ = try await program.replicas.replicate(with: third, path: "/third")
    let (written, passed) = (
      try files(newer, of: golden.key.replica), try files(third, of: golden.key.replica)
    )
    #expect(!written.isEmpty && written == passed)
    // What was only read stays of its format, and so does what was pulled before anything was written.
    #expect(
      try [newer, older, third].map { try LedgerDescriptor($0.readAll(LedgerLayout.descriptor)).format } == [
        format, 2, 2,
      ])
    // The other replica's commit had this key, in format 1 as it was given.
    let other = Mutation(.upsert, kind: "sam.person", id: "q", set: [:])
    await #expect(throws: LedgerError.self) {
      try await program.append([other], options: AppendOptions(key: "import-1"))
    }

    var lines: [[UInt8]] = []
    var filter = LogFilter()
    filter.replica = golden.key.replica
    try await program.history.log(filter) { entry in
      lines.append(entry.line)
      return true
    }
    let events = golden.commits.flatMap { commit in commit.lines.prefix(commit.events.count) }
    #expect(Set(lines) == Set(events) && lines.count == events.count)
    // Raw kinds, fields, operations and keys are shown.
    #expect(lines.contains { String(decoding: $0, as: UTF8.self).contains("\"op\":\"merge\"") })
    #expect(lines.contains { String(decoding: $0, as: UTF8.self).contains("\"x-later\"") })
    let ann = try await program.get(kind: "sam.person", id: "0193b2c4-0000-7000-8000-000000000001")
    #expect(ann?["weight"] == 0.1 && ann?["displayNameCache"] == "Anne Lee")
    let digest = try await program.audit.replay().digest
    #expect(try await start(3, third, MemoryFileStore(), []).audit.replay().digest == digest)
    // It saw a replica that there never was, and its fifth commit is stamped before its first.
    #expect(
      try await program.audit.verify().findings.allSatisfy {
        !$0.isFailure || [.missing, .backDated].contains($0.kind)
      })
  }

  @Test func aLaterFormatIsRefused() throws {
    let store = MemoryFileStore()
    try store.createFolder(LedgerLayout.replicas)
    let later = "{\"daybook\":9,\"ledger\":\"0193aaaa-0000-4000-8000-000000000004\",\"sealed\":true}\n"
    try store.replaceFile(LedgerLayout.descriptor, with: Array(later.utf8))
    let error = try #require(throws: LedgerError.self) { try start(1, store, MemoryFileStore(), []) }
    #expect(error.code == .refused && error.what.contains("format 9"), "\(error)")
  }

  @Test func anOldProgramsWritesLeaveNewFieldsAlone() async throws {
    let (here, there) = (MemoryFileStore(), MemoryFileStore())
    for store in [here, there] {
      try store.createFolder(LedgerLayout.replicas)
      try store.replaceFile(
        LedgerLayout.descriptor,
        with: LedgerDescriptor(
          ledger: "0193aaaa-0000-4000-8000-000000000004", createdAt: Instant(milliseconds: 0)
        ).bytes)
    }
    let new = try start(1, here, MemoryFileStore(), [.house])
    try await new.commit { batch in
      try batch.upsert(Household(id: Ref("h")) { $0.address = "Low Street" })
      try batch.upsert(
        Member(id: Ref("a")) { member in
          (member.name, member.email, member.household) = ("Ann", "ann@example.org", Ref("h"))
        })
      try batch.upsert(Member(id: Ref("b")) { $0.name = "Ben" })
      try batch.link(Ref<Member>("a"), \.friends, to: Ref<Member>("b"))
    }
    var future = Mutation(.upsert, kind: "house.member", id: "a", set: ["name": "Ann"])
    future.other = ["mood": "fine"]
    try await new.append([future])
    _ = try await new.replicas.replicate(with: there, path: "/there")

    let old = try start(2, there, MemoryFileStore(), [Self.old])
    let row = try await old.get(kind: "house.member", id: "a")
    #expect(row?["email"] == "ann@example.org" && row?["friends"] == ["b"])
    #expect(try await old.get(kind: "house.household", id: "h")?["address"] == "Low Street")
    var member = try #require(try await old.get(Ref<OldMember>("a")))
    member.name = "Anne"
    let saved = member
    try await old.commit { try $0.upsert(saved) }
    try await old.append([Mutation(.delete, kind: "house.member", id: "b")])
    try await old.append([
      Mutation(.upsert, kind: "house.household", id: "h", set: ["createdAt": "2026-01-01T00:00:00.000Z"])
    ])
    _ = try await old.replicas.replicate(with: here, path: "/here")

    try await new.refresh()
    let ann = try #require(try await new.get(Ref<Member>("a")))
    #expect(ann.name == "Anne" && ann.email == "ann@example.org" && ann.household == Ref("h"))
    #expect(ann.friends == [])
    #expect(try await new.get(Ref<Household>("h"))?.address == "Low Street")
    #expect(try await new.get(Ref<Member>("b")) == nil)
    var shown = false
    try await new.history.log { entry in
      shown = shown || entry.event.mutation.other["mood"] == "fine"
      return true
    }
    #expect(shown)
    #expect(try await new.audit.replay().digest == old.audit.replay().digest)
    #expect(try await new.withRecords { $0.conflicts().isEmpty })
  }
}
