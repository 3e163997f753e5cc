import Daybook

/// Plans how the ledger's generated insights must change for the evidence. It only reads the state;
/// ``InsightGenerator`` carries out the plan.
///
/// The ledger itself holds the evidence of a generated insight's group, as its edges. So a change of evidence affects
/// only its own groups: those that it is in, and those that it belongs to now.
struct InsightSurvey: Sendable {
  /// An insight to bring up to date.
  struct Due: Sendable {
    var id: String
    var key: InsightKey
    /// nil where no evidence is left.
    var group: InsightGroup?
    var isNew = false
    var isPresent = true
    /// The writer of the message, and its basis.
    var generatedBy: String?
    var basis: String?
    var links: [String] = []
    var unlinks: [String] = []
  }

  private(set) var due: [Due] = []
  /// How many pieces of evidence were examined, each counted every time.
  private(set) var examined = 0

  /// When the first upcoming event of a group occurs: from then on its insight must be made again, even if nothing was
  /// written.
  var firstToCome: Instant? { due.compactMap { $0.group?.next }.min() }

  private var groups: [InsightKey: [InsightGroup.Member]] = [:]
  private var kinds: [String: InsightKind] = [:]

  /// Everything: one pass over the evidence, one over the insights.
  init(all state: borrowing LedgerState) {
    state.forEach(EvidenceItem.kind) { evidence in
      for (key, member) in examine(evidence) { groups[key, default: []].append(member) }
    }
    var made: Set<String> = []
    state.forEach(Insight.kind, includesGone: true) { insight in
      made.insert(insight.id)
      if let key = Self.key(of: insight) { compare(insight, key, groups[key] ?? [], in: state) }
    }
    for (key, members) in groups {
      let id = key.insightID
      if !made.contains(id) { add(id, key, members, in: state) }
    }
    due.sort { $0.id < $1.id }
    groups = [:]
  }

  /// What follows from entities that were written since the insights were last right.
  init(touched: [String: Set<String>], in state: borrowing LedgerState) {
    var evidence = touched[EvidenceItem.kind] ?? []
    for (kind, relation) in [(Person.kind, "linkedPeople"), (Context.kind, "linkedContexts")] {
      for id in touched[kind] ?? [] {
        evidence.formUnion(state.storedSources(of: relation, kind: EvidenceItem.kind, to: id))
      }
    }
    var keys: Set<InsightKey> = []
    var contributions: [String: [InsightKey: InsightGroup.Member]] = [:]
    var insights = touched[Insight.kind] ?? []
    for id in evidence {
      state.read(EvidenceItem.kind, id, includesGone: true) { item in
        contributions[id] = examine(item)
        insights.formUnion(item.storedSources(of: "basedOnEvidence", kind: Insight.kind))
      }
      keys.formUnion((contributions[id] ?? [:]).keys)
    }
    var wholeGroups: Set<InsightKey> = []
    for id in insights {
      guard let key = state.read(Insight.kind, id, includesGone: true, { Self.key(of: $0) }) ?? nil else {
        continue
      }
      keys.insert(key)
      // Evidence that arrived while it was deleted is not among its edges.
      if touched[Insight.kind]?.contains(id) == true { wholeGroups.insert(key) }
    }
    for key in keys {
      let id = key.insightID
      var candidates = evidence
      candidates.formUnion(
        state.read(Insight.kind, id, includesGone: true) { $0.storedTargets("basedOnEvidence") } ?? [])
      if wholeGroups.contains(key) { candidates.formUnion(Self.wholeGroup(of: key, in: state)) }
      var members: [InsightGroup.Member] = []
      for candidate in candidates {
        if contributions[candidate] == nil {
          contributions[candidate] =
            state.read(EvidenceItem.kind, candidate, includesGone: true) { examine($0) } ?? [:]
        }
        if let member = contributions[candidate]?[key] { members.append(member) }
      }
      let isCompared =
        state.read(Insight.kind, id, includesGone: true) { insight in
          guard insight.isMade || !insight.isPresent else { return false }
          if Self.key(of: insight) == key { compare(insight, key, members, in: state) }
          return true
        } ?? false
      if !isCompared, !members.isEmpty { add(id, key, members, in: state) }
    }
    due.sort { $0.id < $1.id }
  }

