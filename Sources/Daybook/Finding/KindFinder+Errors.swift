import DaybookModel
import DaybookView

extension KindFinder {
  /// More would not help the reader.
  private static var candidateCountMax: Int { 8 }

  func ambiguous(_ text: String, _ found: [Candidate], in view: borrowing ViewReader) -> LedgerError {
    let ids = view.shortIDs(found.map(\.id), among: kinds)
    let listed = found.prefix(Self.candidateCountMax).map { candidate in
      let short = ids[candidate.id] ?? candidate.id
      // Without a name, people can only type the id.
      let name = candidate.name == candidate.id ? short : OneLine.cut(candidate.name)
      let details = [kinds.count > 1 ? candidate.kind : nil, candidate.shownDetail(view.zone), short]
        .compactMap { $0 }
        .filter { !$0.isEmpty && $0 != name }
      return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }
    let rest = found.count - listed.count
    return LedgerError(
      .usage,
      "'\(OneLine.cut(text))' matches \(found.count) \(plural): "
        + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      advice: found.contains { $0.detail.flatMap(Instant.init) != nil }
        ? "give more of the name, its day and time, or the id" : "give more of the name, or the id")
  }

  func notFound(_ text: String, in view: borrowing ViewReader) throws -> LedgerError {
    LedgerError(
      .notFound, "there is no \(noun) '\(OneLine.cut(text))'",
      advice: try suggestion(for: text, in: view).map { "did you mean '\($0)'?" } ?? advice)
  }

  /// The match that part of a name would have found, where only a whole name counts.
  func partOnly(_ text: String, _ found: Candidate, in view: borrowing ViewReader) -> LedgerError {
    let id = view.shortIDs([found.id], among: kinds)[found.id] ?? found.id
    let name = found.name == found.id ? id : "\(OneLine.cut(found.name)) (\(id))"
    return LedgerError(
      .usage, "'\(OneLine.cut(text))' matches only part of the name of \(name)",
      advice: "give the whole name, or the id")
  }
}

extension KindFinder.Candidate {
  /// A time as tables show it.
  func shownDetail(_ zone: TimeZoneRule) -> String? {
    guard let detail, let instant = Instant(detail) else { return detail }
    return isAllDay
      ? CivilDay(daysSince1970: instant.milliseconds.floored(by: 86_400_000)).description
      : instant.wholeDay?.description ?? zone.shortText(instant)
  }
}
