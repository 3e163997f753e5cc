package import DaybookModel

/// Columns of text that fit a width: the widest are narrowed first, and a cut text ends with `…`.
package struct OutputTable {
  /// Columns of the terminal; nil where there is none, and then nothing is cut.
  package var width: Int?
  package var style: TextStyle

  package init(width: Int?, style: TextStyle) { (self.width, self.style) = (width, style) }

  private static let gap = 2
  private static let narrowest = 8
  /// An id is there to be copied, so a cut id is useless; and a cut day is another day.
  private static let wholeNames: Set<String> = ["_id", "id", "when", "time", "due"]

  package func lines(_ names: [String], _ rows: [[JSONValue]], hasHeader: Bool = true) -> String {
    let header = names.map { hasHeader ? VisibleText.escape($0) : "" }
    let cells = rows.map { row in row.map(Self.text) }
    let isNumeric = names.indices.map { column in
      !rows.isEmpty && rows.allSatisfy { $0[column].double != nil || $0[column].isNull }
    }
    let widths = fitted(
      names.indices.map { column in
        cells.reduce(DisplayWidth.of(header[column])) { max($0, DisplayWidth.of($1[column])) }
      },
      isWhole: names.map(Self.wholeNames.contains))
    var text = hasHeader ? line(header, widths, isNumeric, styled: style.heading) : ""
    for row in cells { text += line(row, widths, isNumeric) { $0 } }
    return text
  }

  /// One record, a line for each of its members.
  package func lines(_ row: OutputRow) -> String {
    let label = row.members.reduce(0) { max($0, DisplayWidth.of(VisibleText.escape($1.name))) }
    var text = ""
    for member in row.members {
      let name = VisibleText.escape(member.name)
      let value = Self.text(member.value)
      let room = width.map { max(Self.narrowest, $0 - label - Self.gap) } ?? Int.max
      text += style.heading(name)
      if !value.isEmpty {
        text += String(repeating: " ", count: label - DisplayWidth.of(name) + Self.gap)
        text += DisplayWidth.fit(value, room)
      }
      text += "\n"
    }
    return text
  }

  /// A value as people read it: strings without quotes, nothing for null, the rest as JSON.
  package static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): VisibleText.escape(text)
    case .array(let values) where values.allSatisfy({ $0.string != nil }):
      values.compactMap(\.string).map(VisibleText.escape).joined(separator: ", ")
    case .array, .object: OutputJSON.text(value)
    default: value.description
    }
  }

  private func line(
    _ cells: [String], _ widths: [Int], _ isNumeric: [Bool], styled: (String) -> String
  ) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let text = DisplayWidth.fit(cell, widths[column])
      let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)))
      let isLast = column == cells.count - 1
      if column > 0 { line += String(repeating: " ", count: Self.gap) }
      line += isNumeric[column] ? padding + styled(text) : styled(text) + (isLast ? "" : padding)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line + "\n"
  }

  /// Narrows the widest columns, a step at a time, until the line fits or all are narrow.
  private func fitted(_ natural: [Int], isWhole: [Bool]) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1) - width
    while excess > 0 {
      let open = widths.indices.filter { !isWhole[$0] }
      guard let widest = open.map({ widths[$0] }).max(), widest > Self.narrowest else { break }
      let second = max(open.map { widths[$0] }.filter { $0 < widest }.max() ?? 0, Self.narrowest)
      let count = open.count { widths[$0] == widest }
      let step = max(1, min(widest - second, (excess + count - 1) / count))
      for index in open where widths[index] == widest && excess > 0 {
        let cut = min(step, excess)
        widths[index] -= cut
        excess -= cut
      }
    }
    return widths
  }
}
