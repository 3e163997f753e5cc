import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// Holds the format still: version 1's files must read, and the same events must make them again.
@Suite struct FormatGoldenTests {
  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files; then this is no test of them.
  @Test func isWrittenOnRequest() throws {
    guard ProcessInfo.processInfo.environment["DAYBOOK_WRITE_GOLDEN"] == "1" else { return }
    let golden = try #require(GoldenLedger())
    try? FileManager.default.removeItem(at: GoldenFiles.folder)
    for (path, bytes) in try golden.files() {
      let file = GoldenFiles.folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// zstd's bytes may change between its versions; what it unpacks to may not.
  private func contents(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var contents: [[UInt8]] = []
    var offset = 0
    while offset < bytes.count, !ZstdFrame.isSkippable(bytes.span, at: offset) {
      let (content, sizeBytes) = try ZstdDecompressor().decompress(bytes.span, at: offset)
      contents.append(content)
      offset += sizeBytes
    }
    return contents
  }

  @Test func theSameEventsMakeTheSameContent() throws {
    let files = try GoldenFiles.shared.get()
    let made = try files.ledger.files()
    let descriptor = try Data(contentsOf: GoldenFiles.folder.appending(path: "daybook.json"))
    #expect(Array(descriptor) == made[0].bytes)
    #expect(try contents(files.sealed.bytes) == contents(made[1].bytes))
    #expect(try contents(files.open.bytes) == contents(made[2].bytes))
  }

  @Test func namesAreTrue() throws {
    let files = try GoldenFiles.shared.get()
    #expect(files.sealed.name.matches(files.sealed.bytes))
    let sealed = files.ledger.commits[..<GoldenLedger.sealedCount]
    guard case .sealed(1, let last, _) = files.sealed.name else { throw LineError(.notObject, at: 0) }
    #expect(last == sealed.last?.events.last?.seq)
    #expect(files.open.name == .open(first: last + 1, random: GoldenLedger.openRandom))
  }

  @Test func everyLeafIsThereOnceAndAttested() throws {
    let files = try GoldenFiles.shared.get()
    var tree = MerkleTree()
    var events: [Event] = []
    var heads = 0
    for (name, bytes) in [files.sealed, files.open] {
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else {
          if case .damage(let damage) = part { Issue.record("\(damage)") }
          continue
        }
        if let header = content.header { #expect(header.tree == tree) }
        for entry in content.commits {
          for leaf in content.leaves[entry.leaves] { tree.append(leaf.hash) }
          guard let head = entry.commit.head else { continue }
          heads += 1
          #expect(head.size == tree.size)
          #expect(head.root == tree.root)
          let header = reader.header
          #expect(Signing.verify(head, header: try #require(header)))
        }
        for entry in content.events {
          let range = content.leaves[entry.leaf].range
          events.append(entry.line.event(Array(content.bytes[range.start..<range.end])))
        }
        // A sealed frame ends with a head, and so does every commit of an open file.
        #expect(content.commits.isEmpty || content.commits.last?.commit.head != nil)
      }
    }
    #expect(events == files.ledger.commits.flatMap(\.events))
    #expect(Int(tree.size) == files.ledger.commits.reduce(0) { $0 + $1.leafCount })
    #expect(heads >= 5)
  }

  @Test func theSealedFileHasSeveralFramesAndATable() throws {
    let files = try GoldenFiles.shared.get()
    let read = ReadFile(files.sealed.bytes, isSealed: true)
    #expect(read.frames.count >= 3)
    #expect(read.damage.isEmpty)
    #expect(read.skippable.count == 1)
    let found = SeekTable(endOf: files.sealed.bytes.span)
    let table = try #require(found)
    #expect(table.entries.map { Int($0.compressedSizeBytes) } == read.frames.map(\.sizeBytes))
    #expect(read.skippable == [read.frames.last?.end ?? 0])
  }
}
