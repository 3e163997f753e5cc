import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// A machine that was away brings nothing back that the others erased, at no moment; and what an old copy brings goes again.
@Suite struct ErasedReturningTests {
  private let clock = TestClock(1_790_000_000_000)
  private let writer: MemoryMachine
  private let here: MemoryMachine
  private let away: MemoryMachine

  init() {
    writer = MemoryMachine(1, clock: clock)
    here = MemoryMachine(2, clock: clock)
    away = MemoryMachine(3, clock: clock)
  }

  /// Ann, with a picture that is kept as a blob, was written on one machine; two others have copies.
  private func prepare() async throws -> ReplicaID {
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000031", createdAt: Instant(milliseconds: 1_790_000_000_000))
    try descriptor.found(in: "", of: writer.folder)
    let picture = Data("Secret at sea".utf8) + Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try await writer.running().commit {
      try $0.upsert(
        Member(id: "ann") { ($0.name, $0.email, $0.picture) = ("Ann Secret", "ann@secret.org", picture) })
    }
    let replica = try #require(try await writer.running().replicas.own().first)
    await writer.stop()
    here.folder = MemoryFileStore(writer.folder.image)
    try await here.running().commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept" }) }
    away.folder = MemoryFileStore(here.folder.image)
    try await away.running().commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo Kept" }) }
    return replica
  }

  /// The files of a folder that hold a text, unpacked.
  private static func files(_ store: MemoryFileStore, with text: String) throws -> [String] {
    let wanted = Array(text.utf8)
    return try ValueScan.files(store).filter { _, bytes in
      var (texts, offset) = ([bytes], 0)
      while offset < bytes.count,
        let (text, size) = try? ZstdDecompressor().decompress(bytes.span, at: offset)
      {
        texts.append(text)
        offset += size
      }
      return texts.contains { $0.firstRange(of: wanted) != nil }
    }.map(\.key).sorted()
  }

  private func erase(_ fields: [String] = []) async throws {
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = fields
    let ledger = try here.running()
    try await ledger.erasures.erase(request)
    try await ledger.erasures.removeTexts(now: true)
  }

  /// The machine that was away replicates with the other's folder; gives every file that held a text there at any moment.
  private func returning(_ text: String = "Secret") async throws -> (ReplicationReport, seen: Set<String>) {
    await here.stop()
    let (folder, seen) = (here.folder, Locked<Set<String>>([]))
    let control = FaultControl { _, _ in
      let found = (try? Self.files(folder, with: text)) ?? ["unreadable"]
      seen.withLock { $0.formUnion(found) }
    }
    let report = try await away.running().replicas.replicate(
      with: FaultFileStore(folder, control), path: "/here")
    return (report, seen.withLock { $0 }.union(try Self.files(folder, with: text)))
  }

  @Test func textsOfARetiredReplicaDoNotComeBack() async throws {
    let replica = try await prepare()
    try await here.running().replicas.retire(replica)
    try await erase()
    #expect(try Self.files(here.folder, with: "Secret") == [])
    let (report, seen) = try await returning()
    #expect(seen == [], "\(seen)")
    #expect(report.pushed.commits == 2 && report.isSame)
    #expect(try await here.running().get(kind: "house.member", id: "cleo")?["name"] == "Cleo Kept")
    // Of the erasure it learned as it came back.
    #expect(try await away.running().get(kind: "house.member", id: "ann")?.erased.contains("name") == true)
    let again = try await away.running().replicas.replicate(with: here.folder, path: "/here")
    #expect(again.isSame && again.pushed.isEmpty && again.pulled.isEmpty)
  }

  @Test func textsOfTheEraserDoNotComeBack() async throws {
    _ = try await prepare()
    let ledger = try here.running()
    try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Ann Hidden" }) }
    away.folder = MemoryFileStore(here.folder.image)
    await away.stop()
    try await away.running().commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo Kept" }) }
    try await erase()
    #expect(try Self.files(here.folder, with: "Ann Hidden") == [])
    let (_, seen) = try await returning("Ann Hidden")
    #expect(seen == [], "\(seen)")
    // Its writer has begun.
    #expect(try Self.files(away.folder, with: "Ann Hidden") == [])
  }

  @Test func onlyPushingIsNotOtherwise() async throws {
    let replica = try await prepare()
    try await here.running().replicas.retire(replica)
    try await erase()
    await here.stop()
    _ = try await away.running().replicas.replicate(with: here.folder, path: "/here", direction: .push)
    #expect(try Self.files(here.folder, with: "Secret") == [])
    #expect(try await here.running().get(kind: "house.member", id: "cleo")?["name"] == "Cleo Kept")
  }

