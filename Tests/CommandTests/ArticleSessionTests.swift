import DaybookTestSupport
import Foundation
import Testing

/// The sessions that articles show, run as a newcomer would repeat them: from the project's folder, with
/// tables as on a terminal. `DAYBOOK_TRANSCRIPTS=update` writes what the command says now.
@Suite struct ArticleSessionTests {
  static let names = (try? Article.names(withSection: "A session")) ?? []

  @Test func thereAreSessions() {
    let expected = [
      "SAM", "PurusHealth", "FreeThoughts", "Planner", "Conflicts", "TwoMachines", "Search", "History",
    ]
    #expect(expected.allSatisfy(Self.names.contains))
  }

  @Test(arguments: names) func session(_ name: String) throws {
    var article = try Article(name)
    let blocks = article.blocks("console", in: "A session")
    #expect(!blocks.isEmpty)
    let sandbox = try Sandbox()
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures").standardizedFileURL.path
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.work + "/Fixtures", withDestinationPath: fixtures)
    let sessions = blocks.map { Transcript(article.text($0)) }
    let commands = sessions.flatMap(\.steps).map(\.command).joined(separator: "\n")
    var said = Normaliser(literal: commands, sandbox: sandbox.path, forPeople: true)
    var found = Normaliser(literal: commands, sandbox: sandbox.path, forPeople: true)
    var texts: [String] = []
    for session in sessions {
      var actual = session
      for index in session.steps.indices {
        let step = session.steps[index]
        let outcome = try sandbox.shell(Self.script(step.command))
        #expect(outcome.status == 0, "\(step.command): \(outcome.errors)")
        actual.steps[index].output = (outcome.output + outcome.errors)
          .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let (expected, output) = (
          said.normalise(step.output.joined(separator: "\n")),
          found.normalise(actual.steps[index].output.joined(separator: "\n"))
        )
        #expect(output == expected || TranscriptTests.isUpdating, "\(name): \(step.command)")
      }
      texts.append(actual.text)
    }
    guard TranscriptTests.isUpdating else { return }
    // From the last, so that the earlier ones stay where they are.
    for (block, text) in zip(blocks, texts).reversed() { article.replace(block, with: text) }
    try article.write()
  }

  /// One shell for the whole session, in effect: where a command leaves off, the next one begins, with the
  /// functions that were defined.
  private static func script(_ command: String) -> String {
    """
    if [ -f "$HOME.functions" ]; then . "$HOME.functions"; fi
    daybook() { case "$*" in *--format*) command daybook "$@";; *) command daybook "$@" --format table;; esac; }
    export COLUMNS=100 DAYBOOK_BY=you
    folder=$(cat "$HOME.folder" 2>/dev/null || pwd); cd "$folder"
    \(command)
    status=$?; pwd >"$HOME.folder"; declare -f >"$HOME.functions"; exit $status
    """
  }
}
