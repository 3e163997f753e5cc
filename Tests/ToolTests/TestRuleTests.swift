import Foundation
import Testing

/// What holds of every test.
@Suite struct TestRuleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files of the tests and of what they share, with their names.
  private static func files() throws -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    for folder in ["Tests", "Sources/DaybookTestSupport", "Sources/MessagingTestSupport"] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      for name in names.sorted() where name.hasSuffix(".swift") && !name.hasSuffix("TestRuleTests.swift") {
        let url = root.appending(path: "\(folder)/\(name)")
        files.append(("\(folder)/\(name)", try String(contentsOf: url, encoding: .utf8)))
      }
    }
    return files
  }

  /// What a test does that decides by itself whether it runs, and would pass without a check.
  private static func fault(_ text: String) -> String? {
    if text.contains(#/print\("[^"\n]*(?i:skipped| is not here| are not here)/#) {
      return "prints that it is skipped"
    }
    if text.contains(#/else \{\s*return print\(/#) { return "prints why it does nothing" }
    return text.contains(#"environment["DAYBOOK_REALDATA"]"#) ? "looks for real data by itself" : nil
  }

  /// A test that cannot run has a trait, such as `.realData`, `.tools` or `.enabled(if:)`, so that the runner reports it as
  /// skipped.
  @Test func aTestThatCannotRunIsReportedAsSkipped() throws {
    let files = try Self.files()
    #expect(files.count > 500)
    for (name, text) in files where !name.hasSuffix("/RealData.swift") {
      #expect(Self.fault(text) == nil, "\(name)")
    }
  }

  /// It looks every 50 ms, which costs minutes with the processes of all tests.
  @Test func noTestWaitsUntilExit() throws {
    for (name, text) in try Self.files() where !name.hasSuffix("/ProcessEnd.swift") {
      #expect(!text.contains("waitUntilExit"), "\(name): use start() or runToEnd()")
    }
  }

  @Test(arguments: [
    #"print("skipped: needs vobject")"#, #"guard has else { print("it is skipped") }"#,
    #"guard let root else { return print("no data") }"#, "else {\n      return print(why)\n    }",
    #"ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"]"#,
  ])
  func aTestThatDecidesByItselfIsFound(_ text: String) { #expect(Self.fault(text) != nil) }
}
