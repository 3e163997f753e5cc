import Daybook
import DaybookAge
import DaybookLog
import DaybookTestSupport
import Foundation
import MessagingFolder
import MessagingTestSupport
import Testing

@testable import Messaging

/// A remote store's folder whose files are encrypted.
struct EncryptedFolderTests {
  private static let clock: @Sendable () -> ServerTime = { ServerTime(seconds: 1_700_000_000) }
  private let key = FolderKey()
  private let store = MemoryFileStore()

  private func side(_ store: any FileStore, _ key: FolderKey?) async throws -> FolderRemoteStore {
    let side = try FolderRemoteStore(store, key: key, clock: Self.clock)
    await side.setPageSize(7)
    return side
  }

  @Test(arguments: RemoteStoreContract.Check.allCases)
  func keepsTheContract(_ check: RemoteStoreContract.Check) async throws {
    try await RemoteStoreContract(side: try await side(store, key)).run(check)
  }

  private func files(_ folder: String = "") throws -> [(path: String, bytes: [UInt8])] {
    var found: [(path: String, bytes: [UInt8])] = []
    for entry in try store.list(folder) ?? [] {
      let path = joined(folder, entry.name)
      if entry.kind == .folder {
        found += try files(path)
      } else {
        found.append((path, try store.readAll(path)))
      }
    }
    return found
  }

  /// Of ids, texts and attachments nothing is in names or bytes, whether written one by one or together.
  @Test func showsNothing() async throws {
    let ann = RemoteStoreContract(side: try await side(store, key))
    try await ann.converse()
    _ = try await ann.side.write(try RemoteStoreContract.message("m1", "Wilhelmina"), by: "ann")
    let together = try (2...4).map { try RemoteStoreContract.message("m\($0)", "Bartholomew \($0)") }
    _ = try await ann.side.write(all: together, by: "ann")
    let bytes = Array("a photo of Cleopatra".utf8)
    let object = try #require(RemoteObject(conversation: "c1", bytes: bytes))
    try await ann.side.upload(bytes, as: object, mimeType: "image/jpeg", by: "ann")
    let secrets = ["Wilhelmina", "Bartholomew", "Cleopatra", "\(object.hash)", "participant", "/c1/", "/m1."]
    for (path, bytes) in try files() {
      let text = path + "\n" + String(decoding: bytes, as: UTF8.self)
      for secret in secrets { #expect(!text.contains(secret), "\(path): \(secret)") }
    }
    // Who has the key reads it all.
    let ben = RemoteStoreContract(side: try await side(store, key))
    let texts = try await ben.all("ben").changes.compactMap { change in
      if case .document(let document) = change { document.fields["text"]?.string } else { nil }
    }
    #expect(texts.sorted() == ["Bartholomew 2", "Bartholomew 3", "Bartholomew 4", "Wilhelmina"])
    #expect(try await ben.side.download(object, for: "ben") == bytes)
    // And so does age.
    let identity = try #require(AgeIdentity(secret: String(key.text.split(separator: "\n")[1])))
    let contents = try files().compactMap { try? AgeFile.decrypt($0.bytes, with: [identity]) }
    #expect(contents.contains(bytes))
    #expect(contents.contains { String(decoding: $0, as: UTF8.self).contains("Wilhelmina") })
  }

  @Test func aListThatIsGoneIsMadeAnew() async throws {
    let contract = RemoteStoreContract(side: try await side(store, key))
    try await contract.converse()
    _ = try await contract.side.write(try RemoteStoreContract.message("m1", "hi"), by: "ann")
    let count = try await contract.all("ben").changes.count
    for list in [nil, "nonsense\n", "bm9uc2Vuc2U=\n"] {
      try store.tamper { (image) throws(FileError) in
        if let list {
          try image.plant(Array(list.utf8), at: "changes.jsonl")
        } else {
          try image.unplant("changes.jsonl")
        }
      }
      let again = RemoteStoreContract(side: try await side(store, key))
      #expect(try await again.all("ben").changes.count == count)
    }
  }

  /// A document that was changed, cut, or put in the place of another one is passed over and named.
  @Test(.seeded) func damageIsPassedOver() async throws {
    let contract = RemoteStoreContract(side: try await side(store, key))
    try await contract.converse()
    for number in 0..<2 {
      _ = try await contract.side.write(try RemoteStoreContract.message("m\(number)", "hi"), by: "ann")
    }
    let messages = try files().filter { $0.path.contains("/messages/") }
    let (path, whole) = (try #require(messages.first).path, try #require(messages.first).bytes)
    let image = store.image
    var random = SeededRandom(seed: TestSeed.current)
    var damaged = [Array(whole.dropLast()), [], try #require(messages.last).bytes]
    for _ in 0..<40 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      damaged.append(bytes)
    }
    for bytes in damaged {
      let copy = MemoryFileStore(image)
      try copy.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
      let other = try await side(copy, key)
      #expect(try await RemoteStoreContract(side: other).all("ben").changes.count == 2)
      #expect(await other.damagedFiles == [path])
    }
  }

  @Test func onlyItsKeyOpensIt() async throws {
    let made = try await side(store, key)
    #expect(made.isNew && made.isEncrypted)
    #expect(try await side(store, FolderKey(text: key.text)).isNew == false)
    for other in [nil, FolderKey()] {
      let error = await #expect(throws: LedgerError.self) { try await side(store, other) }
      #expect(error?.code == .locked)
    }
    let plain = MemoryFileStore()
    #expect(try await side(plain, nil).isEncrypted == false)
    let error = await #expect(throws: LedgerError.self) { try await side(plain, key) }
    #expect(error?.code == .refused)
    #expect(throws: LedgerError.self) { try FolderKey(text: "AGE-SECRET-KEY-1TYPO") }
  }
}
