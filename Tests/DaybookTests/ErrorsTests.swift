import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// What errors say, and that the library says it in no command's words.
@Suite struct ErrorsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  private static func code(in folder: String) throws -> [(file: String, lines: [Substring])] {
    let root = sources.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      return ("\(folder)/\(name)", text.split(separator: "\n"))
    }
  }

  @Test func theLocalizedDescriptionSaysIt() {
    let error: any Error = LedgerError(
      .damaged, "the segment is damaged", file: "replicas/a/1.zst", offset: 12, advice: "copy it again")
    #expect(error.localizedDescription == "the segment is damaged (replicas/a/1.zst, byte 12)")
    #expect((error as? any LocalizedError)?.recoverySuggestion == "copy it again")
    let refused = LedgerError(.refused, "house.member.name must not be blank", line: 2)
    #expect(refused.message == "house.member.name must not be blank (change 2)")
    #expect(refused.description == "change 2: house.member.name must not be blank")
    #expect(
      LedgerError(.usage, "it is wrong", file: "a.csv", line: 3).message == "it is wrong (a.csv, line 3)")
  }

  @Test func theArticleListsEveryCode() throws {
    let rows = try Article("Errors").lines.filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "`").enumerated().filter { [1, 3].contains($0.offset) }.map { String($0.element) }
    }
    var declared: [[String]] = []
    for folder in try FileManager.default.contentsOfDirectory(atPath: Self.sources.path) {
      for (_, lines) in try Self.code(in: folder) {
        for line in lines {
          let match = line.firstMatch(of: /static let (\w+): (?:LedgerError\.)?Code = "([^"]+)"/)
          if let match { declared.append([String(match.2), "." + match.1]) }
        }
      }
    }
    #expect(declared.count > 10)
    #expect(rows.sorted { $0[0] < $1[0] } == declared.sorted { $0[0] < $1[0] })
    #expect(Set(LedgerError.Code.known.map(\.rawValue)) == Set(declared.map { $0[0] }))
  }

  @Test func anAppIsGivenNoWordsOfTheCommand() async throws {
    let folder = try TemporaryFolder()
    let none = await #expect(throws: LedgerError.self) {
      try await Ledger.open(at: folder.path + "/none", systems: [.house])
    }
    #expect(none?.code == .noLedger && none?.advice == "make one with Ledger.create(at:)")
    let folders = [
      "Daybook", "DaybookModel", "DaybookLog", "DaybookLocking", "DaybookRecords", "DaybookView",
      "DaybookReplication", "DaybookSearch", "DaybookAge", "DaybookPredicates", "Systems",
    ]
    for folder in folders {
      for (file, lines) in try Self.code(in: folder) {
        for line in lines
        where !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") && !line.contains("zstd -d") {
          let words = line.firstMatch(
            of: /['`]daybook [a-z]|advice: "daybook [a-z]|[ '"]--[a-z]{2,}|make one with daybook/)
          #expect(words == nil, "\(file): \(line)")
        }
      }
    }
  }
}
