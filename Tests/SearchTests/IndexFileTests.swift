import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookSearch

@Suite struct IndexFileTests {
  private static func segment(_ random: inout SeededRandom) -> TextSegment {
    var library = RandomLibrary(random.next())
    var builder = TextSegmentBuilder()
    for number in 0..<20 {
      for _ in 0..<3 {
        Array(library.text().utf8).withUnsafeBufferPointer { builder.add($0, isTitle: number % 2 == 0) }
      }
      builder.end("kind-\(number % 3)", "id-\(number)", hash: UInt64(number))
    }
    return builder.finish()
  }

  @Test(.seeded) func everyCutAndEveryFlippedByteIsSeen() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let file = TextIndexFile(state: Array("state".utf8), segment: Self.segment(&random))
    let bytes = file.bytes
    #expect(TextIndexFile(bytes) == file)
    for count in 0..<bytes.count { #expect(TextIndexFile(Array(bytes[..<count])) == nil, "cut at \(count)") }
    #expect(TextIndexFile(bytes + [0]) == nil)
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= UInt8.random(in: 1...255, using: &random)
      #expect(TextIndexFile(flipped) == nil, "byte \(place)")
    }
  }

  /// One that somebody made to look right gives wrong answers at worst.
  @Test(.seeded) func whatLooksRightIsNeverReadPastItsEnd() throws {
    var random = SeededRandom(seed: TestSeed.current)
    var believed = 0
    for _ in 0..<3000 {
      var bytes = TextIndexFile(state: [], segment: Self.segment(&random)).bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 29..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      let hash = bytes[29...].withUnsafeBufferPointer { TextHash.of($0) }
      withUnsafeBytes(of: hash.littleEndian) { bytes.replaceSubrange(21..<29, with: $0) }
      guard let file = TextIndexFile(bytes) else { continue }
      believed += 1
      var index = TextIndex(file.segment)
      let query = try TextQuery("ann bud* \"report card\" 会議 re")
      let scope = TextScope { _, _, _ in 1 }
      _ = index.answer(query, limit: 3, scope)
      index.remove("kind-0", "id-0")
      _ = index.packed()
    }
    #expect(believed > 100)
  }

  @Test func aWordThatIsThereTwiceIsPackedOnce() throws {
    var builder = TextSegmentBuilder()
    for id in ["a", "b", "c"] {
      Array("same word".utf8).withUnsafeBufferPointer { builder.add($0, isTitle: false) }
      builder.end("note", id, hash: 1)
    }
    var segment = builder.finish()
    // As no builder writes it.
    (segment.terms, segment.termOffsets) = (Array("samesame".utf8), [0, 4, 8])
    var index = TextIndex(segment)
    index.remove("note", "c")
    let packed = index.packed()
    #expect(packed.count == 2 && packed.termCount == 1)
    var documents: [Int] = []
    packed.forEachPosting(0) { document, _ in documents.append(document) }
    #expect(documents == [0, 1])
  }

  // MARK: In a ledger.

  private struct Place {
    let folder: TemporaryFolder
    var options = LedgerOptions()

    init() throws {
      folder = try TemporaryFolder()
      options.stateDirectory = folder.path + "/state"
      options.cacheDirectory = folder.path + "/cache"
    }

    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/search")) ?? [])
        .filter { !$0.hasSuffix(".lock") }.map { folder.path + "/cache/search/" + $0 }
    }

    func ledger() async throws -> Ledger {
      try await Ledger.open(at: folder.path + "/l", systems: [.library], options: options)
    }

    func make() async throws -> Ledger {
      try await Ledger.create(at: folder.path + "/l", options: options)
      let ledger = try await ledger()
      let books = (0..<2100).map { number in
        Mutation(
          .upsert, kind: Book.kind, id: "book-\(number)",
          set: ["title": .string("Book \(number % 97)"), "secret": "hidden-word"])
      }
      try await ledger.append(books)
      return ledger
    }
  }

  @Test func theFileIsPrivateHoldsNothingHiddenAndIsUsed() async throws {
    let place = try Place()
    let ledger = try await place.make()
    #expect(try await ledger.search("hidden-word").isEmpty)
    let path = try #require(place.files.first)
    let made = try FileManager.default.attributesOfItem(atPath: path)
    #expect(made[.posixPermissions] as? Int == 0o600)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.range(of: Data("hidden".utf8)) == nil)
    #expect(bytes.range(of: Data("book".utf8)) != nil)
    // Whoever reveals makes an index of its own, in memory.
    #expect(try await ledger.search("hidden-word", limit: nil, reveals: true).count == 2100)
    #expect(place.files.count == 1)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)

    // A word that the file alone lacks tells that it is read.
    var file = try #require(TextIndexFile(Array(bytes)))
    let number = try #require(file.segment.number(of: Array("96".utf8)))
    let from = Int(file.segment.termOffsets[number])
    file.segment.terms[from + 1] = UInt8(ascii: "7")
    file.segment.terms[from] = UInt8(ascii: "9")
    try Data(file.bytes).write(to: URL(filePath: path))
    let another = try await place.ledger()
    #expect(try await another.search("\"96\"").isEmpty)
  }

  @Test(.seeded) func damageForeignAndStaleFilesChangeNothing() async throws {
    let place = try Place()
    let ledger = try await place.make()
    let expected = try await ledger.search("book 12")
    let path = try #require(place.files.first)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<12 {
      var damaged = bytes
      switch round % 4 {
      case 0: damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
      case 1: damaged = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
      case 2: damaged = Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) })
      default:
        // Of other schemas, or of another program.
        var file = try #require(TextIndexFile(Array(bytes)))
        file.state[3] ^= 1
        file.segment = TextSegment()
        damaged = Data(file.bytes)
      }
      try damaged.write(to: URL(filePath: path))
      #expect(try await place.ledger().search("book 12") == expected, "round \(round)")
      #expect(try Data(contentsOf: URL(filePath: path)).count == bytes.count, "round \(round)")
    }
    // What came since is found, what went is not, though the file is of before.
    try bytes.write(to: URL(filePath: path))
    try await ledger.append([
      Mutation(.upsert, kind: Book.kind, id: "late", set: ["title": "Late book 12"]),
      Mutation(.delete, kind: Book.kind, id: "book-12"),
    ])
    await ledger.close()
    let found = try await place.ledger().search("book 12", limit: nil).map(\.id)
    #expect(found.contains("late"))
    #expect(!found.contains("book-12"))
    let same = try await ledger.search("book 12", limit: nil).map(\.id)
    #expect(same == found)
  }

  @Test func aCacheThatCannotBeWrittenIsNoError() async throws {
    var place = try Place()
    let ledger = try await place.make()
    let expected = try await ledger.search("book 12")
    try FileManager.default.removeItem(atPath: place.folder.path + "/cache")
    try Data("a file".utf8).write(to: URL(filePath: place.folder.path + "/cache"))
    #expect(try await place.ledger().search("book 12") == expected)
    place.options.cacheDirectory = "/proc/no such folder"
    #expect(try await place.ledger().search("book 12") == expected)
    // Nor does anything go into the ledger itself.
    place.options.cacheDirectory = place.folder.path + "/l/cache"
    #expect(try await place.ledger().search("book 12") == expected)
    #expect(!FileManager.default.fileExists(atPath: place.folder.path + "/l/cache"))
  }
}
