import ArgumentParser
import Daybook

/// `daybook schema list`
struct SchemaListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the kinds.",
    discussion: """
      Examples:
        daybook schema list
      """)

  @OptionGroup var options: OutputOptions

  func run() throws {
    let rows = RegisteredSystems.registry().kinds.map { kind in
      OutputRow([
        ("kind", .string(kind.kind)), ("version", .int(kind.version)), ("fields", .count(kind.fields.count)),
        ("relations", .count(kind.relations.count + kind.inverses.count)),
        ("key", kind.key.map { .string($0.field) } ?? .null), ("personal", .bool(kind.isPersonal)),
      ])
    }
    try options.output.show(columns: rows.columns, rows)
  }
}
