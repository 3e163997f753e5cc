import DaybookTestSupport
import Foundation
import Testing

/// The README can be followed from top to bottom, in the folder that `tools/try` leaves.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// What stands behind `$ ` in its blocks, in order, but for what builds and tests.
  private static func commands() throws -> [String] {
    let text = try String(contentsOf: URL(filePath: root + "/README.md"), encoding: .utf8)
    var commands: [String] = []
    var isSession = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isSession = line == "```console" }
      if isSession, line.hasPrefix("$ "), !line.hasPrefix("$ tools/") {
        commands.append(String(line.dropFirst(2)))
      }
    }
    return commands
  }

  @Test func everyCommandSucceedsInTheFolderThatTheTourLeaves() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.work + "/.build/try"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let left = try sandbox.run(
      "/bin/bash", [Self.root + "/tools/try", "--with", BuiltCommand.folder, "--leave", folder, "--files"],
      environment: ["PATH": path])
    #expect(left.status == 0, "\(left.errors)")
    let commands = try Self.commands()
    #expect(commands.first == "cd .build/try && . ./activate" && commands.count > 40)
    // One shell for all of them, as somebody would type them.
    var script = ""
    for command in commands {
      script += command + "\n"
      script += "status=$?; if [ $status != 0 ]; then echo \"FAILED: $status\" >&2; cat >&2 <<'COMMAND'\n"
      script += command + "\nCOMMAND\nfi\n"
    }
    let run = try sandbox.run("/bin/bash", ["-c", script], environment: ["PATH": path])
    #expect(run.status == 0 && !run.errors.contains("FAILED"), "\(run.errors)")
    #expect(run.output.contains("Yes, at nine") && run.output.contains(#""same":true"#))
    #expect(run.output.contains("Ann Lee-Weiss") && run.output.contains("•••"))
  }
}
