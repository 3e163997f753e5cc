package import DaybookModel

/// One entity with everything that belongs to it, on one screen: a title, facts by label, and sections whose rows are
/// aligned and need no heading of their own. For people only; programs get an ``OutputRecord``.
package struct OutputPage: Sendable {
  package var title: String
  package var facts: [(label: String, text: String)] = []
  package var sections: [Section] = []

  package struct Section: Sendable {
    package var title: String
    package var columns: [String]
    package var rows: [[JSONValue]]
    /// A text that is shown whole, in place of rows.
    package var text: String?
  }

  package init(title: String) { self.title = title }

  /// Leaves out empty values.
  package mutating func add(_ label: String, _ text: String?) {
    if let text, !text.isEmpty { facts.append((label, text)) }
  }

  /// Leaves out empty values; shows the others whole, with their lines.
  package mutating func add(text title: String, _ text: String?) {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return }
    sections.append(Section(title: title, columns: [], rows: [], text: text))
  }

  /// Leaves out an empty section, and empty columns.
  package mutating func add(_ title: String, _ columns: [String], _ rows: [[JSONValue]]) {
    guard !rows.isEmpty else { return }
    let shown = columns.indices.filter { column in rows.contains { !$0[column].isNull } }
    sections.append(
      Section(
        title: title, columns: shown.map { columns[$0] }, rows: rows.map { row in shown.map { row[$0] } }))
  }
}

extension OutputTable {
  private static let indent = "  "

  package func lines(_ page: OutputPage) -> String {
    var inner = self
    inner.width = width.map { max(1, $0 - Self.indent.count) }
    var text = style.heading(VisibleText.escape(page.title)) + "\n"
    text += indented(inner.lines(OutputRow(page.facts.map { ($0.label, .string($0.text)) })))
    for section in page.sections {
      if !section.title.isEmpty { text += "\n" + style.heading(VisibleText.escape(section.title)) + "\n" }
      let rows = inner.lines(section.columns, section.rows, hasHeader: false)
      text += indented(section.text.map { VisibleText.lines($0) } ?? rows)
    }
    return text
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { Self.indent + $0 + "\n" }.joined()
  }
}

extension Output {
  /// The page for people, the record for programs.
  package func show(_ page: OutputPage, _ record: OutputRecord) throws {
    guard format == .table else { return try show(record) }
    try show(text: table.lines(page))
  }
}
