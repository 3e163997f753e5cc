import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// What is read of files, and what is refused.
@Suite struct DocumentReaderTests {
  private static func write(_ bytes: [UInt8], _ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func text(_ bytes: [UInt8], _ name: String = "a.md") throws -> String {
    let folder = try TemporaryFolder()
    return try Document(contentsOf: write(bytes, name, in: folder)).text.string
  }

  @Test(
    arguments: [
      (Array("naïve\n".utf8), "naïve\n"), ([0xEF, 0xBB, 0xBF] + Array("a".utf8), "a"),
      (Array("a\r\nb\rc\n\r\n".utf8), "a\nb\nc\n\n"),
      ([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0, 0xDE], "a\u{1F600}"),
      ([0xFE, 0xFF, 0, 0x61], "a"), ([], ""),
    ] as [([UInt8], String)])
  func textIsReadInAnyEncoding(bytes: [UInt8], text: String) throws {
    #expect(try Self.text(bytes) == text)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF], "not valid UTF-8", 1), ([0xEF, 0xBB, 0xBF, 0x61, 0xC3], "not valid UTF-8", 4),
      ([0xFF, 0xFE, 0x61], "not valid UTF-16", nil), ([0xFF, 0xFE, 0, 0xDC], "not valid UTF-16", nil),
      ([0x61, 0], "NUL", 1),
    ] as [([UInt8], String, Int?)])
  func bytesThatAreNoText(bytes: [UInt8], rule: String, offset: Int?) throws {
    let error = #expect(throws: LedgerError.self) { try Self.text(bytes) }
    #expect(error?.code == .badData)
    #expect(error?.what.contains(rule) == true, "\(error?.description ?? "")")
    #expect(error?.offset == offset)
    #expect(error?.file?.hasSuffix("/a.md") == true)
  }

  /// No truncation of a text in UTF-8 or UTF-16 traps, and each is read or refused.
  @Test func everyTruncation() throws {
    let folder = try TemporaryFolder()
    let wide: [UInt8] = [0xFF, 0xFE] + "aé東😀\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array("aé東😀\r\nb".utf8), wide] {
      for count in 0...bytes.count {
        let path = try Self.write(Array(bytes[..<count]), "t.txt", in: folder)
        do {
          #expect(try Document(contentsOf: path).text.count <= count)
        } catch {
          #expect(error.code == .badData)
        }
      }
    }
  }

  @Test func thePathIsCanonicalAndTheHashIsOfTheBytes() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(Array("\u{FEFF}abc\r\n".utf8), "a.md", in: folder)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.txt", withDestinationPath: path)
    let document = try Document(contentsOf: folder.path + "/./link.txt")
    let canonical = try #require(realpath(path, nil).map { String(cString: $0) })
    #expect(document.path == canonical)
    #expect(document.type == .markdown)
    #expect(document.hash == DocumentHash.of(Array("\u{FEFF}abc\r\n".utf8)))
    #expect(document.url.path == canonical)
    let again = try DocumentReader().identify(path)
    #expect(again.path == canonical)
    #expect(again.hash == document.hash)
  }

  @Test(.timeLimit(.minutes(10)))
  func whatIsNoFile() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for (name, code) in [
      ("/pipe", LedgerError.Code.badData), ("", .badData), ("/none", .notFound), ("/none/x", .notFound),
    ] {
      let error = #expect(throws: LedgerError.self) { try Document(contentsOf: folder.path + name) }
      #expect(error?.code == code)
    }
    #expect(throws: LedgerError.self) { try Document(contentsOf: "") }
    #expect(throws: LedgerError.self) { try Document(contentsOf: "a\0b") }
  }

  @Test func aDocumentAboveTheLimitIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(Array(repeating: 0x61, count: 100), "a.txt", in: folder)
    var reader = DocumentReader()
    reader.textBytesMax = 100
    #expect(try reader.read(path).text.count == 100)
    reader.textBytesMax = 99
    #expect(throws: LedgerError.self) { try reader.read(path) }
  }

  @Test func linesAndPages() {
    let text = DocumentText("ab\n\nc\u{0C}d\n\u{0C}", hasPages: true)
    #expect(text.count == 9)
    #expect(text.pageCount == 2)
    #expect((0..<9).map { text.page(at: $0) ?? 0 } == [1, 1, 1, 1, 1, 1, 2, 2, 2])
    #expect((0..<9).map { text.line(at: $0) } == [1, 1, 1, 2, 3, 3, 3, 3, 4])
    #expect(text.range(ofPage: 2) == 6..<9)
    #expect(text.range(ofPage: 3) == nil)
    #expect(text.range(ofPage: 0) == nil)
    #expect(text.lineRanges.map { text.text($0) } == ["ab", "", "c\u{0C}d", "\u{0C}"])
    #expect(DocumentText("a\u{0C}b").pageCount == nil)
    #expect(DocumentText("", hasPages: true).pageCount == 1)
  }

  /// A code point counts as one, however many bytes or words it has.
  @Test func positionsAreCodePoints() throws {
    let text = DocumentText("😀é\u{65}\u{301}x")
    #expect(text.count == 5)
    let anchor = try #require(text.anchor(4..<5))
    #expect(anchor.quote == Quote(exact: "x", prefix: "😀é\u{65}\u{301}"))
    #expect(text.anchor(4..<6) == nil)
    #expect(text.anchor(2..<2) == nil)
    #expect(text.text(3..<99) == "\u{301}x")
  }
}
