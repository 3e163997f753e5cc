package import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A system's model as Markdown, from its schema: the articles show it, and a test checks them.
package enum ModelTable {
  /// A heading and a table for each kind, in the system's order.
  package static func markdown(of system: System) throws -> String {
    let registry = try SchemaRegistry([.daybook, system])
    return system.kinds.compactMap { registry[$0.kind] }.map { markdown(of: $0, registry) }
      .joined(separator: "\n")
  }

  /// All kinds of several systems in one table.
  package static func markdown(of systems: [System]) throws -> String {
    let registry = try SchemaRegistry([.daybook] + systems)
    var lines = ["| kind | field | type | unwritten | |", "|---|---|---|---|---|"]
    for kind in systems.flatMap(\.kinds).compactMap({ registry[$0.kind] }) {
      lines += rows(of: kind).map { "| `\(kind.kind)` \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func markdown(of kind: KindSchema, _ registry: SchemaRegistry) -> String {
    let head = ["### \(kind.kind)", "", "| field | type | unwritten | |", "|---|---|---|---|"]
    return (head + rows(of: kind)).joined(separator: "\n") + "\n"
  }

  private static func rows(of kind: KindSchema) -> [String] {
    kind.fields.filter { $0.name != "id" }.map { field in
      "| `\(field.name)` | \(type(of: field, kind)) | \(unwritten(field)) | \(notes(on: field, kind)) |"
    }
  }

  private static func type(of field: FieldSchema, _ kind: KindSchema) -> String {
    (field.isOptional ? "\(field.type) or null" : "\(field.type)").replacing("|", with: "\\|")
  }

  private static func unwritten(_ field: FieldSchema) -> String {
    switch field.stampDefault {
    case .first?: "the first write"
    case .last?: "the last write"
    case nil where field.isProjection || isToMany(field): ""
    case nil where field.type == .instant && !field.isOptional: "no date"
    case nil: "`\(field.defaultValue.description)`"
    }
  }

  private static func isToMany(_ field: FieldSchema) -> Bool {
    if case .many = field.type { true } else { false }
  }

  private static func notes(on field: FieldSchema, _ kind: KindSchema) -> String {
    var notes: [String] = []
    if kind.key?.field == field.name { notes.append("natural key") }
    if field.isSensitive { notes.append("hidden") }
    if field.isProjection { notes.append("computed") }
    if !field.derivedFrom.isEmpty {
      notes.append("derived from " + field.derivedFrom.map { "`\($0)`" }.joined(separator: ", "))
    }
    if let merge = field.merge { notes.append("written on several machines at once: \(merge.rawValue)") }
    if kind.dismissal?.field == field.name { notes.append("written by dismiss and restore") }
    for upcast in kind.upcasts where upcast.field == field.name {
      notes.append("as versions before \(upcast.before) wrote it, it is converted")
    }
    let former = kind.renames.filter { $0.name == field.name }.map { "`\($0.former)`" }
    if !former.isEmpty { notes.append("formerly " + former.joined(separator: ", ")) }
    if let relation = kind.relations.first(where: { $0.name == field.name }) {
      if let inverse = relation.inverse { notes.append("inverse `\(relation.target).\(inverse)`") }
      notes.append(rule(relation.onDelete, of: relation.target))
      if relation.isAbout { notes.append("erased with it") }
    }
    if let relation = kind.inverses.first(where: { $0.inverse == field.name }) {
      notes.append("inverse of `\(relation.owner).\(relation.name)`")
      notes.append(rule(relation.onTargetDelete, of: relation.owner))
    }
    return notes.joined(separator: "; ")
  }

  private static func rule(_ rule: DeleteRule, of other: String) -> String {
    switch rule {
    case .cascade: "delete: cascade"
    case .nullify: "delete: nullify"
    case .deny: "delete: denied while there are any"
    }
  }
}

extension Article {
  /// Whether the section "The model" ends with the tables of the system's schema. With `DAYBOOK_TRANSCRIPTS=update`, it
  /// is updated first.
  package func currentModel(of system: System) throws -> (isCurrent: Bool, expected: String) {
    try current(ModelTable.markdown(of: system) + "\n", at: generated(in: "The model"))
  }

  /// Whether the section "The table" is one table of all kinds of the systems; it is updated in the same way.
  package func currentTable(of systems: [System]) throws -> (isCurrent: Bool, expected: String) {
    try current("\n" + ModelTable.markdown(of: systems) + "\n", at: section("The table"))
  }

  /// Whether a part of the article equals this text; it is updated in the same way.
  package func current(_ expected: String, at range: Range<Int>?) throws -> (
    isCurrent: Bool, expected: String
  ) {
    guard let range else { return (false, expected) }
    if ProcessInfo.processInfo.environment["DAYBOOK_TRANSCRIPTS"] == "update" {
      var article = self
      article.replace(range, with: expected)
      try article.write()
      return (true, expected)
    }
    return (text(range) == expected, expected)
  }

  /// The fields that the table of the section "Formulas" names, and those that the schema computes or derives.
  package func formulas(of system: System) throws -> (named: [String], computed: [String]) {
    let named = section("Formulas").map { lines[$0] }?.compactMap { line in
      line.hasPrefix("| `") ? String(line.dropFirst(3).prefix { $0 != "`" }) : nil
    }
    let prefix = system.name + "."
    var computed: [String] = []
    for kind in try SchemaRegistry([.daybook, system]).kinds where kind.kind.hasPrefix(prefix) {
      for field in kind.fields where field.isProjection || !field.derivedFrom.isEmpty {
        computed.append("\(kind.kind.dropFirst(prefix.count)).\(field.name)")
      }
    }
    return (named ?? [], computed)
  }
}
