import DaybookLog
import DaybookModel
import Testing

@Suite struct BlobStoreTests {
  @Test(arguments: StoreKind.allCases)
  func contentIsNamedByItsHash(_ kind: StoreKind) throws {
    try kind.withStore { store in
      let blobs = BlobStore(store)
      let content = Array("a photo".utf8)
      let digest = try blobs.write(content)
      #expect(digest == Hash256.of(content.span))
      #expect(try blobs.write(content) == digest)
      #expect(try blobs.read(digest) == content)
      #expect(try blobs.read(Hash256.of([1].span)) == nil)
      #expect(try blobs.contains(digest))
      let folder = "blobs/\(digest.description.prefix(2))"
      #expect(try store.list(folder)?.map(\.name) == ["\(digest).zst"])
      #expect(try blobs.read(blobs.write([])) == [])
    }
  }

  @Test func damageIsNamedAndHealedByWritingAgain() throws {
    let store = MemoryFileStore()
    let blobs = BlobStore(store)
    let content = Array("a photo".utf8)
    let digest = try blobs.write(content)
    let path = LedgerLayout.path(ofBlob: digest)
    for bytes in [[], [1, 2, 3], ZstdFrame.compress(Array("another".utf8), level: 3)] {
      try store.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
      let error = #expect(throws: LedgerError.self) { try blobs.read(digest) }
      #expect(error?.code == .damaged && error?.file == path)
      try blobs.write(content)
      #expect(try blobs.read(digest) == content)
    }
  }

  @Test func whatWasWrittenOutlivesACrash() throws {
    for seed in 0..<50 as Range<UInt64> {
      let store = MemoryFileStore()
      let content = Array("content \(seed)".utf8)
      let digest = try BlobStore(store).write(content)
      let after = MemoryFileStore(store.image.crashed(seed: seed))
      #expect(try BlobStore(after).read(digest) == content)
    }
  }
}
