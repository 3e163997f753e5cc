import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// Holds the formats still: the files of each must read, and the same events must make them again.
@Suite struct FormatGoldenTests {
  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files; then this is no test of them.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["DAYBOOK_WRITE_GOLDEN"] == "1",
      "tools/fixtures sets DAYBOOK_WRITE_GOLDEN"))
  func isWrittenOnRequest() throws {
    for format in SegmentHeader.formats {
      let (golden, folder) = (try #require(GoldenLedger(format: format)), GoldenFiles.folder(format))
      try? FileManager.default.removeItem(at: folder)
      for (path, bytes) in try golden.files() {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
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

  @Test(arguments: SegmentHeader.formats) func theSameEventsMakeTheSameContent(format: Int64) throws {
    let files = try GoldenFiles(format: format)
    let made = try files.ledger.files()
    #expect(files.descriptor == made[0].bytes)
    #expect(try contents(files.segments[0].bytes) == contents(made[1].bytes))
    #expect(try contents(files.segments[1].bytes) == contents(made[2].bytes))
  }

  @Test(arguments: SegmentHeader.formats) func namesAreTrue(format: Int64) throws {
    let files = try GoldenFiles(format: format)
    #expect(files.segments.allSatisfy { $0.name.matches($0.bytes) })
    let sealed = files.ledger.commits[..<GoldenLedger.sealedCount]
    guard case .sealed(1, let last, _) = files.sealed.name else { throw LineError(.notObject, at: 0) }
    #expect(last == sealed.last?.events.last?.seq)
    #expect(files.segments[1].name.first == last + 1)
    if format == 1 { #expect(files.open.name == .open(first: last + 1, random: GoldenLedger.openRandom)) }
  }

  @Test(arguments: SegmentHeader.formats) func everyLeafIsThereOnceAndAttested(format: Int64) throws {
    let files = try GoldenFiles(format: format)
    var tree = MerkleTree()
    var events: [Event] = []
    var heads = 0
    for (name, bytes) in files.segments {
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else {
          if case .damage(let damage) = part { Issue.record("\(damage)") }
          continue
        }
        if let header = content.header {
          #expect(header.tree == tree)
          #expect(header.format == (content.stubs.isEmpty ? min(format, 2) : format))
        }
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
          // See `stubsStandWhereLinesStood`.
          guard !entry.line.isStub else {
            events.append(files.ledger.commits.flatMap(\.events)[events.count])
            continue
          }
          let range = content.leaves[entry.leaf].range
          events.append(entry.line.event(Array(content.bytes[range.start..<range.end])))
        }
        // A sealed frame ends with a head, and so does every commit of an open file.
        #expect(content.commits.isEmpty || content.commits.last?.commit.head != nil)
      }
    }
    #expect(events == files.ledger.commits.flatMap(\.events))
    #expect(Int(tree.size) == files.ledger.commits.reduce(0) { $0 + $1.leafCount })
    #expect(heads >= (format == 1 ? 5 : 4))
    if format > 1 { #expect(events.allSatisfy { $0.salt != nil }) }
  }

  /// In format 3, of two lines; of a third the text is still there.
  @Test func stubsStandWhereLinesStood() throws {
    let files = try GoldenFiles(format: SegmentHeader.stubFormat)
    let lines = files.ledger.commits.flatMap { $0.lines.dropLast() }
    var stubs: [(leaf: Hash256, line: String)] = []
    var (unvouched, erased, void) = (0, 0, 0)
    for (name, bytes) in files.segments {
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else { continue }
        for stub in content.stubs {
          let range = content.leaves[content.events[stub.event].leaf].range
          let line = String(decoding: content.bytes[range.start..<range.end], as: UTF8.self)
          stubs.append((stub.mark.leaf, line))
        }
        if content.hasUnvouchedStub(files.ledger.erasures) { unvouched += 1 }
        var (left, alone) = (content, content)
        left.redact(files.ledger.erasures)
        alone.redact(.none)
        erased += left.events.count { $0.line.isStub }
        void += alone.events.count { $0.line.isVoid }
      }
    }
    #expect(erased == 3 && void == 2)
    #expect(unvouched == 0)
    let hashes = lines.map { Leaf.hash($0.span) }
    #expect(stubs.map(\.leaf) == [hashes[1], hashes[6]])
    #expect(stubs.map(\.line) == Self.stubs)
  }

  /// As everybody makes them of the same texts.
  private static let stubs = [
    #"{"erased":{"fields":["displayNameCache","emailCache"],"leaf":"7ae235dde4b24042f27b151a4c35f9a750"#
      + #"335b9683021dc71e05d32f5766679e","salts":"pfESa49nrGqJmvXUg9ijueyOFSSa3sHjn92p/XpLSXy16AJgc7DZzHp"#
      + #"dr1Ivj+cU"},"stamp":"2026-11-21T06:13:26.800Z-0000-56475aa75463474c","seq":2,"op":"upsert","kind"#
      + #"":"sam.person","id":"0193b2c4-0000-7000-8000-000000000001","v":7,"set":{"contactPhotoThumbnailCa"#
      + #"che":null,"isMe":false,"roleBadges":["Client","😀 \"ok\"\n"],"weight":0.1},"by":"david"}"#,
    #"{"erased":{"fields":["displayNameCache"],"leaf":"65c7960d320fc3ae52b45ff586bf3d7a57972a91883cb6e"#
      + #"100f14049a2c2f760"},"stamp":"2026-11-21T06:13:21.700Z-0000-56475aa75463474c","seq":7,"op":"upser"#
      + #"t","kind":"sam.person","id":"0193b2c4-0000-7000-8000-000000000002","at":"2026-11-21T06:11:40.000"#
      + #"Z-0008-56475aa75463474c","over":"2026-11-21T06:11:40.000Z-0007-0011223344556677"}"#,
  ]

  @Test func theSealedFileHasSeveralFramesAndATable() throws {
    let files = try GoldenFiles.shared.get()
    let bytes = files.sealed.bytes
    let read = ReadFile(bytes, isSealed: true)
    #expect(read.frames.count >= 3)
    #expect(read.damage.isEmpty)
    #expect(read.skippable.count == 1)
    let found = SeekTable(endOf: bytes.span)
    let table = try #require(found)
    #expect(table.entries.map { Int($0.compressedSizeBytes) } == read.frames.map(\.sizeBytes))
    #expect(read.skippable == [read.frames.last?.end ?? 0])
  }
}
