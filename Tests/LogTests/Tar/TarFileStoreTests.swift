import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// A folder in a tar reads as the folder itself; what is no sound tar is one error, and nothing traps.
@Suite struct TarFileStoreTests {
  private func store(_ writer: TarWriter) throws -> TarFileStore {
    try TarFileStore(.memory(writer.bytes), folderHolding: "daybook.json")
  }

  private func tar(_ members: [(String, [UInt8])]) -> TarWriter {
    var writer = TarWriter()
    for (name, content) in members { writer.add(name, content) }
    writer.end()
    return writer
  }

  @Test(arguments: ["", "./", "family.daybook/", "./family.daybook/", "/home/ann/l/"])
  func theFolderIsFoundWhereverItLies(_ folder: String) throws {
    var writer = TarWriter()
    if !folder.isEmpty { writer.add(folder, type: "5") }
    writer.add("unrelated.txt", [1])
    writer.add(folder + "daybook.json", [2, 3])
    writer.add(folder + "replicas/", type: "5")
    writer.add(folder + "replicas/b", [UInt8](0..<200))
    writer.add(folder + "replicas/a", [UInt8](repeating: 7, count: 512))
    writer.end()
    let store = try store(writer)
    let top = try #require(try store.list("")).map(\.name)
    #expect(
      top
        == (folder == "" || folder == "./"
          ? ["daybook.json", "replicas", "unrelated.txt"] : ["daybook.json", "replicas"]))
    #expect(
      try store.list("replicas") == [FileEntry(name: "a", kind: .file), FileEntry(name: "b", kind: .file)])
    #expect(try store.list("nothing") == nil)
    #expect(try store.readAll("replicas/b") == [UInt8](0..<200))
    #expect(try store.read("replicas/b", from: 198, count: 10) == [198, 199])
    #expect(try store.read("replicas/b", from: 300, count: 10) == [])
    #expect(try store.status("replicas/a")?.sizeBytes == 512)
    #expect(try store.status("replicas")?.kind == .folder)
    #expect(try store.status("replicas/c") == nil)
    #expect(try store.status("replicas/a")?.inode != store.status("replicas/b")?.inode)
  }

  @Test func namesOfAnyLengthAndFormAreRead() throws {
    let long = "replicas/" + String(repeating: "x", count: 300)
    var writer = TarWriter()
    writer.add("daybook.json")
    writer.add("././@LongLink", Array(long.utf8) + [0], type: "L", isGNU: true)
    writer.add(String(long.prefix(100)), [1], isGNU: true)
    writer.add(records: [("path", long + "2"), ("comment", "é=\n"), ("size", "3")])
    writer.add("short", [1, 2, 3])
    writer.add("b", [4], prefix: "replicas")
    writer.add(records: [("comment", "of all")], type: "g")
    writer.add("K", Array("target".utf8), type: "K", isGNU: true)
    writer.add("replicas/link", type: "2")
    writer.add("replicas/old/", type: "\u{0}")
    writer.add("replicas/device", type: "3")
    writer.end()
    let store = try store(writer)
    #expect(try store.readAll(long) == [1])
    #expect(try store.readAll(long + "2") == [1, 2, 3])
    #expect(try store.readAll("replicas/b") == [4])
    #expect(try store.status("replicas/link")?.kind == .link)
    #expect(try store.status("replicas/old")?.kind == .folder)
    #expect(try store.status("replicas/device")?.kind == .other)
    #expect(throws: FileError(.notRegular, "read", "replicas/link")) {
      try store.read("replicas/link", from: 0, count: 1)
    }
  }

  @Test func nothingOutsideIsReached() throws {
    let store = try store(
      tar([("l/daybook.json", [1]), ("l/../../etc/passwd", [2]), ("../x", [3]), ("y", [4])]))
    #expect(try store.list("")?.map(\.name) == ["../x", "daybook.json", "l/../../etc/passwd"])
    #expect(throws: FileError.self) { try store.readAll("../x") }
    #expect(try store.status("y") == nil)
  }

  /// As unpacking does it.
  @Test func theLastOfSeveralMembersCounts() throws {
    #expect(try store(tar([("daybook.json", [1]), ("a", [1]), ("a", [2, 3])])).readAll("a") == [2, 3])
  }

  @Test func nothingCanBeWritten() throws {
    let store = try store(tar([("daybook.json", [1])]))
    #expect(throws: FileError(.readOnly, "create", "a")) { try store.create("a") }
    #expect(throws: FileError.self) { try store.append(to: "daybook.json") }
    #expect(throws: FileError.self) { try store.createFolder("a") }
    #expect(throws: FileError.self) { try store.rename("daybook.json", to: "b", replacing: true) }
    #expect(throws: FileError.self) { try store.remove("daybook.json") }
    #expect(throws: FileError.self) { try store.lock("a") }
  }

  @Test func noneOrSeveralLedgersAreNone() throws {
    #expect(throws: TarFileStore.NoSingleFolder(folders: [])) { try store(tar([("a", [])])) }
    #expect(throws: TarFileStore.NoSingleFolder(folders: ["a", "b"])) {
      try store(tar([("a/daybook.json", []), ("b/daybook.json", [])]))
    }
    // One within another is of the outer one.
    #expect(try store(tar([("a/daybook.json", []), ("a/b/daybook.json", [])])).status("b")?.kind == .folder)
  }

  @Test func whatLiesIsRefused() throws {
    var lies: [(String, TarWriter)] = []
    func lie(_ says: String, _ make: (inout TarWriter) -> Void) {
      var writer = TarWriter()
      writer.add("daybook.json")
      make(&writer)
      writer.end()
      lies.append((says, writer))
    }
    lie("cut off") { $0.add("a", [1], size: 10_000) }
    lie("cut off") {
      $0.add(records: [("size", "99999999999")]); $0.add("a", [1])
    }
    lie("size is impossible") {
      $0.add(records: [("size", "-1")]); $0.add("a", [1])
    }
    lie("size is impossible") {
      $0.add(records: [("size", "99999999999999999999")]); $0.add("a", [1])
    }
    lie("(sparse)") { $0.add("a", [1], type: "S", isGNU: true) }
    lie("(sparse)") {
      $0.add(records: [("GNU.sparse.major", "1")]); $0.add("a", [1])
    }
    lie("both a folder and something else") {
      $0.add("a", [1]); $0.add("a/b", [1])
    }
    lie("both a folder and something else") {
      $0.add("a", type: "2"); $0.add("a/b", [1])
    }
    lie("both a folder and something else") {
      $0.add("a/b", [1]); $0.add("a", [1])
    }
    for records in ["5 a=b", "x a=b\n", "99 a=b\n", "0 a=b\n", "6 abc\n", "-6 a=b\n", " "] {
      lie("records cannot be read") { $0.add("p", Array(records.utf8), type: "x") }
    }
    lie("more than 1 MiB") { $0.add("p", [UInt8](repeating: 1, count: 2 << 20), type: "L") }
    for (says, writer) in lies {
      let error = #expect(throws: TarError.self) { try store(writer) }
      #expect(error?.description.contains(says) == true, "\(error.debugDescription), not \(says)")
    }
  }

  /// GNU's numbers of 256 to a digit.
  @Test func binarySizesAreRead() throws {
    for (bytes, size) in [
      ([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 3), ([UInt8](repeating: 0xff, count: 12), nil),
    ]
      as [([UInt8], Int?)]
    {
      var writer = TarWriter()
      writer.add("daybook.json", [1, 2, 3])
      writer.end()
      var block = Array(writer.bytes[..<512])
      block.replaceSubrange(124..<136, with: bytes)
      TarWriter.sum(&block)
      let made = block + writer.bytes[512...]
      if let size {
        let store = try TarFileStore(.memory(made), folderHolding: "daybook.json")
        #expect(try store.status("daybook.json")?.sizeBytes == size)
      } else {
        #expect(throws: TarError.self) { try TarFileStore(.memory(made), folderHolding: "daybook.json") }
      }
    }
  }

  // MARK: Any bytes

  private static func randomTar(_ random: inout SeededRandom) -> (TarWriter, [String: [UInt8]]) {
    var writer = TarWriter()
    var files: [String: [UInt8]] = ["daybook.json": [1]]
    writer.add("l/daybook.json", [1])
    for number in 0..<Int.random(in: 0...6, using: &random) {
      let name = "f\(number)" + String(repeating: "n", count: Int.random(in: 0...150, using: &random))
      let content = (0..<Int.random(in: 0...1500, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: writer.add(records: [("path", "l/" + name)])
      case 1: writer.add("@", Array("l/\(name)".utf8) + [0], type: "L", isGNU: true)
      default: if name.utf8.count > 90 { writer.add(records: [("path", "l/" + name)]) }
      }
      writer.add(String("l/\(name)".prefix(100)), content)
      files[name] = content
    }
    writer.end()
    return (writer, files)
  }

  @Test(.seeded, arguments: 0..<40 as Range<UInt64>) func whateverIsPackedIsRead(index: UInt64) throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    let (writer, files) = Self.randomTar(&random)
    let store = try store(writer)
    #expect(try Set(store.list("")?.map(\.name) ?? []) == Set(files.keys))
    for (name, content) in files { #expect(try store.readAll(name) == content) }
    // Wherever it is cut off before its end, it is refused.
    for _ in 0..<40 {
      let count = Int.random(in: 0..<writer.bytes.count - 1024, using: &random)
      #expect(throws: TarError.self) {
        try TarFileStore(.memory(Array(writer.bytes[..<count])), folderHolding: "daybook.json")
      }
    }
  }

  /// A changed byte is noticed, or is a content's or a filler's; and whatever is read lies within the archive.
  @Test(.seeded, arguments: 0..<40 as Range<UInt64>) func changedBytesNeverTrap(index: UInt64) throws {
    var random = SeededRandom(seed: TestSeed.current &+ 1000 &+ index)
    let (writer, _) = Self.randomTar(&random)
    for _ in 0..<100 {
      var bytes = writer.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // So that more than the checksum is asked.
      if Bool.random(using: &random) {
        let start = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
        var block = Array(bytes[start..<start + 512])
        TarWriter.sum(&block)
        bytes.replaceSubrange(start..<start + 512, with: block)
      }
      do {
        let store = try TarFileStore(.memory(bytes), folderHolding: "daybook.json")
        for entry in try store.list("") ?? [] where entry.kind == .file {
          #expect(try store.readAll(entry.name).count == store.status(entry.name)?.sizeBytes)
        }
      } catch is TarError {
      } catch is TarFileStore.NoSingleFolder {
      }
    }
  }

  // MARK: Packed

  @Test func packedTarsAreUnpackedWithinABound() throws {
    let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let frames =
      ZstdFrame.compress(Array(content[..<200_000]), level: 3)
      + ZstdFrame.compress(Array(content[200_000...]), level: 1)
    #expect(try PackedTar.unpack(.memory(frames)) == content)
    #expect(throws: FrameError.tooLarge) { try PackedTar.unpack(.memory(frames), sizeBytesMax: 499_999) }
    #expect(try PackedTar.unpack(.memory(frames), sizeBytesMax: 500_000) == content)
    #expect(throws: FrameError.truncated) { try PackedTar.unpack(.memory(Array(frames.dropLast()))) }
    #expect(throws: FrameError.self) { try PackedTar.unpack(.memory(frames + [1, 2, 3, 4, 5])) }
    #expect(PackedTar.packing(frames) == .zstd)
    #expect(PackedTar.packing([0x1f, 0x8b, 8]) == .other(unpackedBy: "gunzip"))
    #expect(PackedTar.packing(Array("daybook.json".utf8)) == .none)
  }
}
