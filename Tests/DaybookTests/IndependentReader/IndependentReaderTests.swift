import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// The format's page and the program agree: a reader written from the page alone gets the same records, whatever
/// signed writers have put into a ledger.
@Suite(.enabled(if: Tool.exist("python3", "zstdcat"), "needs python3 and zstd")) struct IndependentReaderTests
{
  private static let reader = PythonReaderTests.root.appending(
    path: "Fixtures/independent-reader/records_digest.py")

  private static let descriptor = LedgerDescriptor(
    ledger: OddReplica.ledger, createdAt: Instant(milliseconds: 1_795_000_000_000))

  @Test("Odd ledgers read alike", .seeded, arguments: 0..<24 as Range<UInt64>)
  func oddLedgersReadAlike(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    try await expectEqualText(of: OddLedger(seed: seed).files)
  }

  @Test("Forked histories with gaps read alike", .seeded, arguments: 0..<8 as Range<UInt64>)
  func forkedHistoriesReadAlike(index: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    try await expectEqualText(of: RandomForkLayout(&random).layout(&random).files)
  }

  @Test("Rotten copies of a fork read alike", arguments: 0..<5)
  func rottenCopiesOfAForkReadAlike(index: Int) async throws {
    try await expectEqualText(of: (ForkLayout.whole() + ForkLayout.cut())[index].files)
  }

  private func expectEqualText(of files: [(path: String, bytes: [UInt8])]) async throws {
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
    let read = try LoadedLedger.read(store, Self.descriptor)
    var text: [UInt8] = []
    read.records.writeText { piece in piece.withUnsafeBufferPointer { text += $0 } }
    try await place.run("sh", "-c", "python3 \"$1\" --text ledger > text", "sh", Self.reader.path)
    let expected = String(decoding: try Data(contentsOf: URL(filePath: place.path + "/text")), as: UTF8.self)
    let differing = zip(lines(String(decoding: text, as: UTF8.self)), lines(expected)).first { $0 != $1 }
    #expect(differing == nil, "DAYBOOK_SEED=\(TestSeed.current): the program, then the reader")
    #expect(String(decoding: text, as: UTF8.self) == expected, "DAYBOOK_SEED=\(TestSeed.current)")
    let rebuild = try LoadedLedger.readInOrder(store, Self.descriptor, within: read.heldLeaves)
    let inOrder = rebuild.loaded.records.digest()
    let digest = read.records.digest()
    #expect(inOrder == digest)
  }

  @Test("The golden ledger reads alike")
  func theGoldenLedgerReadsAlike() async throws {
    let golden = PythonReaderTests.root.appending(path: "Fixtures/golden/v1")
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
    let read = try LoadedLedger.read(store, descriptor)
    let found = read.records.digest().description
    #expect(found == digest.split(separator: "\n").first.map(String.init))
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