  /// What the other side lacks of a file with texts goes there without them.
  @Test(arguments: [true, false]) func otherLinesOfTheSameFileArrive(isSealed: Bool) async throws {
    let replica = try await prepare()
    try await writer.running().commit { try $0.upsert(Member(id: "dora") { $0.name = "Dora Kept" }) }
    if isSealed { _ = try await writer.running().maintenance.seal() }
    if isSealed { _ = try await writer.running().maintenance.compact() }
    await writer.stop()
    for (path, bytes) in try ValueScan.files(writer.folder) where path.contains("\(replica)") {
      if try away.folder.status(path) != nil { try away.folder.remove(path) }
      try away.folder.replaceFile(path, with: bytes)
    }
    let (before, after) = (Set(try ValueScan.files(here.folder).keys), try ValueScan.files(writer.folder))
    for path in try ValueScan.files(away.folder).keys
    where path.contains("\(replica)") && after[path] == nil && before.contains(path) {
      try away.folder.remove(path)
    }
    try await here.running().replicas.retire(replica)
    try await erase()
    let (report, seen) = try await returning()
    #expect(seen == [], "\(seen)")
    #expect(report.isSame && report.pushed.commits > 2, "\(report)")
    let ledger = try here.running()
    #expect(try await ledger.get(kind: "house.member", id: "dora")?["name"] == "Dora Kept")
    #expect(try await ledger.get(kind: "house.member", id: "ann")?.erased.contains("name") == true)
    #expect(try await ledger.audit.verify().findings == [])
    let again = try await away.running().replicas.replicate(with: here.folder, path: "/here")
    #expect(again.pushed.isEmpty && again.isSame, "\(again)")
    let digests = [
      try await ledger.audit.replay(digests: true).digest,
      try await away.running().audit.replay(digests: true).digest,
    ]
    #expect(Set(digests).count == 1)
  }

  /// A stub of one field does not bring the others back.
  @Test func whatAStubHasLeftDoesNotComeBack() async throws {
    let replica = try await prepare()
    let ledger = try here.running()
    try await ledger.commit {
      try $0.upsert(Member(id: "ann") { ($0.name, $0.email) = ("Ann Hidden", "ann@hidden.org") })
    }
    try await ledger.replicas.retire(replica)
    try await erase(["email"])
    await here.stop()
    _ = try await away.running().replicas.replicate(with: here.folder, path: "/here")
    #expect(try Self.files(away.folder, with: "ann@hidden.org") == [])
    #expect(try !Self.files(away.folder, with: "Ann Hidden").isEmpty)
    try await erase()
    #expect(try Self.files(here.folder, with: "Ann Hidden") == [])
    let (_, seen) = try await returning("Ann Hidden")
    #expect(seen == [], "\(seen)")
  }

  @Test func whatAnOldCopyBringsGoesAgain() async throws {
    let replica = try await prepare()
    let old = try ValueScan.files(here.folder)
    try await here.running().replicas.retire(replica)
    try await erase()
    #expect(try await here.running().erasures.list().first?.done.isEmpty == false)
    await here.stop()
    for (path, bytes) in old where path.contains("\(replica)") {
      if try here.folder.status(path) == nil { try here.folder.replaceFile(path, with: bytes) }
    }
    #expect(try !Self.files(here.folder, with: "Secret").isEmpty)
    try await here.running().commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept On" }) }
    #expect(try Self.files(here.folder, with: "Secret") == [])
  }

  // MARK: When

  private static let day: Int64 = 86_400_000

  /// The first write after it is a week later.
  @Test func theDaysBeginWithTheErasure() async throws {
    _ = try await prepare()
    let ledger = try here.running()
    try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Ann Hidden" }) }
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    #expect(try await ledger.erasures.list().first?.since == clock.now)
    await here.stop()
    clock.advance(8 * Self.day)
    try await here.running().commit { try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept On" }) }
    #expect(try Self.files(here.folder, with: "Ann Hidden") == [])
  }

  /// Also where nothing was written between.
  @Test func theDaysBeginWithTheFirstReading() async throws {
    _ = try await prepare()
    try await away.running().commit { try $0.upsert(Member(id: "ann") { $0.name = "Ann Hidden" }) }
    await away.stop()
    let ledger = try here.running()
    for (path, bytes) in try ValueScan.files(away.folder) where try here.folder.status(path) == nil {
      try here.folder.createFolder(here.folder.folder(of: path))
      try here.folder.replaceFile(path, with: bytes)
    }
    try await ledger.refresh()
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    await here.stop()
    for (path, bytes) in try ValueScan.files(here.folder) where path != LedgerLayout.descriptor {
      if try away.folder.status(path) == nil { try away.folder.replaceFile(path, with: bytes) }
    }
    try away.folder.replaceFile(
      LedgerLayout.descriptor, with: try here.folder.readAll(LedgerLayout.descriptor))
    #expect(try await away.running().get(kind: "house.member", id: "ann")?.erased.contains("name") == true)
    await away.stop()
    clock.advance(8 * Self.day)
    try await away.running().commit { try $0.upsert(Member(id: "cleo") { $0.name = "Cleo Kept On" }) }
    #expect(try Self.files(away.folder, with: "Ann Hidden") == [])
  }
}
