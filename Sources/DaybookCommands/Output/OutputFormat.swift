import ArgumentParser

/// How a command prints its answer.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// For people: columns that fit the terminal.
  case table
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonl
  /// RFC 4180, with a header line.
  case csv
}
