import Daybook
import DaybookLog
import DaybookTestSupport
import Foundation
import MessagingFolder
import MessagingTestSupport
import Testing

@testable import Messaging

struct FolderRemoteStoreTests {
  private static let clock: @Sendable () -> ServerTime = { ServerTime(seconds: 1_700_000_000) }

  private static func side(_ store: any FileStore) async throws -> FolderRemoteStore {
    let side = try FolderRemoteStore(store, clock: clock)
    await side.setPageSize(7)
    return side
  }

  @Test(arguments: RemoteStoreContract.Check.allCases)
  func keepsTheContractInMemory(_ check: RemoteStoreContract.Check) async throws {
    try await RemoteStoreContract(side: try await Self.side(MemoryFileStore())).run(check)
  }

  @Test(arguments: RemoteStoreContract.Check.allCases)
  func keepsTheContractOnADisk(_ check: RemoteStoreContract.Check) async throws {
    let folder = try TemporaryFolder()
    try await RemoteStoreContract(side: try FolderRemoteStore(path: folder.path)).run(check)
  }

  /// Two clients of one folder see what the other did at once.
  @Test func twoClientsShareIt() async throws {
    let store = MemoryFileStore()
    let (first, second) = (try await Self.side(store), try await Self.side(store))
    let ann = RemoteStoreContract(side: first)
    let ben = RemoteStoreContract(side: second)
    try await ann.converse()
    var times: [ServerTime] = []
    for number in 0..<10 {
      let isAnns = number.isMultiple(of: 2)
      let write = try RemoteStoreContract.message("m\(number)", "hi", by: isAnns ? "ann" : "ben")
      times.append(try await (isAnns ? ann : ben).side.write(write, by: isAnns ? "ann" : "ben").revision)
    }
    #expect(times == times.sorted() && Set(times).count == times.count)
    let told = try await ben.all("ben").changes.count
    #expect(try await ann.all("ann").changes.count == told)
    #expect(told == 11)
  }

  /// Whose time says nothing here.
  @Test func anotherFoldersCursorTellsAll() async throws {
    let first = RemoteStoreContract(side: try await Self.side(MemoryFileStore()))
    let second = RemoteStoreContract(side: try await Self.side(MemoryFileStore()))
    for contract in [second, first] { try await contract.converse() }
    _ = try await first.side.write(try RemoteStoreContract.message("m1", "hi"), by: "ann")
    let cursor = try await first.all("ben").cursor
    #expect(try await second.all("ben", since: cursor).changes.map(\.path.id) == ["c1"])
  }

