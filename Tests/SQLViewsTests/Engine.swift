import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookSQLViews

/// DuckDB or Spark, by Python.
struct Engine: Sendable, CustomTestStringConvertible {
  let dialect: SQLDialect

  var testDescription: String { dialect.rawValue }

  struct Failed: Error, CustomStringConvertible { var description: String }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `$DAYBOOK_PYTHON`, else the one that `tools/requirements --tests` makes.
  private static let python =
    ProcessInfo.processInfo.environment["DAYBOOK_PYTHON"] ?? root.path + "/.build/python/bin/python3"

  private static let runner = root.path + "/Tests/SQLViewsTests/Scripts/run-views.py"

  static let duckdb = Engine(dialect: .duckdb)
  static let spark = Engine(dialect: .spark)

  /// Whether Python has it, and for Spark whether there is a Java.
  var isThere: Bool { (try? run([])) != nil && (dialect == .duckdb || Self.hasJava) }

  private static let hasJava =
    ["/usr/bin/java", "/opt/homebrew/opt/openjdk/bin/java"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    || ProcessInfo.processInfo.environment["JAVA_HOME"] != nil

  /// The rows of some views of a script.
  func rows(_ script: String, views: [String], in folder: String) throws -> [String: [JSONObject]] {
    let file = "\(folder)/\(UUID().uuidString).sql"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    var rows: [String: [JSONObject]] = [:]
    for view in views { rows[view] = [] }
    for line in try run([file] + views).split(separator: "\n") where line.hasPrefix("{\"view\"") {
      guard let object = try JSONParser.parse(String(line)).object, let view = object["view"]?.string,
        let row = object["row"]?.object
      else { throw Failed(description: String(line)) }
      rows[view, default: []].append(row)
    }
    return rows
  }

  private func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [Self.runner, dialect.rawValue] + arguments
    let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    defer { for end in [".out", ".err"] { try? FileManager.default.removeItem(atPath: folder + end) } }
    for end in [".out", ".err"] { try Data().write(to: URL(fileURLWithPath: folder + end)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + ".out"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + ".err"))
    try process.runToEnd()
    guard process.terminationStatus == 0 else {
      let errors = try String(contentsOfFile: folder + ".err", encoding: .utf8)
      throw Failed(description: String(errors.suffix(6000)))
    }
    return try String(contentsOfFile: folder + ".out", encoding: .utf8)
  }
}
