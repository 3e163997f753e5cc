import DaybookModel
public import DaybookView

/// Finds the one entity that somebody means by an id, the beginning of an id, an address or a name. Every command
/// finds entities with it.
///
/// It tries in this order, and the first that finds anything decides: a whole id; a whole address; a whole name;
/// then, together, the beginning of an id and names that contain every word. If it finds several and only one of them
/// is in use, it takes that one. The schema declares what names an entity: see `Names`.
public struct KindFinder: Sendable {
  let kinds: [String]
  /// What to call one entity, and several.
  let noun: String
  let plural: String
  /// The list that shows the entities.
  let advice: String
  var scope = EntityScope.shown
  /// The only ids that count; nil: all.
  private let ids: Set<String>?

  /// - Parameters:
  ///   - kinds: the kinds whose entities are searched.
  ///   - noun: what errors call one entity.
  ///   - plural: what errors call several; nil: "entities".
  ///   - advice: the advice of the error when nothing is found; nil: to give an id, or the beginning of one.
  ///   - scope: which entities a text can mean; by default those that a query finds.
  ///   - ids: the only entities that count, such as those at the other end of a link; nil: all.
  public init(
    _ kinds: [String], noun: String, plural: String? = nil, advice: String? = nil,
    scope: EntityScope = .shown,
    within ids: Set<String>? = nil
  ) {
    (self.kinds, self.noun, self.plural, self.scope) = (kinds, noun, plural ?? "entities", scope)
    self.ids = ids
    self.advice =
      advice ?? "give an id as the lists show it, or at least four characters of its beginning"
  }

  /// An entity that a text can mean.
  public struct Candidate: Sendable {
    public var kind: String
    public var id: String
    /// The id if there is no name.
    public var name: String
    /// Tells entities with the same name apart.
    public var detail: String?
    var isOutOfUse: Bool
    /// Whether a time in `detail` is the beginning of a day in UTC.
    var isAllDay = false
  }

  /// - Throws: ``LedgerError``: `usage` for a text that is empty or matches several entities, `notFound`.
  public func find(_ text: String, in view: borrowing ViewReader) throws -> Candidate {
    var found = try candidates(text, in: view).found
    if found.isEmpty { found = try dated(text, in: view) }
    if found.count == 1 { return found[0] }
    let inUse = found.filter { !$0.isOutOfUse }
    if inUse.count == 1, !scope.needsWholeName { return inUse[0] }
    throw found.isEmpty ? try notFound(text, in: view) : ambiguous(text, found, in: view)
  }

  /// All entities that the text can mean; empty if there are none. And whether it names them as a whole or in part.
  public func candidates(
    _ text: String, in view: borrowing ViewReader
  ) throws -> (found: [Candidate], isWhole: Bool) {
    let exact = kinds.filter { _ in counts(text) }.compactMap { kind in
      view.readStored(kind, text) { $0.isMade || $0.isShown || scope.takesUnmade ? candidate($0) : nil }
        ?? nil
    }
    let shown = exact.filter { view.isThere($0.kind, $0.id) }
    if !shown.isEmpty { return (shown, true) }
    if !exact.isEmpty, scope.isExact { return (exact, true) }
    let words = OneLine.of(text)
    guard !words.isEmpty else {
      throw LedgerError(.usage, "no \(noun) is named", advice: "give an id or a name")
    }
    for group in scope.groups {
      let found = try candidates(text, words, group, in: view)
      if !found.found.isEmpty { return found }
    }
    return (exact, !exact.isEmpty)
  }

  private func candidates(
    _ text: String, _ words: String, _ group: EntityScope.Group, in view: borrowing ViewReader
  ) throws -> (found: [Candidate], isWhole: Bool) {
    let folded = TextFolding.fold(words)
    var similar: [Similar] = []
    for kind in kinds { similar += try self.similar(words, kind, group, in: view) }
    for isWhole in [{ $0.addresses.contains(folded) }, { $0.names.contains(folded) }] as [(Similar) -> Bool] {
      let whole = similar.filter(isWhole)
      if !whole.isEmpty { return (whole.map(\.candidate), true) }
    }
    var found = scope.needsWholeName ? [] : similar.map(\.candidate)
    for kind in kinds {
      for id in view.ids(of: kind, beginningWith: text, group)
      where counts(id) && !found.contains(where: { $0.kind == kind && $0.id.hasSameBytes(as: id) }) {
        if let candidate = view.readStored(kind, id, { candidate($0) }) { found.append(candidate) }
      }
    }
    if found.isEmpty, similar.count == 1 { throw partOnly(text, similar[0].candidate, in: view) }
    if found.isEmpty, !similar.isEmpty { throw ambiguous(text, similar.map(\.candidate), in: view) }
    if found.isEmpty, group != .gone {
      found = try called(words, in: view)
      if scope.needsWholeName {
        let whole = found.filter { TextFolding.fold(OneLine.of($0.name)) == folded }
        if whole.isEmpty, let part = found.first {
          throw found.count == 1 ? partOnly(text, part, in: view) : ambiguous(text, found, in: view)
        }
        return (whole, true)
      }
    }
    return (found, false)
  }