  /// All evidence that may speak for a key: what is linked to its person, else to its context.
  private static func wholeGroup(of key: InsightKey, in state: borrowing LedgerState) -> [String] {
    // Links may lead to somebody whom nobody has made yet.
    if let person = key.person {
      return state.storedSources(of: "linkedPeople", kind: EvidenceItem.kind, to: person)
    }
    if let context = key.context {
      return state.storedSources(of: "linkedContexts", kind: EvidenceItem.kind, to: context)
    }
    var all: [String] = []
    state.forEach(EvidenceItem.kind) { if $0.firstRelated("linkedPeople") == nil { all.append($0.id) } }
    return all
  }
}

extension InsightSurvey {
  /// Finds the keys that a piece of evidence supports: none if it is gone or has no signals.
  private mutating func examine(_ evidence: borrowing EntityReader) -> [InsightKey: InsightGroup.Member] {
    examined += 1
    guard evidence.isShown, !evidence.isEmptyList("signals") else { return [:] }
    let person = evidence.firstRelated("linkedPeople")
    let context = evidence.firstRelated("linkedContexts")
    let occurredAt = evidence.value("occurredAt").string.flatMap { Instant($0) } ?? Instant(milliseconds: 0)
    let day = evidence.text("occurredOn").flatMap { CivilDay($0) }
    let id = Ref<EvidenceItem>(evidence.id)
    var found: [InsightKey: InsightGroup.Member] = [:]
    for signal in evidence.value("signals").array ?? [] {
      guard let signal = signal.object, let name = signal["kind"]?.string else { continue }
      let kind = kinds[name] ?? InsightKind(of: SignalKind(rawValue: name))
      kinds[name] = kind
      let key = InsightKey(person: person, context: context, kind: kind)
      let confidence = max(signal["confidence"]?.double ?? 0, found[key]?.confidence ?? 0)
      found[key] = InsightGroup.Member(
        evidence: id, occurredAt: occurredAt, occurredOn: day, confidence: confidence)
    }
    return found
  }

  /// The key of an insight that the generator made and that nobody deleted or took over; nil for any other.
  private static func key(of insight: borrowing EntityReader) -> InsightKey? {
    guard !insight.isDeleted, !insight.value("generatedBy").isNull,
      let kind = insight.value("kind").string
    else { return nil }
    let key = InsightKey(
      person: insight.storedTargets("samPerson").first, context: insight.storedTargets("samContext").first,
      kind: InsightKind(rawValue: kind))
    return key.insightID == insight.id ? key : nil
  }

  private mutating func compare(
    _ insight: borrowing EntityReader, _ key: InsightKey, _ members: [InsightGroup.Member],
    in state: borrowing LedgerState
  ) {
    let held = insight.storedTargets("basedOnEvidence")
    guard insight.isPresent || !members.isEmpty || !held.isEmpty else { return }
    var change = Due(id: insight.id, key: key)
    change.isPresent = insight.isPresent
    change.generatedBy = insight.value("generatedBy").string
    change.basis = insight.value("basis").string
    if !members.isEmpty { change.group = Self.group(key, members, in: state) }
    let (before, after) = (Set(held), Set(members.map(\.evidence.rawValue)))
    change.links = (change.group?.members ?? []).map(\.evidence.rawValue).filter { !before.contains($0) }
    change.unlinks = held.filter { !after.contains($0) }
    due.append(change)
  }

  private mutating func add(
    _ id: String, _ key: InsightKey, _ members: [InsightGroup.Member], in state: borrowing LedgerState
  ) {
    let group = Self.group(key, members, in: state)
    due.append(
      Due(
        id: id, key: key, group: group, isNew: true, links: group.members.map(\.evidence.rawValue)))
  }

  private static func group(
    _ key: InsightKey, _ members: [InsightGroup.Member], in state: borrowing LedgerState
  ) -> InsightGroup {
    func name(_ kind: String, _ id: String?, _ fields: [String]) -> String? {
      guard let id else { return nil }
      return state.read(kind, id) { entity in
        for field in fields { if let name = entity.value(field).string, !name.isEmpty { return name } }
        return nil
      } ?? nil
    }
    return InsightGroup(
      kind: key.kind, personName: name(Person.kind, key.person, ["displayNameCache", "emailCache"]),
      contextName: name(Context.kind, key.context, ["name"]), members: members, now: state.moment,
      in: state.zone)
  }
}
