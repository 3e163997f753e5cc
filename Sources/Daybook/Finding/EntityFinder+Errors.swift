import DaybookModel
import DaybookView

extension EntityFinder {
  /// More would not be read.
  private static var candidateCountMax: Int { 8 }

  func ambiguous(_ text: String, _ found: [Candidate], in view: borrowing ViewReader) -> LedgerError {
    let ids = view.shortIDs(found.map(\.mention.id.rawValue), among: [Target.kind])
    let listed = found.prefix(Self.candidateCountMax).map { candidate in
      let id = candidate.mention.id.rawValue
      let details = [candidate.detail, ids[id] ?? id].compactMap { $0 }.filter {
        !$0.isEmpty && $0 != candidate.mention.name
      }
      return "\(OneLine.cut(candidate.mention.name)) (\(details.joined(separator: ", ")))"
    }
    let rest = found.count - listed.count
    return LedgerError(
      .usage,
      "'\(OneLine.cut(text))' may be any of \(found.count) \(plural): "
        + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      advice: "give more of the name, or the id")
  }

  func notFound(_ text: String, in view: borrowing ViewReader) throws -> LedgerError {
    var query = Query(Target.kind)
    // What is hidden is found, and not suggested.
    query.fields = (nameFields + addressFields).filter { !view.schemas.hides($0, of: Target.kind) }
    let names = try view.fetch(query).rows.lazy.flatMap { $0.fields.compactMap(\.value.string) }
    return LedgerError(
      .notFound, "there is no \(noun) '\(OneLine.cut(text))'",
      advice: Suggestion.nearest(to: text, among: names).map { "did you mean '\($0)'?" } ?? advice)
  }
}
