import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

/// The command has its own words for every remedy.
@Suite struct RemedyWordsTests {
  private static let systems = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Systems")

  @Test func ofTheLedger() {
    #expect(Remedy.allCases.filter { Remedy.commandWords[$0] == nil } == [])
  }

  @Test func ofEachSystem() throws {
    var declared: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.systems.path) {
      guard name.hasSuffix("Remedies.swift") else { continue }
      let text = try String(contentsOf: Self.systems.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /SystemRemedy\(\s*"([^"]+)"/) { declared.insert(String(match.1)) }
    }
    #expect(declared.count > 20)
    #expect(declared == Set(SystemRemedy.commandWords.keys))
  }

  @Test func theWordsOfTheCommandReplaceTheSystems() {
    let remedy = SystemRemedy("freethoughts.place", "Note.anchor of %")
    let unknown = SystemRemedy("tests.unknown", "look at %")
    Remedy.speakAsCommand()
    #expect(remedy.of("n1") == "daybook freethoughts edit n1 --quote …")
    #expect(unknown.of("n1") == "look at n1")
  }
}
