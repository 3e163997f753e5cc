import DaybookModel
import DaybookView

extension KindFinder {
  /// More matches would not help the reader.
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

// "Did you mean", for a text that matches nothing.

extension KindFinder {
  /// The nearest name, else the nearest id, else the name with the nearest word.
  func suggestion(for text: String, in view: borrowing ViewReader) throws -> String? {
    let names = NearestName(try self.names(in: view))
    if let whole = names.whole(text) { return whole }
    let ids = kinds.flatMap { nearIDs(to: text, $0, in: view) }
    if let id = Suggestion.nearest(to: text, among: ids, distanceMax: 2) { return id }
    return try nearShortID(to: text, in: view) ?? names.holding(text)
  }

  /// What the entities of the kinds are called, and what else names them. A hidden value can be found, but is not
  /// suggested.
  private func names(in view: borrowing ViewReader) throws -> [String] {
    var names: [String] = []
    for kind in kinds {
      guard let naming = view.schemas[kind]?.naming else { continue }
      var query = Query(kind)
      query.fields = (naming.names + naming.addresses).filter { !view.schemas.hides($0, of: kind) }
      for row in try view.fetch(query).rows {
        if let called = view.read(kind, row.id, { $0.calledName }) ?? nil { names.append(called) }
        names += row.fields.flatMap { field in
          field.value.string.map { [$0] } ?? field.value.array?.compactMap(\.string) ?? []
        }
      }
    }
    return names
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

  /// The id whose beginning, as lists show it, differs from the text in one place; nil if several do.
  private func nearShortID(to text: String, in view: borrowing ViewReader) throws -> String? {
    let typed = Array(text.lowercased().utf8)
    guard typed.count >= Self.shownCountMin else { return nil }
    var near: [(kind: String, id: String)] = []
    for kind in kinds {
      var found: [String] = []
      view.forEachID(of: kind) { id in
        guard found.count < Self.countMax, OneEdit.isBeginning(typed, of: id) else { return }
        found.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
      }
      near += found.filter { view.isThere(kind, $0) }.map { (kind, $0) }
    }
    guard near.count == 1 else { return nil }
    return view.shortIDs([near[0].id], among: kinds)[near[0].id]
  }

  private static var shortIDCountMax: Int { 20 }
  private static var sharedCountMin: Int { 6 }
  private static var shownCountMin: Int { 8 }
  /// Enough to know that there are several, even if some of them are deleted.
  private static var countMax: Int { 64 }
}

/// Texts that differ in one place: a byte too many, too few or another one, or two swapped.
enum OneEdit {
  /// Whether `text`, in lower case, is one edit away from the beginning of a longer id.
  static func isBeginning(_ text: [UInt8], of id: Span<UInt8>) -> Bool {
    guard id.count > text.count else { return false }
    guard let first = text.indices.first(where: { text[$0] != lowercased(id[$0]) }) else { return true }
    return matches(text, first + 1, id, first + 1) || matches(text, first + 1, id, first)
      || matches(text, first, id, first + 1)
      || (first + 1 < text.count && text[first] == lowercased(id[first + 1])
        && text[first + 1] == lowercased(id[first]) && matches(text, first + 2, id, first + 2))
  }

  /// Whether the rest of `text` is what stands in `id` at a place.
  private static func matches(_ text: [UInt8], _ from: Int, _ id: Span<UInt8>, _ place: Int) -> Bool {
    let count = max(0, text.count - from)
    guard place + count <= id.count else { return false }
    for offset in 0..<count where text[from + offset] != lowercased(id[place + offset]) { return false }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { TextFolding.lowercased(byte) }
}

/// The name that a mistyped text most likely stands for. Case and accents do not count.
public struct NearestName {
  private var names: [(name: String, folded: String)]

  /// Keeps the names in their order, each as one line; empty ones and repetitions are left out.
  public init(_ names: [String]) {
    var met: Set<String> = []
    self.names = names.compactMap { name in
      let line = OneLine.of(name)
      return line.isEmpty || !met.insert(line).inserted ? nil : (line, Self.folded(line))
    }
  }

  /// The name that differs in a few places.
  public func whole(_ text: String) -> String? {
    let near = Suggestion.nearest(to: Self.folded(OneLine.of(text)), among: names.map(\.folded))
    return near.flatMap { near in names.first { $0.folded == near }?.name }
  }

  /// The name that has a word which differs in a few places. More words than one must all be near.
  public func holding(_ text: String) -> String? {
    let typed = Self.folded(OneLine.of(text)).split(separator: " ").map(String.init)
    guard !typed.isEmpty, typed.allSatisfy({ $0.count >= Self.countMin }) else { return nil }
    return names.first { name in
      let words = name.folded.split(separator: " ").map(String.init)
      return words.count >= typed.count
        && typed.allSatisfy { Suggestion.nearest(to: $0, among: words) != nil }
    }?.name
  }

  /// A shorter word is near to too many others.
  private static var countMin: Int { 3 }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.fold(text), as: UTF8.self)
  }
}
