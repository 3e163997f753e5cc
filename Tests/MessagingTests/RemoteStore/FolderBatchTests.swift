import Daybook
import DaybookLog
import DaybookTestSupport
import MessagingFolder
import MessagingTestSupport
import Testing

@testable import Messaging

/// Several writes together: each for itself, for a few flushes, and whatever ends the client, in their order.
struct FolderBatchTests {
  private static let clock: @Sendable () -> ServerTime = { ServerTime(seconds: 1_700_000_000) }
  private static let count = 4

  /// A folder with a conversation in it.
  private static func prepared() async throws -> MemoryFileStore {
    let store = MemoryFileStore()
    try await RemoteStoreContract(side: try FolderRemoteStore(store, clock: clock)).converse()
    return store
  }

  private static func writes(_ count: Int = count) throws -> [RemoteWrite] {
    try (0..<count).map { try RemoteStoreContract.message("m\($0)", "hi") }
  }

  /// What was acknowledged; nil where no answer came.
  private static func send(_ store: any FileStore) async -> [ServerTime]? {
    guard let side = try? FolderRemoteStore(store, clock: clock) else { return nil }
    return try? await side.write(all: try writes(), by: "ann").map { try $0.get().revision }
  }

  @Test func eachIsAnsweredByItself() async throws {
    let store = try await Self.prepared()
    let side = try FolderRemoteStore(store, clock: Self.clock)
    _ = try await side.write(try RemoteStoreContract.message("m1", "before"), by: "ann")
    var writes = try Self.writes()
    writes.insert(try RemoteStoreContract.message("x", "not mine", by: "ben"), at: 1)
    writes.append(.delete(writes[0].path))
    let answers = try await side.write(all: writes, by: "ann")
    #expect(answers.count == 6)
    #expect(throws: RemoteStoreError.self) { try answers[1].get() }
    guard case .document(let held)? = try answers[2].get().existing else {
      Issue.record("the message that was there is not named")
      return
    }
    #expect(held.fields["text"] == "before")
    let times = try [0, 3, 4, 5].map { try answers[$0].get().revision }
    #expect(times == times.sorted() && Set(times).count == 4)
    let told = try await RemoteStoreContract(side: side).all("ben").changes
    #expect(told.map(\.path.id) == ["c1", "m1", "m2", "m3", "m0"])
    #expect(told.last == .deleted(writes[0].path, revision: times[3]))
    #expect(try store.status("batch.jsonl") == nil)
  }

  /// However many messages there are.
  @Test(arguments: [2, 50]) func itCostsAFewFlushes(count: Int) async throws {
    let control = FaultControl(tracing: true)
    let side = try FolderRemoteStore(FaultFileStore(try await Self.prepared(), control), clock: Self.clock)
    // The folder of the conversation's messages is made and flushed once.
    _ = try await side.write(try RemoteStoreContract.message("first", "hi"), by: "ann")
    let before = control.trace.count
    _ = try await side.write(all: try Self.writes(count), by: "ann")
    let flushes = control.trace[before...].filter { [.sync, .syncFolder, .syncAll].contains($0.name) }
    #expect(flushes.map(\.name) == [.sync, .syncFolder, .syncAll])
  }

  @Test(.seeded, arguments: [true, false]) func endsAnywhere(flushesAll: Bool) async throws {
    let seed = TestSeed.current
    let empty = try await Self.prepared().image
    let control = FaultControl()
    #expect(await Self.send(FaultFileStore(MemoryFileStore(empty), control, flushesAll: flushesAll)) != nil)
    for number in 1...control.count {
      for fault in [FaultPlan.Fault.crash, .fail(.noSpace), .fail(.system(5)), .shortWrite(.noSpace)] {
        let memory = MemoryFileStore(empty)
        let control = FaultControl(FaultPlan(fault, at: number))
        let times = await Self.send(FaultFileStore(memory, control, flushesAll: flushesAll))
        try await Self.judge(MemoryFileStore(memory.image), times)
        for run in 0..<2 as Range<UInt64> {
          let image = memory.image.crashed(seed: seed &+ run &+ UInt64(number) << 8)
          try await Self.judge(MemoryFileStore(image), times)
          // Whoever finishes it may end, too.
          try await Self.judgeInterrupted(image, times, at: (number + Int(run) * 11) % 24 + 1)
        }
      }
    }
  }

  private static func judgeInterrupted(
    _ image: MemoryImage, _ times: [ServerTime]?, at number: Int
  ) async throws {
    let memory = MemoryFileStore(image)
    let store = FaultFileStore(memory, FaultControl(FaultPlan(.crash, at: number)))
    if let side = try? FolderRemoteStore(store, clock: clock) {
      _ = try? await side.changes(for: "ben", since: nil)
    }
    try await judge(MemoryFileStore(memory.image), times)
    try await judge(MemoryFileStore(memory.image.crashed(seed: UInt64(number))), times)
  }

  /// The first of them are there, up to one that was not answered, with the times that were answered; a repeat changes
  /// none.
  private static func judge(_ store: any FileStore, _ times: [ServerTime]?) async throws {
    let side = try FolderRemoteStore(store, clock: { ServerTime(seconds: 1) })
    let contract = RemoteStoreContract(side: side)
    let told = try await contract.all("ben").changes.filter { $0.path.collection == "messages" }
    #expect(told.map(\.path.id) == Array(["m0", "m1", "m2", "m3"].prefix(told.count)))
    if let times { #expect(told.map(\.revision) == times) }
    let answers = try await side.write(all: try writes(), by: "ann").map { try $0.get() }
    #expect(answers.prefix(told.count).map(\.revision) == told.map(\.revision))
    #expect(answers.map { $0.existing != nil } == (0..<count).map { $0 < told.count })
    let all = try await RemoteStoreContract(side: try FolderRemoteStore(store, clock: clock)).all("ben")
      .changes
    #expect(all.map(\.path.id) == ["c1", "m0", "m1", "m2", "m3"])
    #expect(await side.damagedFiles.isEmpty)
    #expect(try store.status("batch.jsonl") == nil)
  }

  /// What is damaged in it is passed over and named; the rest is done.
  @Test func aDamagedBatchIsNamed() async throws {
    let memory = try await Self.prepared()
    // No document is put in its place.
    let control = FaultControl(FaultPlan(.fail(.noSpace), at: 1, isLasting: true, pathEnd: "/m0.json"))
    let side = try FolderRemoteStore(FaultFileStore(memory, control), clock: Self.clock)
    _ = try? await side.write(all: try Self.writes(), by: "ann")
    guard try memory.status("batch.jsonl") != nil else {
      Issue.record("there is no batch")
      return
    }
    var bytes = try memory.readAll("batch.jsonl")
    bytes[bytes.count - 20] ^= 1
    try memory.tamper { (image) throws(FileError) in try image.plant(bytes, at: "batch.jsonl") }
    let other = try FolderRemoteStore(memory, clock: Self.clock)
    let told = try await RemoteStoreContract(side: other).all("ben").changes.map(\.path.id)
    #expect(told == ["c1", "m0", "m1", "m2"])
    #expect(await other.damagedFiles == ["batch.jsonl"])
  }
}

extension RemoteChange {
  fileprivate var revision: ServerTime? {
    switch self {
    case .document(let document): document.revision
    case .deleted(_, let revision): revision
    case .withdrawn: nil
    }
  }
}
