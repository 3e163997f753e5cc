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

// How many columns of a terminal a text takes: two for ideographs and emoji, none for marks.

package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    var isPlain = true
    for byte in text.utf8 where byte >= 0x80 {
      isPlain = false
      break
    }
    return isPlain ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// A grapheme is as wide as its base; a variation selector for emoji widens it.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{fe0f}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(first) ? 2 : 1
    }
  }

  /// `text` cut to at most `width` columns, the last of them `…` where something was cut.
  package static func fit(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    guard of(text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// Unicode's East Asian Width W and F, in the blocks that occur (UAX #11), and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18aff, 0x1b000...0x1b2ff, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}
