import ArgumentParser
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

/// Every command line that the README, an article or a help text shows is one that the command understands.
@Suite struct DocumentedCommandsTests {
  struct Line: CustomTestStringConvertible, Sendable {
    var place: String
    var text: String
    var testDescription: String { "\(place): \(text)" }
  }

  @Test func everyCommandOfTheArticlesParses() throws {
    let lines = try Self.articleLines()
    #expect(lines.count > 100)
    for line in lines { Self.check(line) }
  }

  @Test func everyCommandOfTheHelpTextsParses() throws {
    var count = 0
    for (path, command) in Self.commands(DaybookCommand.self, ["daybook"]) {
      for text in command.configuration.discussion.split(separator: "\n") {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard text.hasPrefix("daybook ") else { continue }
        count += 1
        Self.check(Line(place: path.joined(separator: " ") + " --help", text: text))
      }
    }
    #expect(count > 200)
  }

  /// Words in quotes, what is substituted, and where the command ends.
  @Test(arguments: [
    ("daybook log --limit 2 | jq .", ["log", "--limit", "2"]),
    (#"daybook sam person 'ann lee' >x"#, ["sam", "person", "ann lee"]),
    (#"daybook query x --where "a = 'b c'" # why"#, ["query", "x", "--where", "a = 'b c'"]),
    (
      "daybook undo \"$(daybook log | jq -r .stamp)\" --commit",
      ["undo", "$(daybook log | jq -r .stamp)", "--commit"]
    ),
    ("daybook status && daybook seal", ["status"]),
  ])
  func aLineSplitsIntoWordsAsAShellDoes(_ line: String, _ expected: [String]) {
    #expect(Self.words(of: line) == expected)
  }

  private static func check(_ line: Line) {
    let words = words(of: line.text)
    // Help is an answer of its own, and so is a command that is shown with its arguments left out.
    if words.contains("help") || words.contains("--help") || words.contains("…") || words == ["--version"] {
      return
    }
    do {
      _ = try CommandNames.parse(words, in: DaybookCommand.self)
    } catch {
      Issue.record("\(line.testDescription): \(DaybookCommand.message(for: error))")
    }
  }

  /// What follows `$ daybook` in a block of the README or of an article.
  private static func articleLines() throws -> [Line] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let folder = root.appendingPathComponent("Sources/Daybook/Daybook.docc")
    let articles = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
    return try ([root.appendingPathComponent("README.md")] + articles).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        // A line that goes on is read to where it does.
        guard line.hasPrefix("$ daybook "), !line.hasSuffix("\\") else { return nil }
        return Line(place: file.lastPathComponent, text: String(line.dropFirst(2)))
      }
    }
  }

  private static func commands(
    _ command: any ParsableCommand.Type, _ path: [String]
  ) -> [([String], any ParsableCommand.Type)] {
    [(path, command)]
      + command.configuration.subcommands.flatMap {
        commands($0, path + [$0.configuration.commandName ?? $0._commandName])
      }
  }

  /// As a shell splits a line, up to where another command or a redirection begins, without `daybook`.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var depth = 0
    scan: for character in line {
      switch character {
      case "(" where word?.last == "$" || depth > 0: depth += 1; word = (word ?? "") + "("
      case ")" where depth > 0: depth -= 1; word = (word ?? "") + ")"
      case _ where depth > 0: word = (word ?? "") + String(character)
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = character
        word = word ?? ""
      case " " where quote == nil:
        if let done = word { words.append(done) }
        word = nil
      case "#" where quote == nil && word == nil, "|" where quote == nil, "&" where quote == nil,
        ";" where quote == nil,
        ">" where quote == nil, "<" where quote == nil:
        // The number of a stream that is redirected is not an argument.
        if word == "2" { word = nil }
        break scan
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return Array(words.dropFirst())
  }
}
