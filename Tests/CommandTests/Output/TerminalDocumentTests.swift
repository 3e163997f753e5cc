import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookCommands

/// What is made for other programs never acts on a terminal.
@Suite struct TerminalDocumentTests {
  private static let text = "a\u{1b}[31mb\r\nc\td\re\u{9b}f\u{202e}g\u{7f}é😀\r"
  private static let shown = #"a\u001b[31mb"# + "\nc\td" + #"\re\u009bf\u202eg\u007fé😀\r"#

  /// However the bytes arrive.
  @Test func whereverItIsCut() {
    let bytes = Array(Self.text.utf8)
    for cut in 0...bytes.count {
      for other in cut...bytes.count {
        var document = TerminalDocument()
        var shown = document.visible(Array(bytes[..<cut])) + document.visible(Array(bytes[cut..<other]))
        shown += document.visible(Array(bytes[other...])) + document.finish()
        #expect(String(decoding: shown, as: UTF8.self) == Self.shown, "cut at \(cut) and \(other)")
      }
    }
  }

  @Test func whatIsNoTextIsReplaced() {
    var document = TerminalDocument()
    let shown = document.visible([0x41, 0xff, 0xc3]) + document.visible([0x28]) + document.finish()
    #expect(String(decoding: shown, as: UTF8.self) == "A\u{fffd}\u{fffd}(")
  }

  /// JSON that was shown reads as what was written.
  @Test func jsonStaysJSON() throws {
    let value: JSONValue = ["name": "a\u{1b}\u{202e}\u{9b}\u{7f}b"]
    var document = TerminalDocument()
    let shown = document.visible(value.canonicalBytes) + document.finish()
    #expect(try JSONParser.parse(shown) == value)
    #expect(shown.allSatisfy { 0x20..<0x7f ~= $0 })
  }

  /// Every command that writes a document to the standard output.
  @Test(
    .enabled(if: DisclosureHarness.hasTerminals, "there is no script(1) of util-linux"),
    arguments: [
      "export jsonl", "export csv --kind sam.person", "export json", "export vcf", "export ics",
      "prove sam.person p", "freethoughts export --all", "freethoughts export --all --as annotations",
      "audit report -o -", "audit report --entity sam.person p --export -",
      "purus record export rex --reveal", "export fhir --reveal",
      "head", "sql-views duckdb --path x", "log", "history sam.person p", "get sam.person p",
      "query sam.person",
    ])
  func documentsAreVisible(_ line: String) throws {
    let ledger = try DisclosureHarness()
    let bad = #"x\u001b]0;title\u0007\u009b31m\u202ey"#
    try ledger.run(
      "append",
      input: """
        {"op":"upsert","kind":"sam.person","id":"p","set":{"displayNameCache":"\(bad)"},"by":"\(bad)"}
        {"op":"upsert","kind":"planner.meetingRecord","set":{"eventIdentifier":"m","title":"\(bad)","startDate":"2026-01-01T10:00:00.000Z"}}
        {"op":"upsert","kind":"purus.medicalRecord","id":"rex","set":{"isPet":true,"personalGivenName":"Rex","petBreed":"\(bad)"}}

        """
    ).expectDone()
    try "The quick brown fox.\n".write(
      toFile: ledger.sandbox.work + "/essay.md", atomically: true, encoding: .utf8)
    try ledger.run("freethoughts note essay.md --quote quick \"$(printf '\(bad)')\"").expectDone()
    let run = try ledger.run(line, terminal: true)
    let controls = run.output.unicodeScalars.filter {
      VisibleText.isUnsafe($0) && $0 != "\n" && $0 != "\r" && $0 != "\t"
    }
    #expect(controls.isEmpty, "\(line): \(controls.map { $0.value }) in \(run.output)")
    #expect(run.status == 0 && !run.output.isEmpty, "\(line): \(run.output)")
  }
}
