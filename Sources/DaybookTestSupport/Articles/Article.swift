#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A documentation article, parts of which are made by the program that they describe, so that they cannot
/// become untrue: a section is what stands between a heading of the second level and the next.
package struct Article: Sendable {
  package let url: URL
  package private(set) var lines: [String]

  private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Daybook/Daybook.docc").standardizedFileURL

  /// An article of the catalogue.
  package init(_ name: String) throws {
    url = Self.catalogue.appendingPathComponent(name + ".md")
    lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The catalogue's articles that have a section, by name.
  package static func names(withSection heading: String) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
    return try files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
      .filter { try Article($0).section(heading) != nil }
  }

  /// The section's lines without its heading; nil where there is none of that name.
  package func section(_ heading: String) -> Range<Int>? {
    guard let start = lines.firstIndex(of: "## " + heading) else { return nil }
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") } ?? lines.count
    return start + 1..<end
  }

  /// From the first heading of the third level on: what is generated stands behind what is written.
  package func generated(in heading: String) -> Range<Int>? {
    guard let section = section(heading),
      let start = lines[section].firstIndex(where: { $0.hasPrefix("### ") })
    else { return nil }
    return start..<section.upperBound
  }

  /// The lines within the section's blocks of this language.
  package func blocks(_ language: String, in heading: String) -> [Range<Int>] {
    guard let section = section(heading) else { return [] }
    var blocks: [Range<Int>] = []
    var start: Int?
    for index in section {
      if let begin = start, lines[index] == "```" {
        blocks.append(begin..<index)
        start = nil
      } else if lines[index] == "```" + language {
        start = index + 1
      }
    }
    return blocks
  }

  package func text(_ range: Range<Int>) -> String { lines[range].map { $0 + "\n" }.joined() }

  package mutating func replace(_ range: Range<Int>, with text: String) {
    var new = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if new.last == "" { new.removeLast() }
    lines.replaceSubrange(range, with: new)
  }

  package func write() throws {
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }
}
