import Foundation
import Testing

/// The glossary in ARCHITECTURE.md and the lists of the public API agree: its names exist, and no public name uses a word
/// that it replaced.
@Suite struct GlossaryTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func everyNameOfTheGlossaryIsPublic() throws {
    let names = try Self.rows(after: "## Glossary").flatMap { row in
      row.count > 2 && row[0] != "Term"
        ? row[2].split(separator: "`").map(String.init).filter { $0.first?.isUppercase == true } : []
    }
    #expect(names.count > 30)
    let symbols = try Self.publicNames()
    for name in names where !symbols.contains(name) {
      Issue.record("the glossary names `\(name)`, which is not in tools/api-lists")
    }
  }

  @Test func noPublicNameUsesAReplacedWord() throws {
    let replaced = ["Kept", "Told", "News", "FarSide", "Aside"]
    let pages = try Self.rows(after: "Words that earlier names used").flatMap { $0 }.joined().lowercased()
    for word in replaced {
      let term = word == "FarSide" ? "far (of a server)" : word.lowercased()
      #expect(pages.contains(term), "ARCHITECTURE.md does not say what replaces '\(term)'")
    }
    for name in try Self.publicNames() where name.first?.isUppercase == true {
      for word in replaced
      where Self.words(of: name).contains(word) || (word == "FarSide" && name.contains(word)) {
        Issue.record("\(name) uses the word '\(word)': see the end of the glossary in ARCHITECTURE.md")
      }
    }
  }

  @Test func wordsOfANameBeginWithCapitals() {
    #expect(Self.words(of: "KeptHeads") == ["Kept", "Heads"])
    #expect(Self.words(of: "isToldOnce") == ["Is", "Told", "Once"])
    #expect(Self.words(of: "JSONValue") == ["JSON", "Value"])
  }

  /// The first parts and the last parts of all public symbols, without arguments.
  private static func publicNames() throws -> Set<String> {
    let folder = root.appending(path: "tools/api-lists")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    for file in files where file.pathExtension == "txt" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let symbol = line.prefix { $0 != ":" && $0 != "(" }
        names.formUnion(symbol.split(separator: ".").map(String.init))
      }
    }
    return try #require(names.count > 500 ? names : nil)
  }

  /// The cells of the tables that follow a text in ARCHITECTURE.md, up to the next heading.
  private static func rows(after text: String) throws -> [[String]] {
    let page = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let start = try #require(page.range(of: text))
    let part = page[start.upperBound...]
    let end = part.range(of: "\n## ")?.lowerBound ?? part.endIndex
    return part[..<end].split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func words(of name: String) -> [String] {
    var words: [String] = []
    let letters = Array(name)
    for (place, letter) in letters.enumerated() {
      let isStart =
        place == 0
        || letter.isUppercase
          && (letters[place - 1].isLowercase
            || place + 1 < letters.count && letters[place + 1].isLowercase && letters[place - 1].isUppercase)
      if isStart { words.append(String(letter).uppercased()) } else { words[words.count - 1].append(letter) }
    }
    return words
  }
}
