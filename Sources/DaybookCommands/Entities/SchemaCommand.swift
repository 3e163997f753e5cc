import ArgumentParser
import Daybook

/// `daybook schema …`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show the kinds that this version knows, and their fields.",
    subcommands: [SchemaListCommand.self, SchemaShowCommand.self])
}

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

/// `daybook schema show KIND`
struct SchemaShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a kind's fields, relations and rules.",
    discussion: """
      Examples:
        daybook schema show sam.person
        daybook schema show sam.person --format json | jq -r '.fields[].field'
      """)

  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @OptionGroup var options: OutputOptions

  func run() throws {
    let registry = RegisteredSystems.registry()
    guard let schema = registry[kind] else {
      throw LedgerError(
        .notFound, "no system that this version knows has a kind '\(kind)'",
        advice: RegisteredSystems.advice(forKind: kind, otherwise: "see 'daybook schema list'"))
    }
    try options.output.show(schema.record)
  }
}

extension KindSchema {
  fileprivate var record: OutputRecord {
    var row = OutputRow([("kind", .string(kind)), ("version", .int(version))])
    row.append("personal", .bool(isPersonal))
    row.append("key", ifPresent: key?.field)
    if !uniques.isEmpty {
      row.append("unique", .array(uniques.map { .string($0.joined(separator: ", ")) }))
    }
    row.append("dismissal", ifPresent: dismissal?.field)
    return OutputRecord(
      row,
      sections: [
        ("fields", fields.map(\.row)), ("relations", relations.map(\.row)),
        ("inverses", inverses.map(\.inverseRow)),
        ("provided", providedRows),
        (
          "renamed", renames.map { OutputRow([("former", .string($0.former)), ("field", .string($0.name))]) }
        ),
      ])
  }
}

extension KindSchema {
  /// The entities that every ledger has, without the fields that have their default value.
  fileprivate var providedRows: [OutputRow] {
    provided.sorted { $0.key < $1.key }.map { id, values in
      let shown = fields.filter { field in values[field.name] ?? field.defaultValue != field.defaultValue }
      return OutputRow([("_id", .string(id))] + shown.map { ($0.name, values[$0.name] ?? .null) })
    }
  }
}

extension FieldSchema {
  fileprivate var row: OutputRow {
    OutputRow([
      ("field", .string(name)), ("type", .string(type.text)), ("optional", .bool(isOptional)),
      ("default", stampDefault == nil ? defaultValue : .null), ("rule", rule.map { .string($0) } ?? .null),
    ])
  }
}

extension FieldSchema {
  /// What the view does with the field.
  private var rule: String? {
    let rules = [reading, isSensitive ? "sensitive" : nil].compactMap { $0 }
    return rules.isEmpty ? nil : rules.joined(separator: ", ")
  }

  private var reading: String? {
    if isProjection { return "computed" }
    if let merge { return "merged: \(merge.rawValue)" }
    if !derivedFrom.isEmpty { return "derived from \(derivedFrom.joined(separator: ", "))" }
    switch stampDefault {
    case .first: return "by default the first write"
    case .last: return "by default the last write"
    case nil: return nil
    }
  }
}

extension RelationSchema {
  fileprivate var row: OutputRow {
    OutputRow([
      ("relation", .string(name)), ("target", .string(target)), ("many", .bool(isToMany)),
      ("inverse", inverse.map { .string($0) } ?? .null), ("onDelete", .string(onDelete.rawValue)),
      ("onTargetDelete", .string(onTargetDelete.rawValue)),
    ])
  }

  /// As the target reads it.
  fileprivate var inverseRow: OutputRow {
    OutputRow([
      ("relation", .string(inverse ?? "")), ("target", .string(owner)), ("many", .bool(isInverseToMany)),
      ("storedAs", .string("\(owner).\(name)")), ("onDelete", .string(onTargetDelete.rawValue)),
    ])
  }
}

extension FieldType {
  /// The type as people write it.
  var text: String {
    switch self {
    case .string: "string"
    case .bool: "true or false"
    case .int: "integer"
    case .double: "number"
    case .decimal: "exact number"
    case .instant: "instant"
    case .day: "day"
    case .uuid: "UUID"
    case .data: "data"
    case .enumeration(let values): values.isEmpty ? "name" : values.joined(separator: " | ")
    case .one(let kind): kind
    case .many(let kind): "[\(kind)]"
    case .array(let element): "[\(element.text)]"
    case .dictionary(let element): "{name: \(element.text)}"
    case .object(let fields): "{" + fields.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ") + "}"
    case .any: "any"
    }
  }
}
