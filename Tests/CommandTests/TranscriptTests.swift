import DaybookTestSupport
import Foundation
import Testing

/// The sessions in Transcripts/, run against the built command. `DAYBOOK_TRANSCRIPTS=update` writes
/// what the command says now into the files: read the difference before you keep it. `DAYBOOK_TRANSCRIPT=undo` runs
/// that one alone.
@Suite struct TranscriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcripts")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let only = ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPT"].map { "\($0).transcript" }
    return files.filter { $0.hasSuffix(".transcript") && $0 == only ?? $0 }.sorted()
  }()

  @Test func thereAreTranscripts() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names) func transcript(_ name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let expected = Transcript(try String(contentsOf: file, encoding: .utf8))
    let sandbox = try Sandbox()
    let commands = expected.steps.map(\.command).joined(separator: "\n")
    var normaliser = Normaliser(literal: commands, sandbox: sandbox.path)
    let fixtures = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures").path
    var actual = expected
    for index in expected.steps.indices {
      let step = expected.steps[index]
      let outcome = try sandbox.shell(step.command, environment: ["FIXTURES": fixtures])
      func shown(_ text: String) -> [String] {
        lines(normaliser.normalise(text.replacing(fixtures, with: "$FIXTURES")))
      }
      actual.steps[index].output = shown(outcome.output)
      actual.steps[index].errors = shown(outcome.errors)
      actual.steps[index].status = outcome.isSignal ? 128 + outcome.status : outcome.status
      #expect(
        actual.steps[index].text == step.text || Self.isUpdating,
        "\(name): the command says something else:\n\(actual.steps[index].text)\ninstead of:\n\(step.text)")
    }
    if Self.isUpdating { try actual.text.write(to: file, atomically: true, encoding: .utf8) }
  }

  static let isUpdating = ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPTS"] == "update"

  private func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
