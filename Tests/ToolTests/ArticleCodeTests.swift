import DaybookTestSupport
import Foundation
import Testing

/// The code in the README and in the guide to a system of your own comes from the examples, which are built and tested: so it compiles.
@Suite struct ArticleCodeTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Examples").standardizedFileURL

  @Test(arguments: [("Sources/Daybook/Daybook.docc/YourOwnSystem.md", 10), ("README.md", 0)])
  func everyBlockOccursInTheExamples(_ page: String, moreThan few: Int) throws {
    let text = try String(contentsOf: Self.examples.appending(path: "../../\(page)"), encoding: .utf8)
    let blocks = CodeBlock.all(in: text.components(separatedBy: "\n"))
    #expect(blocks.count > few)
    let files = try Self.files()
    #expect(files.count > 5)
    for block in blocks where !files.contains(where: block.occurs) {
      Issue.record(
        "\(page):\(block.line): no file below Sources/Examples has this code:\n\(block.text)")
    }
  }

  @Test func indentationAloneMayDiffer() throws {
    let article = ["- ```swift", "```swift", "if a {", "  b()", "}", "```"]
    let block = try #require(CodeBlock.all(in: article).first)
    #expect(block.line == 2 && block.text == "if a {\n  b()\n}")
    #expect(block.occurs(in: ["func c() {", "  if a {", "    b()", "  }", "}"]))
    #expect(!block.occurs(in: ["if a {", "  b(1)", "}"]))
    #expect(!block.occurs(in: ["if a {", "  b()", "", "}"]))
    #expect(!block.occurs(in: ["if a {", "  b()"]))
  }

  @Test func aBlockWithoutCodeOccursNowhere() {
    let blocks = CodeBlock.all(in: ["```swift", "```", "```swift"])
    #expect(blocks.count == 2 && !blocks.contains { $0.occurs(in: ["", "a"]) })
  }

  /// The lines of each Swift file of the examples, but for what a build left there.
  private static func files() throws -> [[String]] {
    let found = FileManager.default.enumerator(
      at: examples, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let urls = try #require(found).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try urls.map { try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "\n") }
  }
}

/// A block of Swift in an article.
private struct CodeBlock {
  /// Of its fence, from 1.
  let line: Int
  let text: String
  private let lines: [Substring]

  init(line: Int, _ lines: ArraySlice<String>) {
    (self.line, text) = (line, lines.joined(separator: "\n"))
    self.lines = lines.map(Self.unindented)
  }

  static func all(in article: [String]) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var start: Int?
    for (index, line) in article.enumerated() {
      let fence = unindented(line)
      if let begin = start, fence == "```" {
        blocks.append(CodeBlock(line: begin, article[begin..<index]))
        start = nil
      } else if start == nil, fence == "```swift" {
        start = index + 1
      }
    }
    if let start { blocks.append(CodeBlock(line: start, article[start...])) }
    return blocks
  }

  /// Whether a file has the lines one after the other.
  func occurs(in file: [String]) -> Bool {
    guard !lines.isEmpty, file.count >= lines.count else { return false }
    let file = file.map(Self.unindented)
    return (0...file.count - lines.count).contains { file[$0..<$0 + lines.count].elementsEqual(lines) }
  }

  private static func unindented(_ line: String) -> Substring { line.drop { $0 == " " } }
}
