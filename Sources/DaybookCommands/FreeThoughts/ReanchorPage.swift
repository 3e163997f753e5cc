import Daybook
import DaybookModel
import FreeThoughts

/// What a run of `reanchor` shows: counts for each document, and each orphan with the passages that may be meant.
struct ReanchorPage {
  let reports: [ReanchorReport]
  let missing: [AnnotatedDocument]

  func show(_ options: RunOptions, ids: [String: String]) throws {
    for report in reports { options.messages.show(report.notices) }
    if reports.allSatisfy(\.notes.isEmpty), missing.isEmpty {
      options.messages.show(
        Notice("empty", "there is no note on \(reports.isEmpty ? "any" : "this") document"))
      return
    }
    let isTable = options.output.format == .table
    let rows = isTable ? reports.map { summary($0) } : reports.flatMap { records($0) }
    try options.output.show(columns: rows.columns, rows)
    if isTable { showOrphans(options, ids) }
    for document in missing {
      options.messages.show(
        Notice(
          "missing",
          "\(document.path) is missing (\(document.notes) note\(document.notes == 1 ? "" : "s")); "
            + "--all --in DIR looks for it"))
    }
  }

  private func summary(_ report: ReanchorReport) -> OutputRow {
    let name = report.documentPath.split(separator: "/").last.map(String.init) ?? report.documentPath
    var row = OutputRow([("document", .string(name))])
    for result in ReanchorResult.known { row.append(result.rawValue, .count(report.count(result))) }
    row.append("events", .count(report.events))
    return row
  }

  /// For programs: a row for each note.
  private func records(_ report: ReanchorReport) -> [OutputRow] {
    report.notes.map { note in
      OutputRow([
        ("_kind", .string(Note.kind)), ("_id", .string(note.id.rawValue)),
        ("documentPath", .string(report.documentPath)), ("formerPath", .text(report.formerPath)),
        ("result", .string(note.result.rawValue)), ("anchorStart", .count(note.anchor.start)),
        ("anchorEnd", .count(note.anchor.end)),
        ("anchorPage", note.anchor.page.map { .count($0) } ?? .null),
        ("selectedText", .string(note.anchor.quote.exact)),
        (
          "suggestions",
          .array(
            note.suggestions.map { suggestion in
              [
                "anchorStart": .count(suggestion.anchor.start), "anchorEnd": .count(suggestion.anchor.end),
                "anchorPage": suggestion.anchor.page.map { .count($0) } ?? .null,
                "selectedText": .string(suggestion.anchor.quote.exact),
                "similarity": .double((suggestion.similarity * 100).rounded() / 100),
              ]
            })
        ),
      ])
    }
  }

  private func showOrphans(_ options: RunOptions, _ ids: [String: String]) {
    for note in reports.flatMap(\.notes) where note.result == .orphaned {
      let id = ids[note.id.rawValue] ?? note.id.rawValue
      let likely = note.suggestions.enumerated().map { number, suggestion in
        "\(number + 1): '\(OneLine.cut(suggestion.anchor.quote.exact))' at \(suggestion.anchor.start) "
          + "(\(TableStyle.percent(suggestion.similarity)))"
      }
      options.messages.show(
        Notice(
          "orphan",
          "\(id) is an orphan: '\(OneLine.cut(note.anchor.quote.exact))'"
            + (likely.isEmpty
              ? "; no similar text was found" : "; similar: " + likely.joined(separator: ", "))))
    }
  }
}

/// Where a quote that somebody typed differs from what the document says, for a message: each from the word before the
/// first difference to the word after the last.
struct QuoteDifference {
  let typed: String
  let there: String

  /// The words before and after, which identify the place.
  private static let around = 2
  private static let countMax = 60

  init(typed: String, there: String) {
    let (left, right) = (Self.words(typed), Self.words(there))
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var behind = 0
    while behind < min(left.count, right.count) - start,
      left[left.count - 1 - behind] == right[right.count - 1 - behind]
    { behind += 1 }
    self.typed = Self.excerpt(left, from: start, behind)
    self.there = Self.excerpt(right, from: start, behind)
  }

  private static func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }

  private static func excerpt(_ words: [Substring], from start: Int, _ behind: Int) -> String {
    let first = max(0, start - around)
    let end = min(words.count, words.count - behind + around)
    let middle = OneLine.cut(words[first..<max(first, end)].joined(separator: " "), countMax: countMax)
    return (first > 0 ? "…" : "") + middle + (end < words.count && !middle.hasSuffix("…") ? "…" : "")
  }

  /// Whether a message that shows only the beginnings shows both texts whole.
  static func isShort(_ texts: String...) -> Bool { texts.allSatisfy { OneLine.of($0).count <= countMax } }
}
