import DaybookModel
import DaybookView

extension KindFinder {
  /// Nobody would read more.
  private static var candidateCountMax: Int { 8 }

  func ambiguous(_ text: String, _ found: [Candidate], in view: borrowing ViewReader) -> LedgerError {
    let ids = view.shortIDs(found.map(\.id), among: kinds)
    let listed = found.prefix(Self.candidateCountMax).map { candidate in
      let short = ids[candidate.id] ?? candidate.id
      // Without a name, people can only type the id.
      let name = candidate.name == candidate.id ? short : OneLine.cut(candidate.name)
      let details = [kinds.count > 1 ? candidate.kind : nil, candidate.detail, short].compactMap { $0 }
        .filter { !$0.isEmpty && $0 != name }
      return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }
    let rest = found.count - listed.count
    return LedgerError(
      .usage,
      "'\(OneLine.cut(text))' may be any of \(found.count) \(plural): "
        + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      advice: "give more of the name, or the id")
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
      .usage, "'\(OneLine.cut(text))' is only a part of the name of \(name)",
      advice: "give the whole name, or the id")
  }

  /// The nearest name, else the nearest id.
  private func suggestion(for text: String, in view: borrowing ViewReader) throws -> String? {
    var names: [String] = []
    for kind in kinds {
      guard let naming = view.schemas[kind]?.naming else { continue }
      var query = Query(kind)
      // A hidden value can be found, but is not suggested.
      query.fields = (naming.names + naming.addresses).filter { !view.schemas.hides($0, of: kind) }
      guard query.fields?.isEmpty == false else { continue }
      names += try view.fetch(query).rows.lazy.flatMap { $0.fields.compactMap(\.value.string) }
    }
    return Suggestion.nearest(to: text, among: names)
      ?? Suggestion.nearest(
        to: text, among: kinds.flatMap { nearIDs(to: text, $0, in: view) }, distanceMax: 2)
  }

  /// Ids that differ from the text in a few places. Different long ids differ in many places, so a long one must
  /// begin or end like the text.
  private func nearIDs(to text: String, _ kind: String, in view: borrowing ViewReader) -> [String] {
    let typed = Array(text.utf8)
    let isLong = typed.count > Self.shortIDCountMax
    var near: [String] = []
    view.forEachID(of: kind) { id in
      guard abs(id.count - typed.count) <= (isLong ? 2 : 1) else { return }
      if isLong {
        let head = (0..<Self.sharedCountMin).allSatisfy { id[$0] == typed[$0] }
        let tail = (1...Self.sharedCountMin).allSatisfy { id[id.count - $0] == typed[typed.count - $0] }
        guard head || tail else { return }
      }
      near.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return near.filter { view.isThere(kind, $0) }
  }

  private static var shortIDCountMax: Int { 20 }
  private static var sharedCountMin: Int { 6 }
}
