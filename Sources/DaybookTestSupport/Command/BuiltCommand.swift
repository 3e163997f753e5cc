package import Foundation

/// The built command, next to the bundle of these tests.
package enum BuiltCommand {
  package static let folder: String = {
    for argument in CommandLine.arguments {
      if let range = argument.range(of: ".xctest") {
        return URL(fileURLWithPath: String(argument[..<range.lowerBound])).deletingLastPathComponent().path
      }
    }
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
  }()

  package static var path: String { folder + "/daybook" }
}

/// The result of a process.
package struct Outcome: Sendable {
  package var status: Int32
  /// True when a signal ended it; `status` is its number then.
  package var isSignal: Bool
  package var output: String
  package var errors: String
}

/// A folder with its own home, state and cache, which is removed at the end: no data of the machine's user is read or
/// written.
package final class Sandbox: Sendable {
  package let path: String

  package init() throws {
    path =
      URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      + "/daybook-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/here", withIntermediateDirectories: true)
  }

  deinit {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    // Tests of read-only folders may leave some behind.
    let mend = Process()
    mend.executableURL = URL(fileURLWithPath: "/bin/chmod")
    mend.arguments = ["-R", "u+rwX", path]
    mend.standardError = FileHandle.nullDevice
    try? mend.runToEnd()
    try? FileManager.default.removeItem(atPath: path)
  }

  package var work: String { path + "/here" }
  package var ledger: String { work + "/ledger" }

  package var environment: [String: String] {
    [
      "HOME": path + "/home", "DAYBOOK_STATE_DIR": path + "/state", "DAYBOOK_CACHE_DIR": path + "/cache",
      "PATH": ([BuiltCommand.folder] + SystemTool.folders).joined(separator: ":"), "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
      "DAYBOOK_BY": "tester", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  package func process(_ executable: String, _ arguments: [String], extra: [String: String] = [:]) -> Process
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: work)
    process.environment = environment.merging(extra) { $1 }
    return process
  }

  /// Runs the command. Output and input go through files, so that no pipe can fill up and block.
  package func daybook(
    _ arguments: String..., input: String = "", environment extra: [String: String] = [:]
  ) throws -> Outcome {
    try run(BuiltCommand.path, arguments, input: input, environment: extra)
  }

  /// Runs a line of shell.
  package func shell(_ line: String, environment extra: [String: String] = [:]) throws -> Outcome {
    try run("/bin/bash", ["-c", line], environment: extra)
  }

  package func run(
    _ executable: String, _ arguments: [String], input: String = "", environment extra: [String: String] = [:]
  ) throws -> Outcome {
    let name = path + "/" + UUID().uuidString
    defer { for end in [".in", ".out", ".err"] { try? FileManager.default.removeItem(atPath: name + end) } }
    try Data(input.utf8).write(to: URL(fileURLWithPath: name + ".in"))
    for end in [".out", ".err"] { try Data().write(to: URL(fileURLWithPath: name + end)) }
    let process = process(executable, arguments, extra: extra)
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: name + ".in"))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: name + ".out"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: name + ".err"))
    try process.runToEnd()
    return Outcome(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: name + ".out")), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: name + ".err")), as: UTF8.self))
  }
}

/// A tool of the system, as a sandbox finds it.
package enum SystemTool {
  package static let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]

  package static func path(_ name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
