import Daybook
import DaybookView
import PurusHealth

/// Finds the entries of a record that somebody means: by the beginning of an id, or by words of what an entry says.
enum EntryFinding {
  /// - Throws: ``LedgerError``: `notFound`; `usage` where several may be meant, with their ids and nothing that is
  ///   hidden.
  static func find(
    _ text: String, of record: Mention<MedicalRecord>, in ledger: Ledger, _ zone: TimeZoneRule
  ) async throws -> EntityName {
    guard let rows = try await ledger.recordRows(of: record.id) else { throw missing(record) }
    let all = EntryWord.all.flatMap { word in rows[word.list].map { (word, $0) } }
    if let exact = all.first(where: { $0.1.id == text }) {
      return EntityName(kind: exact.1.kind, id: exact.1.id)
    }
    let begun = all.filter { text.count >= 4 && $0.1.id.lowercased().hasPrefix(text.lowercased()) }
    let words = folded(text).split(separator: " ")
    let found = !begun.isEmpty || words.isEmpty ? begun : all.filter { holds($0.1, $0.0, words, zone) }
    guard let first = found.first else { throw missing(record) }
    guard found.count == 1 else {
      let ids = found.prefix(6).map { "\($0.0.name) \($0.1.id)" }.joined(separator: ", ")
      throw LedgerError(
        .usage,
        "\(found.count) entries of \(record.name) may be meant: \(ids)\(found.count > 6 ? " and more" : "")",
        advice: "give more words of the entry, or its id")
    }
    return EntityName(kind: first.1.kind, id: first.1.id)
  }

  private static func missing(_ record: Mention<MedicalRecord>) -> LedgerError {
    LedgerError(
      .notFound, "there is no such entry in the record of \(record.name)",
      advice: "see '\(ShellText.command(["purus", "list", record.name]))'")
  }

  /// A time counts as the day that lists show, also as a German writes it.
  private static func holds(
    _ row: Row, _ word: EntryWord, _ words: [Substring], _ zone: TimeZoneRule
  ) -> Bool {
    let texts = word.fields.compactMap { field -> String? in
      switch row[field] {
      case .string(let text)?:
        if let instant = Instant(text) { days(zone.day(of: instant)) } else { text }
      case let value?: value.int.map { "\($0)" } ?? value.double.map { Rounded.text($0) }
      case nil: nil
      }
    }
    let said = folded(([word.name] + texts).joined(separator: " "))
    return words.allSatisfy { said.contains($0) }
  }

  private static func days(_ day: CivilDay) -> String {
    let text = "\(day)"
    return "\(text) \(text.split(separator: "-").reversed().joined(separator: "."))"
  }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.fold(OneLine.of(text)), as: UTF8.self)
  }
}
