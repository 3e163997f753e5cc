import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// The format's page and the program agree: a reader written from the page alone gets the same records, whatever
/// signed writers have put into a ledger.
@Suite(.tools("python3", "zstdcat")) struct IndependentReaderTests {
  static let reader = PythonReaderTests.root.appending(
    path: "Fixtures/independent-reader/records_digest.py")

  static let descriptor = LedgerDescriptor(
    ledger: OddReplica.ledger, createdAt: Instant(milliseconds: 1_795_000_000_000))

  @Test("Odd ledgers read alike", .seeded, arguments: 0..<24 as Range<UInt64>)
  func oddLedgersReadAlike(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    try await expectEqualText(of: OddLedger(seed: seed).files)
  }

  @Test("Ledgers in which something is erased read alike", .seeded, arguments: 0..<24 as Range<UInt64>)
  func erasedLedgersReadAlike(index: UInt64) async throws {
    try await expectEqualText(of: OddLedger(seed: TestSeed.current &+ index, isErased: true).files)
  }

  @Test("Forked histories with gaps read alike", .seeded, arguments: 0..<8 as Range<UInt64>)
  func forkedHistoriesReadAlike(index: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    try await expectEqualText(of: RandomForkLayout(&random).layout(&random).files)
  }

  @Test("Forks whose commits differ in size read alike", .seeded, arguments: 0..<24 as Range<UInt64>)
  func forksOfAnySizeReadAlike(index: UInt64) async throws {
    try await expectEqualText(of: OddForks(seed: TestSeed.current &+ index).files)
  }

  @Test("A run that begins at a known place with another seq reads alike")
  func aRunWithAnotherSeqReadsAlike() async throws {
    var replica = try #require(OddReplica(seed: 9))
    for index in 0..<3 { try replica.set("e\(index)", to: "shared") }
    var other = replica
    for index in 3..<5 { try replica.set("e\(index)", to: "one") }
    try other.write(
      [.event(",\"op\":\"upsert\",\"kind\":\"k.one\",\"id\":\"e2\",\"set\":{\"f\":\"other\"}}")], skipping: 96
    )
    try other.set("e1", to: "other")
    try await expectEqualText(of: [replica.open(0..<5, random: 1), other.open(3..<5, random: 2)])
  }

  @Test("Rotten copies of a fork read alike", arguments: 0..<5)
  func rottenCopiesOfAForkReadAlike(index: Int) async throws {
    try await expectEqualText(of: (ForkLayout.whole() + ForkLayout.cut())[index].files)
  }

  @Test("Damaged files read alike", .seeded, arguments: 0..<24 as Range<UInt64>)
  func damagedFilesReadAlike(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    var damage = OddDamage(random: SeededRandom(seed: seed &+ 0x5eed))
    var files = try OddLedger(seed: seed).files
    for file in files.indices { damage.change(&files[file].bytes) }
    try await expectEqualText(of: files)
  }

  @Test(
    "What lies behind damage reads alike, and counts", arguments: OddDamage.Shape.allCases, [true, false])
  func whatLiesBehindDamageReadsAlike(shape: OddDamage.Shape, isSealed: Bool) async throws {
    var replica = OddReplica(key: try #require(SigningKey(seed: [UInt8](repeating: 7, count: 32))))
    for number in 0..<4 {
      let event = ",\"op\":\"upsert\",\"kind\":\"k\",\"id\":\"\(number)\",\"set\":{\"f\":\(number)}}"
      try replica.write([.event(event)])
    }
    var file = isSealed ? replica.sealed(0..<4, frames: 1) : replica.open(0..<4, random: 1)
    let frames = FramePlace.all(in: file.bytes, from: 0)
    // The second commit's.
    let second = frames[isSealed ? 1 : 2]
    shape.apply(to: &file.bytes, second.offset..<second.offset + second.sizeBytes)
    try await expectEqualText(of: [file])
    var reader = SegmentReader(bytes: file.bytes, isSealed: isSealed)
    var commits: [UInt64] = []
    while let part = reader.next() {
      if case .frame(let content, _, _) = part { commits += content.commits.map(\.commit.number) }
    }
    #expect(commits == (shape.commits))
  }

  /// - Returns: the text.
  @discardableResult
  func expectEqualText(of files: [(path: String, bytes: [UInt8])]) async throws -> String {
    let place = try TemporaryFolder()
    let store = MemoryFileStore()
    for (path, bytes) in [(LedgerLayout.descriptor, Self.descriptor.bytes)] + files {
      let file = URL(filePath: place.path + "/ledger/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      if try store.status(store.folder(of: path)) == nil { try store.createFolder(store.folder(of: path)) }
      try store.replaceFile(path, with: bytes)
    }
    let read = try LedgerState.read(store, Self.descriptor)
    let text = read.records.canonicalText()
    try await place.run("sh", "-c", "python3 \"$1\" --text ledger > text", "sh", Self.reader.path)
    let expected = String(decoding: try Data(contentsOf: URL(filePath: place.path + "/text")), as: UTF8.self)
    let differing = zip(lines(String(decoding: text, as: UTF8.self)), lines(expected)).first { $0 != $1 }
    #expect(differing == nil, "DAYBOOK_SEED=\(TestSeed.current): the program, then the reader")
    #expect(String(decoding: text, as: UTF8.self) == expected, "DAYBOOK_SEED=\(TestSeed.current)")
    let rebuild = try LedgerState.readInOrder(
      store, Self.descriptor, within: HeldBranches(read), [], read.erasing.applied)
    let inOrder = lines(String(decoding: rebuild.loaded.records.canonicalText(), as: UTF8.self))
    let unordered = zip(inOrder, lines(expected)).first { $0 != $1 }
    #expect(unordered == nil, "DAYBOOK_SEED=\(TestSeed.current): in the order of the stamps, then the reader")
    #expect(inOrder.count == lines(expected).count)
    return expected
  }

  @Test("The golden ledgers read alike", arguments: SegmentHeader.formats)
  func theGoldenLedgersReadAlike(format: Int64) async throws {
    let golden = PythonReaderTests.root.appending(path: "Fixtures/golden/v\(format)")
    let place = try TemporaryFolder()
    try await place.run("sh", "-c", "python3 \"$1\" \"$2\" > digest", "sh", Self.reader.path, golden.path)
    let digest = String(decoding: try Data(contentsOf: URL(filePath: place.path + "/digest")), as: UTF8.self)
    let store = MemoryFileStore()
    for path in try FileManager.default.subpathsOfDirectory(atPath: golden.path).sorted() {
      let file = golden.appending(path: path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if isFolder.boolValue {
        try store.createFolder(path)
      } else {
        try store.replaceFile(path, with: Array(Data(contentsOf: file)))
      }
    }
    let descriptor = try LedgerDescriptor(store.readAll(LedgerLayout.descriptor))
    let read = try LedgerState.read(store, descriptor)
    let found = read.records.digest().description
    #expect(found == digest.split(separator: "\n").first.map(String.init))
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
