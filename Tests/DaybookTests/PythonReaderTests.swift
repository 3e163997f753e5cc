import DaybookTestSupport
import Foundation
import Testing

/// The reader in the format document, run as it stands there over the golden segments.
@Suite struct PythonReaderTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func program() throws -> String {
    let page = root.appending(path: "Sources/Daybook/Daybook.docc/FileFormat.md")
    let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let start = try #require(text.range(of: "```python\n")).upperBound
    let end = try #require(text[start...].range(of: "\n```")).lowerBound
    return String(text[start..<end])
  }

  static let segments: [String] = {
    let golden = root.appending(path: "Fixtures/golden")
    let files = FileManager.default.enumerator(atPath: golden.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".zst") }.map { golden.appending(path: $0).path }.sorted()
  }()

  @Test(.tools("python3", "zstdcat", "openssl"))
  func itReadsTheGoldenSegments() async throws {
    #expect(!Self.segments.isEmpty)
    let place = try TemporaryFolder()
    try Data(try Self.program().utf8).write(to: URL(filePath: place.path + "/reader.py"))
    for segment in Self.segments {
      try await place.run("sh", "-c", "python3 reader.py \"$1\" > events.jsonl", "sh", segment)
      let lines = try Data(contentsOf: URL(filePath: place.path + "/events.jsonl")).split(separator: 0x0a)
      #expect(!lines.isEmpty)
      let events = lines.filter { $0.starts(with: Data(#"{"stamp":""#.utf8)) }
      // The golden ledger has lines of a type that no version knows yet, too.
      #expect(!events.isEmpty && events.count >= lines.count - 1)
    }
  }

  @Test(.tools("python3", "zstdcat", "openssl"))
  func itRefusesAChangedLine() async throws {
    let segment = try #require(Self.segments.first)
    let place = try TemporaryFolder()
    try Data(try Self.program().utf8).write(to: URL(filePath: place.path + "/reader.py"))
    // One value changed, packed again with a good checksum.
    try await place.run(
      "sh", "-c",
      "zstdcat \"$1\" | sed '2s/\"op\":\"upsert\"/\"op\":\"update\"/' | zstd -q --check > changed.zst", "sh",
      segment)
    await #expect(throws: (any Error).self) {
      try await place.run("sh", "-c", "python3 reader.py changed.zst > /dev/null 2>&1")
    }
  }
}
