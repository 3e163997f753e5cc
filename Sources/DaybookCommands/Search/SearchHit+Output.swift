import Daybook

extension SearchHit {
  static let columns = ["_kind", "_id", "name", "field", "snippet", "score"]

  /// For programs. The score has four decimals: more would mean nothing.
  var row: OutputRow {
    OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)), ("name", name.map { .string($0) } ?? .null),
      ("field", .string(field)), ("snippet", .string(snippet.text)),
      ("score", .double((score * 10_000).rounded() / 10_000)),
    ])
  }
}

extension Snippet {
  /// On one line, with the found words highlighted if the style is on.
  func line(_ style: TextStyle) -> String {
    let bytes = Array(text.utf8)
    var line = ""
    var position = 0
    func piece(_ range: Range<Int>) -> String {
      VisibleText.escape(String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self))
    }
    for match in matches where match.lowerBound >= position {
      line += piece(position..<match.lowerBound) + style.heading(piece(match))
      position = match.upperBound
    }
    return line + piece(min(position, bytes.count)..<bytes.count)
  }
}

extension Output {
  /// For people two lines each: what it is, and where the words are.
  func show(_ hits: [SearchHit]) throws {
    guard format == .table else { return try show(columns: SearchHit.columns, hits.map(\.row)) }
    let style = table.style
    var text = ""
    for hit in hits {
      let name = hit.name.map { VisibleText.escape(OneLine.cut($0)) } ?? ""
      text +=
        (name.isEmpty ? "" : name + "  ") + style.faint(VisibleText.escape("\(hit.kind) \(hit.id)")) + "\n"
      text += "  \(VisibleText.escape(hit.field)): \(hit.snippet.line(style))\n"
    }
    try show(text: text)
  }
}