  /// The entities whose naming fields are empty, by what they are called instead, such as the beginning of their
  /// text. O(entities of the kinds); for kinds that have such a rule.
  private func called(_ words: String, in view: borrowing ViewReader) throws -> [Candidate] {
    let wanted = words.split(separator: " ").map { TextFolding.fold(String($0)) }
    var found: [Candidate] = []
    for kind in kinds {
      guard let schema = view.schemas[kind], schema.nameFormula != nil else { continue }
      var query = Query(kind)
      query.fields = schema.naming.names
      for row in try view.fetch(query).rows
      where counts(row.id) && row.fields.allSatisfy({ ($0.value.string ?? "").isEmpty }) {
        guard let candidate = view.readStored(kind, row.id, { candidate($0) }) else { continue }
        let name = TextFolding.fold(OneLine.of(candidate.name))
        if wanted.allSatisfy({ name.contains($0) }) { found.append(candidate) }
      }
    }
    return found
  }

  private func counts(_ id: String) -> Bool { ids?.contains(id) ?? true }

  /// An entity with its texts, folded.
  private typealias Similar = (candidate: Candidate, names: [[UInt8]], addresses: [[UInt8]])

  /// The entities of a kind with a name or address that contains every word.
  private func similar(
    _ words: String, _ kind: String, _ group: EntityScope.Group, in view: borrowing ViewReader
  ) throws -> [Similar] {
    guard let schema = view.schemas[kind], let condition = schema.naming.condition(words: words, schema)
    else {
      return []
    }
    let naming = schema.naming
    var query = Query(kind, where: condition, sort: naming.names.map { .folded($0) })
    query.includesDeleted = group == .gone
    query.fields = []
    return try view.fetch(query).rows.compactMap { row in
      guard counts(row.id), row.isGone == (group == .gone) else { return nil }
      return view.readStored(kind, row.id) { entity in
        let found = candidate(entity)
        return (
          // A name may be made of several fields.
          found,
          naming.names.flatMap { Self.folded(entity, $0) } + [TextFolding.fold(OneLine.of(found.name))],
          naming.addresses.flatMap { Self.folded(entity, $0) }
        )
      }
    }
  }

  /// A text or a list of texts.
  private static func folded(_ entity: borrowing EntityReader, _ field: String) -> [[UInt8]] {
    (entity.text(field).map { [$0] } ?? entity.texts(field)).map { TextFolding.fold(OneLine.of($0)) }
  }

  private func candidate(_ entity: borrowing EntityReader) -> Candidate {
    let naming = entity.naming
    return Candidate(
      kind: entity.kind, id: entity.id, name: entity.calledName ?? entity.id,
      detail: naming?.detail.flatMap { entity.hides($0) ? nil : entity.text($0) },
      isOutOfUse: naming?.outOfUse.map { entity.flag($0) } ?? false,
      isAllDay: entity.flag("isAllDay"))
  }
}

extension NamingRule {
  /// A condition that a name or an address contains every word; nil if there is no word, or no field that names an
  /// entity.
  public func condition(words: String, _ schema: KindSchema) -> Condition? {
    let addresses = Dictionary(grouping: addresses) { name in
      if case .array(_)? = schema.field(name)?.type { return true }
      return false
    }
    let fields = names + (addresses[false] ?? [])
    guard !fields.isEmpty || !self.addresses.isEmpty else { return nil }
    return .holds(
      words: words, in: fields.map { Condition.Path(stringLiteral: $0) },
      lists: (addresses[true] ?? []).map { Condition.Path(stringLiteral: $0) }
    ) { $0.contains("@") }
  }
}

extension KindFinder {
  /// The entities whose name is followed by their day, or by their day and time, as lists show it: one occurrence of a
  /// meeting that repeats. Empty where the text does not end so.
  func dated(_ text: String, in view: borrowing ViewReader) throws -> [Candidate] {
    let words = OneLine.of(text).split(separator: " ").map(String.init)
    // A day, or a day and a time.
    for count in 1...2 where words.count > count && CivilDay(words[words.count - count]) != nil {
      let time = words.suffix(count).joined(separator: " ")
      let name = words.dropLast(count).joined(separator: " ")
      return try candidates(name, in: view).found.filter {
        $0.shownDetail(view.zone)?.hasPrefix(time) == true
      }
    }
    return []
  }
}
