import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

/// Blobs that are written and read piece by piece.
@Suite struct BlobStreamTests {
  /// Gives `content` in pieces of random sizes.
  private func pieces(_ content: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = content[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...600_000, using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  private func content(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(count + 16)
    while content.count < count {
      // Half of it does not compress.
      withUnsafeBytes(of: (random.next(), content.count)) { content.append(contentsOf: $0) }
    }
    content.removeLast(content.count - count)
    return content
  }

  @Test(.seeded, arguments: [0, 1, 17, 300_000, 1 << 20, 3_000_001])
  func whatWentInComesOut(count: Int) throws {
    var random = SeededRandom(seed: TestSeed.current)
    let blobs = BlobStore(MemoryFileStore())
    let content = content(count, &random)
    var rest = pieces(content, &random)[...]
    let (hash, sizeBytes) = try blobs.write { rest.popFirst() ?? [] }
    #expect(hash == Hash256.of(content.span) && sizeBytes == Int64(count))
    var read: [UInt8] = []
    #expect(try blobs.read(hash) { read += $0 })
    // Never shown where they differ: they are long.
    let isSame = try read == content && blobs.read(hash) == content
    #expect(isSame)
    // The same again, whole, is the same file.
    #expect(try blobs.write(content) == hash)
  }

  @Test(.seeded) func theSameContentIsOneFileAndNothingElseIsLeft() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let store = MemoryFileStore()
    let blobs = BlobStore(store)
    let content = content(2_000_000, &random)
    for _ in 0..<3 {
      var rest = pieces(content, &random)[...]
      _ = try blobs.write { rest.popFirst() ?? [] }
    }
    #expect(try store.list("blobs")?.count == 1)
    let folder = "blobs/\(Hash256.of(content.span).description.prefix(2))"
    #expect(try store.list(folder)?.count == 1)
  }

  @Test func whoGivesUpLeavesNothing() throws {
    struct Stop: Error {}
    let store = MemoryFileStore()
    var count = 0
    #expect(throws: Stop.self) {
      try BlobStore(store).write { () throws -> [UInt8] in
        count += 1
        if count == 4 { throw Stop() }
        return Array(repeating: UInt8(count), count: 1 << 20)
      }
    }
    #expect(try store.list("blobs") == [])
  }

  /// Every byte changed, and every length shorter, is damage; never content, and never a trap.
  @Test(.seeded) func damageIsNamed() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let store = MemoryFileStore()
    let blobs = BlobStore(store)
    var rest = [content(700, &random), content(300, &random)][...]
    let (hash, _) = try blobs.write { rest.popFirst() ?? [] }
    let path = LedgerLayout.path(ofBlob: hash)
    let whole = try store.readAll(path)
    var damaged = (0..<whole.count).map { Array(whole.prefix($0)) }
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      damaged.append(bytes)
    }
    damaged += [whole + [0], whole + whole]
    for bytes in damaged {
      try store.tamper { (image) throws(FileError) in try image.plant(bytes, at: path) }
      do {
        // A bit that says nothing (an unused one of the frame's header) may be another one.
        var read: [UInt8] = []
        let isThere = try blobs.read(hash) { read += $0 }
        #expect(isThere && Hash256.of(read.span) == hash)
      } catch let error as LedgerError {
        #expect(error.code == .damaged && error.file == path)
      }
      let isSound = BlobStore.isSound(bytes, at: LedgerLayout.path(ofBlob: hash), hash, nil)
      let isRead = (try? blobs.read(hash)) != nil
      #expect(isSound == isRead)
    }
  }

  @Test func whatWasWrittenOutlivesACrash() throws {
    for seed in 0..<30 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let store = MemoryFileStore()
      let content = content(1_200_000, &random)
      var rest = pieces(content, &random)[...]
      let (hash, _) = try BlobStore(store).write { rest.popFirst() ?? [] }
      let after = MemoryFileStore(store.image.crashed(seed: seed))
      let isSame = try BlobStore(after).read(hash) == content
      #expect(isSame)
    }
  }
}
