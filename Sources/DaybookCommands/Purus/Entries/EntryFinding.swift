import Daybook
import DaybookView
import PurusHealth

/// Finds the entries of a record that a user names: by the beginning of an id, or by words of an entry.
enum EntryFinding {
  private typealias Entry = (word: EntryWord, row: Row)

  /// - Throws: ``LedgerError``: `notFound`; `usage` if several may be meant, with their days, their texts that are not
  ///   hidden, and their short ids.
  static func find(
    _ text: String, of record: Mention<MedicalRecord>, in ledger: Ledger, _ times: TimeText,
    _ zone: TimeZoneRule
  ) async throws -> EntityName {
    guard let rows = try await ledger.purus.rows(of: record.id) else { throw missing(record) }
    let all: [Entry] = EntryWord.all.flatMap { word in rows[word.list].map { (word, $0) } }
    if let exact = all.first(where: { $0.row.id == text }) {
      return EntityName(kind: exact.row.kind, id: exact.row.id)
    }
    let begun = all.filter { text.count >= 4 && $0.row.id.lowercased().hasPrefix(text.lowercased()) }
    let sought = Sought(text, times, zone)
    let found =
      !begun.isEmpty || sought.isEmpty ? begun : all.filter { sought.isMet(by: $0.row, $0.word, zone) }
    guard let first = found.first else { throw missing(record) }
    guard found.count == 1 else { throw try await ambiguous(found, of: record, in: ledger, zone) }
    return EntityName(kind: first.row.kind, id: first.row.id)
  }

  private static func missing(_ record: Mention<MedicalRecord>) -> LedgerError {
    LedgerError(
      .notFound, "there is no such entry in the record of \(record.name)",
      advice: "see '\(ShellText.command(["purus", "list", record.name]))'")
  }

  private static func ambiguous(
    _ found: [Entry], of record: Mention<MedicalRecord>, in ledger: Ledger, _ zone: TimeZoneRule
  ) async throws -> LedgerError {
    let (ids, kinds) = (found.map(\.row.id), Array(Set(found.map(\.row.kind))))
    var style = TableStyle(zone: zone, now: SystemClock.now())
    style.shortIDs = try await ledger.withView { $0.shortIDs(ids, among: kinds) }
    let disclosure = Disclosure(ledger.schemas)
    let listed = found.prefix(shownCountMax).map { entry in
      let row = disclosure.row(entry.row)
      let texts = (["date"] + entry.word.fields.filter { $0 != "date" && $0 != "comment" })
        .map { OutputTable.text(EntryCells.cell(row, $0, style)) }.filter { !$0.isEmpty }
      return "\(entry.word.name) \(OneLine.cut(texts.joined(separator: " "))) (\(style.shortID(row.id)))"
    }
    let rest = found.count - listed.count
    return LedgerError(
      .usage,
      "\(found.count) entries of \(record.name) match: \(listed.joined(separator: ", "))"
        + (rest > 0 ? " and \(rest) more" : ""),
      advice: "give more words of the entry, its day, or its id")
  }

  private static let shownCountMax = 6
}

/// The search for an entry: words of it, and days, read as in every option that takes a time.
private struct Sought {
  private var words: [String] = []
  private var days: [CivilDay] = []

  var isEmpty: Bool { words.isEmpty && days.isEmpty }

  init(_ text: String, _ times: TimeText, _ zone: TimeZoneRule) {
    let typed = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var index = 0
    while index < typed.count {
      // `22. November 2026` is three words.
      let day = (1...3).reversed().lazy.compactMap { count -> (CivilDay, Int)? in
        guard index + count <= typed.count else { return nil }
        return Self.day(typed[index..<(index + count)].joined(separator: " "), times, zone).map {
          ($0, count)
        }
      }.first
      if let (found, count) = day {
        days.append(found)
        index += count
      } else {
        words.append(Self.folded(typed[index]))
        index += 1
      }
    }
    words.removeAll { $0.isEmpty }
  }

  /// A number alone is not a day, and neither is a whole week.
  private static func day(_ text: String, _ times: TimeText, _ zone: TimeZoneRule) -> CivilDay? {
    guard text.contains(where: { $0.isLetter || "-.".contains($0) }), Stamp(text) == nil,
      let first = try? times.instant(text, .start), let last = try? times.instant(text, .end),
      zone.day(at: first) == zone.day(at: last)
    else { return nil }
    return zone.day(at: first)
  }

  /// A time counts as the day that lists show.
  func isMet(by row: Row, _ word: EntryWord, _ zone: TimeZoneRule) -> Bool {
    var own: [CivilDay] = []
    let texts = word.fields.compactMap { field -> String? in
      switch row[field] {
      case .string(let text)?:
        guard let instant = Instant(text) else { return text }
        own.append(zone.day(of: instant))
        return "\(zone.day(of: instant))"
      case let value?: return value.int.map { "\($0)" } ?? value.double.map { Rounded.text($0) }
      case nil: return nil
      }
    }
    let said = Self.folded(([word.name] + texts).joined(separator: " "))
    return words.allSatisfy { said.contains($0) } && days.allSatisfy { own.contains($0) }
  }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.fold(OneLine.of(text)), as: UTF8.self)
  }
}
