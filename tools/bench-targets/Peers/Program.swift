import Daybook
import Foundation

/// Other programs: those that are measured, always through the runner, and those that prepare.
enum Program {
  /// This program.
  static let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().path
  static func beside(_ name: String) -> String {
    URL(fileURLWithPath: own).deletingLastPathComponent().path + "/" + name
  }
  static let runner = beside("bench-runner")

  static func measure(
    _ command: [String], count: Int, isQuiet: Bool, environment: [String: String]
  ) throws -> [String: [Double]] {
    let output = try run(
      [runner] + (isQuiet ? ["--quiet"] : []) + ["\(count)"] + command, environment: environment)
    var figures: [String: [Double]] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { continue }
      figures[String(words[0]), default: []].append(value)
    }
    return figures
  }

  /// What it wrote to its standard output; its errors go where this program's go.
  @discardableResult
  static func run(
    _ command: [String], environment: [String: String] = [:], isSilent: Bool = false
  ) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    if isSilent { process.standardError = FileHandle.nullDevice }
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw LedgerError(.refused, "failed: \(command.joined(separator: " "))")
    }
    return String(decoding: output, as: UTF8.self)
  }

  static func isThere(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
