public import ArgumentParser
public import DaybookModel

/// What every command takes.
public struct OutputOptions: ParsableArguments, Sendable {
  @Option(
    name: .long,
    help: "How to print: table, json, jsonl or csv. By default a table on a terminal, otherwise jsonl.")
  var format: OutputFormat?

  public init() {}

  var output: Output { Output(format) }
  var messages: Messages { Messages(isJSON: format == .json) }
}

extension OutputOptions {
  /// Prints rows as `--format` asks: as a table for people, as JSON or CSV for programs.
  ///
  /// - Parameters:
  ///   - columns: the columns' names, in the order in which they are printed; other values are left out.
  ///   - rows: by the columns' names; a missing value is null.
  public func show(columns: [String], rows: [[String: JSONValue]]) throws {
    try output.show(columns: columns, rows.map { row in OutputRow(columns.map { ($0, row[$0] ?? .null) }) })
  }
}