  /// All at once, on a disk: each write is there once, at a time of its own.
  @Test func manyClientsTakeTurns() async throws {
    let folder = try TemporaryFolder()
    try await RemoteStoreContract(side: try FolderRemoteStore(path: folder.path)).converse()
    let times = try await withThrowingTaskGroup(of: [ServerTime].self) { group in
      for client in 0..<4 {
        group.addTask {
          let side = try FolderRemoteStore(path: folder.path, wait: .seconds(60))
          var times: [ServerTime] = []
          for number in 0..<10 {
            let write = try RemoteStoreContract.message("m\(client)-\(number)", "hi")
            times.append(try await side.write(write, by: "ann").revision)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(times).count == 40)
    let told = try await RemoteStoreContract(side: try FolderRemoteStore(path: folder.path)).all("ben")
      .changes
    #expect(told.count == 41)
  }

  @Test func aHeldLockIsSaid() async throws {
    let store = MemoryFileStore()
    let contract = RemoteStoreContract(side: try await Self.side(store))
    let lock = try #require(try store.lock("lock"))
    let failure = await contract.failure { try await contract.converse() }
    #expect(failure == .unreachable("another client is using the remote store's folder"))
    withExtendedLifetime(lock) {}
  }

  @Test(arguments: [
    nil, "", "{}", "[", #"{"type":"daybook.messages","format":2}"#, #"{"type":"x","format":1}"#,
  ])
  func aForeignFolderIsLeftAlone(descriptor: String?) throws {
    let store = MemoryFileStore()
    try store.tamper { (image) throws(FileError) in
      try image.plant(Array("mine".utf8), at: "letter.txt")
      if let descriptor { try image.plant(Array(descriptor.utf8), at: "daybook-server.json") }
    }
    let before = try #require(try store.list("")).map(\.name)
    #expect(throws: LedgerError.self) { try FolderRemoteStore(store, clock: Self.clock) }
    #expect(try store.list("")?.map(\.name) == before)
  }

  @Test func aMissingFolderIsNotMade() throws {
    let folder = try TemporaryFolder()
    #expect {
      _ = try FolderRemoteStore(path: folder.path + "/share")
    } throws: {
      ($0 as? LedgerError)?.code == .unreachable
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/share"))
  }

  /// Every document file in turn, cut or changed anywhere, or something else altogether: the others are told.
  @Test(.seeded) func damageIsPassedOverAndNamed() async throws {
    let store = MemoryFileStore()
    let contract = RemoteStoreContract(side: try await Self.side(store))
    try await contract.converse()
    for number in 0..<3 {
      _ = try await contract.side.write(try RemoteStoreContract.message("m\(number)", "hi"), by: "ann")
    }
    let file = "conversations/c1/messages/m1.json"
    let whole = try store.readAll(file)
    let image = store.image
    var random = SeededRandom(seed: TestSeed.current)
    var damaged: [[UInt8]] = (0..<whole.count - 1).map { Array(whole[..<$0]) }
    for _ in 0..<200 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count - 1, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      damaged.append(bytes)
    }
    damaged.append(try store.readAll("conversations/c1/messages/m2.json"))
    for bytes in damaged {
      let copy = MemoryFileStore(image)
      try copy.tamper { (image) throws(FileError) in try image.plant(bytes, at: file) }
      let side = try await Self.side(copy)
      let told = try await RemoteStoreContract(side: side).all("ben").changes.map(\.path.id).sorted()
      #expect(told == ["c1", "m0", "m2"])
      #expect(await side.damagedFiles == [file])
    }
    for kind in [FileKind.link, .folder, .other] {
      let copy = MemoryFileStore(image)
      try copy.tamper { (image) throws(FileError) in try image.plant(kind, at: file) }
      let side = try await Self.side(copy)
      #expect(try await RemoteStoreContract(side: side).all("ben").changes.count == 3)
      // Nor is it written over.
      let failure = await contract.failure {
        try await side.write(try RemoteStoreContract.message("m1", "hi"), by: "ann")
      }
      #expect(failure?.mayPass == true)
    }
  }

  /// Of a conversation that cannot be read nobody is told that they are no longer in it.
  @Test func aDamagedConversationIsNotWithdrawn() async throws {
    let store = MemoryFileStore()
    let contract = RemoteStoreContract(side: try await Self.side(store))
    try await contract.converse()
    let cursor = try await contract.all("ben").cursor
    try store.tamper { (image) throws(FileError) in
      try image.plant([1, 2, 3], at: "conversations/c1/document.json")
    }
    #expect(try await contract.all("ben", since: cursor).changes == [])
  }

  /// The list of changes is made anew from the documents.
  @Test(arguments: ["", "nonsense\n", #"{"path":"users/ann","time":"never"}"# + "\n", #"{"path""#])
  func aDamagedListIsMadeAnew(list: String) async throws {
    let store = MemoryFileStore()
    let contract = RemoteStoreContract(side: try await Self.side(store))
    try await contract.converse()
    for number in 0..<3 {
      _ = try await contract.side.write(try RemoteStoreContract.message("m\(number)", "hi"), by: "ann")
    }
    let before = try await contract.all("ben")
    try store.tamper { (image) throws(FileError) in
      if list.isEmpty {
        try image.unplant("changes.jsonl")
      } else {
        try image.plant(Array(list.utf8), at: "changes.jsonl")
      }
    }
    let other = RemoteStoreContract(side: try await Self.side(store))
    let time = try await other.side.write(try RemoteStoreContract.message("m9", "hi"), by: "ann").revision
    let told = try await other.all("ben", since: before.cursor).changes
    guard told.count == 1, case .document(let document) = told[0] else {
      Issue.record("\(told)")
      return
    }
    #expect(document.revision == time)
    #expect(try await other.all("ben").changes.count == before.changes.count + 1)
    #expect(try await contract.all("ben").changes.count == before.changes.count + 1)
  }

  /// Names that some file system would not take, or take for one another.
  @Test(arguments: [
    "A", "a", "a.b", "a%41", "é", "e\u{301}", "con", " ", String(repeating: "x", count: 512), "~",
  ])
  func idsBecomeFileNames(id: String) async throws {
    let store = MemoryFileStore()
    let contract = RemoteStoreContract(side: try await Self.side(store))
    for name in ["A", "a", "a.b", "a%41", "é", "e\u{301}", "con", " ", "~"] {
      let path = try #require(RemotePath(["users", name]))
      _ = try await contract.side.write(.create(path, ["displayName": .string(name)]), by: name)
    }
    let path = try #require(RemotePath(["users", id]))
    _ = try await contract.side.write(RemoteWrite(path, set: ["displayName": .string(id)]), by: id)
    #expect(try await contract.side.document(path, for: id)?.fields["displayName"] == .string(id))
    let names = try #require(try store.list("users")).map(\.name)
    #expect(Set(names.map { $0.lowercased() }).count == (id.utf8.count == 512 ? 10 : 9))
    #expect(names.allSatisfy { $0.utf8.count < 150 })
  }
}
