import Daybook
import DaybookTestSupport
import Foundation
import Testing

private struct Picture: Entity {
  var id = ID()
  var title = ""
  var image: Blob?
  var thumbnail = Blob()
  static let schema = Schema("album.picture")
}

private struct Nested: Entity {
  struct Page: Codable, Sendable { var scan = Blob() }
  var id = ID()
  var page = Page()
  static let schema = Schema("album.nested")
}

private struct Listed: Entity {
  var id = ID()
  var scans: [Blob] = []
  static let schema = Schema("album.listed")
}

extension System {
  fileprivate static let album = System("album", version: 1, kinds: [Picture.self])
}

/// Large values as fields of type `Blob`.
@Suite struct BlobTests {
  private let folder: TemporaryFolder
  private let large = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  init() throws { folder = try TemporaryFolder() }

  private func file(_ content: Data) throws -> URL {
    let url = URL(fileURLWithPath: folder.path + "/\(UUID().uuidString)")
    try content.write(to: url)
    return url
  }

  @Test func aLargeFileIsKeptBesideTheLog() async throws {
    let ledger = try Ledger.inMemory(systems: [.album])
    let blob = try await ledger.blobs.store(contentsOf: file(large))
    #expect(blob.sizeBytes == 100_000 && blob.value.object?["$blob"] != nil)
    let picture = Picture { ($0.title, $0.image) = ("Sea", blob) }
    let receipt = try await ledger.commit { try $0.upsert(picture) }
    #expect(receipt.events.first?.mutation.set?["image"] == blob.value)
    let read = try #require(try await ledger.get(picture.id))
    #expect(read.image == blob && read.thumbnail == Blob() && read.thumbnail.sizeBytes == 0)
    #expect(try await ledger.blobs.content(of: blob) == large)
    let copy = folder.path + "/copy"
    #expect(try ledger.blobs.copy(blob, to: copy) == 100_000)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == large)
    var pieces = Data()
    #expect(try ledger.blobs.read(blob) { pieces.append(contentsOf: $0) } && pieces == large)
    // Nothing of it is a change.
    #expect(try await ledger.commit { try $0.upsert(read) }.events.isEmpty)
    #expect(try await ledger.commit { $0.update(picture) { $0.title = "Lake" } }.events.count == 1)
    #expect(try await ledger.get(picture.id)?.image == blob)
  }

  @Test(arguments: [0, 3, 16 << 10, (16 << 10) + 1, 70_000])
  func contentInMemoryIsKeptWithItsCommit(count: Int) async throws {
    let ledger = try Ledger.inMemory(systems: [.album])
    let content = large.prefix(count)
    let picture = Picture { $0.thumbnail = Blob(content) }
    try await ledger.commit { try $0.upsert(picture) }
    let read = try #require(try await ledger.get(picture.id))
    #expect((read.thumbnail.value.string == nil) == (count > 16 << 10))
    #expect(read.thumbnail.sizeBytes == Int64(count))
    #expect(try await ledger.blobs.content(of: read.thumbnail) == content)
    // The value that was saved, and the one that was read, are as they were.
    #expect(try await ledger.commit { try $0.upsert(read) }.events.isEmpty)
  }

  @Test func contentThatIsNotHereStaysAndCanBeCleared() async throws {
    let elsewhere = try await Ledger.inMemory(systems: []).blobs.store(contentsOf: file(large))
    let ledger = try Ledger.inMemory(systems: [.album])
    let picture = Picture { ($0.title, $0.image) = ("Sea", elsewhere) }
    try await ledger.commit { try $0.upsert(picture) }
    #expect(try await ledger.blobs.content(of: elsewhere) == nil)
    try await ledger.commit { $0.update(picture) { $0.title = "Lake" } }
    #expect(try await ledger.get(picture.id)?.image == elsewhere)
    try await ledger.commit { $0.update(picture) { $0.image = nil } }
    #expect(try await ledger.get(picture.id)?.image == nil)
  }

  @Test func aBlobIsAFieldOfItsOwn() {
    for kind in [Nested.self, Listed.self] as [any Entity.Type] {
      let error = #expect(throws: LedgerError.self) {
        try SchemaRegistry([System("album", version: 1, kinds: [kind])])
      }
      #expect(error?.what.contains("holds a Blob, which must be a field of its own") == true)
    }
    #expect(Blob(value: "no base64!") == nil && Blob(value: 3) == nil)
  }
}
