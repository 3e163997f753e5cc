package import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
