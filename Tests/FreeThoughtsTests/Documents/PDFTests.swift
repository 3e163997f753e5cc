import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import FreeThoughts

/// PDF by way of `pdftotext`, and of programs in its place that misbehave.
@Suite struct PDFTests {
  /// A file that calls itself a PDF, and a program that is called for it.
  private static func read(
    tool script: String?, content: String = "%PDF-1.7\n", limit: Duration = .seconds(20),
    textBytesMax: Int = 1000
  ) throws -> Document {
    let folder = try TemporaryFolder()
    let path = folder.path + "/paper.pdf"
    try content.write(toFile: path, atomically: true, encoding: .utf8)
    if let script {
      let tool = folder.path + "/pdftotext"
      try "#!/bin/sh\n\(script)\n".write(toFile: tool, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    }
    var reader = DocumentReader()
    reader.searchPath = "/nowhere:" + folder.path
    (reader.timeLimit, reader.textBytesMax) = (limit, textBytesMax)
    while true {
      do throws(LedgerError) {
        return try reader.read(path)
      } catch {
        // A child that another test is just starting may still hold the script open for writing.
        guard error.what.contains("Text file busy") else { throw error }
      }
    }
  }

  private static func failure(
    tool script: String?, content: String = "%PDF-1.7\n", limit: Duration = .seconds(20)
  ) -> LedgerError? {
    do {
      _ = try read(tool: script, content: content, limit: limit)
      return nil
    } catch {
      return error as? LedgerError
    }
  }

  @Test func pagesAreWhatFormFeedsEnd() throws {
    let document = try Self.read(tool: #"printf 'one\n\ftwo\n\f'"#)
    #expect(document.type == .pdf)
    #expect(document.text.pageCount == 2)
    #expect(document.text.page(at: 5) == 2)
    #expect(document.text.string == "one\n\u{0C}two\n\u{0C}")
    guard case .pdf = document.content else { return #expect(Bool(false), "a PDF's content is a PDF's") }
  }

  /// The file's name is no option and no command, whatever it is.
  @Test func theToolGetsThePathAsOneArgument() throws {
    let document = try Self.read(
      tool: #"printf '%s ' "$#" "$1" "$2"; case "$5" in /*/paper.pdf) echo whole;; esac"#)
    #expect(document.text.string == "6 -enc UTF-8 whole\n")
  }

  @Test func moreThanAPipeHolds() throws {
    let document = try Self.read(
      tool: "head -c 900000 /dev/zero | tr '\\0' a; head -c 900000 /dev/zero >&2", textBytesMax: 1 << 20)
    #expect(document.text.count == 900_000)
  }

  @Test func aToolThatIsNotThere() {
    let error = Self.failure(tool: nil)
    #expect(error?.code == .unreachable)
    #expect(error?.advice?.contains("poppler") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func aToolThatDoesNotEnd() {
    let error = Self.failure(tool: "exec tail -f /dev/null", limit: .milliseconds(300))
    #expect(error?.code == .badData)
    #expect(error?.file?.hasSuffix("/paper.pdf") == true)
    let silent = Self.failure(
      tool: "exec >/dev/null 2>&1; exec tail -f /dev/null", limit: .milliseconds(300))
    #expect(silent?.code == .badData)
  }

  @Test(.timeLimit(.minutes(10)))
  func aToolThatSaysTooMuch() {
    let error = Self.failure(tool: "yes")
    #expect(error?.code == .badData)
    #expect(error?.what.contains("more than 1000 bytes") == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("echo 'Command Line Error: Incorrect password' >&2; exit 1", "encrypted"),
    (#"printf 'Syntax Error: \033[31mbad\nmore' >&2; exit 1"#, "broken (Syntax Error:"),
    ("exit 3", "broken"), ("kill -9 $$", "broken"), (#"printf '\377'"#, "not valid UTF-8"),
  ])
  func whatTheToolRefuses(script: String, rule: String) {
    let error = Self.failure(tool: script)
    #expect(error?.code == .badData)
    #expect(error?.what.contains(rule) == true, "\(error?.description ?? "")")
    #expect(error?.file?.hasSuffix("/paper.pdf") == true)
  }

  @Test func theContentDecides() throws {
    #expect(Self.failure(tool: "exit 0", content: "no PDF")?.what.contains("not a PDF") == true)
    #expect(Self.failure(tool: "exit 0", content: "")?.what.contains("empty") == true)
    let folder = try TemporaryFolder()
    try "%PDF-1.4".write(toFile: folder.path + "/a.md", atomically: true, encoding: .utf8)
    let error = #expect(throws: LedgerError.self) { try Document(contentsOf: folder.path + "/a.md") }
    #expect(error?.what.contains("is a PDF") == true)
  }
}
