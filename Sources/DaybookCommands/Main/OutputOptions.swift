public import ArgumentParser
package import Daybook
public import DaybookModel

/// The options of every command.
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

/// Whether hidden values are shown: an option of every command that shows values.
package struct RevealOptions: ParsableArguments {
  @Flag(name: .long, help: "Show hidden values too, which otherwise read \(Disclosure.mask).")
  package var reveal = false

  package init() {}

  /// What this command may show of the ledger; it counts the masked values, and the command reports the count at its
  /// end.
  package func disclosure(_ ledger: Ledger) -> Disclosure { disclosure(ledger.schemas) }

  package func disclosure(_ schemas: SchemaRegistry) -> Disclosure {
    Disclosure(schemas, reveals: reveal, count: HiddenValues.current)
  }
}

/// What one run of the command has masked.
enum HiddenValues {
  @TaskLocal static var current = HiddenCount()

  /// Says so, once a command, and only where something was masked.
  static func tell(_ messages: Messages) {
    guard let count = current.take() else { return }
    let values = count == 1 ? "1 hidden value" : "\(count) hidden values"
    messages.show(Notice("hidden", "\(values); --reveal shows \(count == 1 ? "it" : "them")"))
  }
}

/// A command that takes values as arguments. Errors in the arguments do not repeat them if they may be values of hidden
/// fields.
package protocol ValueArguments: ParsableCommand {
  static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool
}

extension ValueArguments {
  /// Whether an argument names a kind that has hidden fields.
  package static func mayHide(_ arguments: [String], _ schemas: SchemaRegistry) -> Bool {
    arguments.contains { schemas.hidesAnything(of: $0) }
  }
}

/// The user as whom a command reads and writes: an option of every command that works on any kind.
package struct ViewerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Read and write as this user, within what the system's rules allow: an id or an address. No boundary against who holds the folder.",
      valueName: "user"))
  package var name: String?

  package init() {}

  /// Nil for the holder of the ledger.
  package func viewer(in ledger: Ledger) async throws -> Viewer? {
    guard let name else { return nil }
    return try await ledger.viewer(named: name)
  }
}
