import Daybook

extension PeopleMerge {
  mutating func move(_ relation: RelationSchema, in state: borrowing LedgerState) {
    let owners =
      state.read(Person.kind, absorbed, includesGone: true) { person in
        relation.isToMany
          ? person.storedSources(of: relation.name, kind: relation.owner)
          : person.storedReferrers(of: relation.name, kind: relation.owner)
      } ?? []
    for owner in owners.sorted() where !(relation.owner == Person.kind && owner == absorbed) {
      state.read(relation.owner, owner, includesGone: true) { entity in
        if relation.owner == Person.kind {
          follow(entity, relation)
        } else if !entity.isDeleted {
          if relation.isToMany { moveEdge(entity, relation) } else { move(entity, relation, in: state) }
        }
      }
    }
  }

  /// People who were merged into the absorbed person are merged into the kept one now. They are deleted, and a sync
  /// does not restore them.
  private mutating func follow(_ person: borrowing EntityReader, _ relation: RelationSchema) {
    guard !relation.isToMany, person.id != kept else { return }
    add(Mutation(.sync, kind: Person.kind, id: person.id, set: [relation.name: .string(kept)]))
    count(Person.kind)
  }

  /// Replaces the absorbed person's edge: the following edges are linked again, because edges are in the order of their
  /// links, and the first person of evidence determines whom its insights are about.
  private mutating func moveEdge(_ entity: borrowing EntityReader, _ relation: RelationSchema) {
    let before = entity.storedTargets(relation.name)
    var after: [String] = []
    for target in before {
      let target = target == absorbed ? kept : target
      if !after.contains(target) { after.append(target) }
    }
    let rest = before.filter { $0 != absorbed }
    let settled = zip(rest, after).prefix { $0 == $1 }.count
    let (kind, id) = (relation.owner, entity.id)
    add(Mutation(.unlink, kind: kind, id: id, rel: relation.name, to: absorbed))
    for target in after[settled...] {
      add(Mutation(.link, kind: kind, id: id, rel: relation.name, to: target))
    }
    count(kind)
  }

  private mutating func move(
    _ entity: borrowing EntityReader, _ relation: RelationSchema, in state: borrowing LedgerState
  ) {
    switch relation.owner {
    case Insight.kind where !entity.value("generatedBy").isNull:
      // It is about the absorbed person and is deleted with it; its evidence leads to another insight.
      return
    case ContextParticipation.kind where uniteParticipation(entity, in: state): return
    case Coverage.kind where uniteCoverage(entity, in: state): return
    case Responsibility.kind:
      let other = entity.storedTargets(relation.name == "guardian" ? "dependent" : "guardian").first
      guard other == kept else { break }
      add(Mutation(.delete, kind: Responsibility.kind, id: entity.id))
      return tell("the responsibility of one for the other was deleted")
    default: break
    }
    add(Mutation(.upsert, kind: relation.owner, id: entity.id, set: [relation.name: .string(kept)]))
    count(relation.owner)
  }

  /// Proposals to link evidence to the absorbed person; if there are two for the kept person, a decided one counts.
  mutating func moveProposals(in state: borrowing LedgerState) {
    state.forEach(EvidenceItem.kind, includesGone: true) { evidence in
      guard !evidence.isDeleted, !evidence.isEmptyList("proposedLinks") else { return }
      let before = evidence.value("proposedLinks").array ?? []
      guard before.contains(where: { Self.names(absorbed, $0) }) else { return }
      var after: [JSONValue] = []
      for proposal in before {
        var proposal = proposal
        if Self.names(absorbed, proposal), var object = proposal.object {
          object["targetID"] = .string(kept)
          proposal = .object(object)
        }
        guard Self.names(kept, proposal), let double = after.firstIndex(where: { Self.names(kept, $0) })
        else {
          after.append(proposal)
          continue
        }
        if Self.isPending(after[double]), !Self.isPending(proposal) { after[double] = proposal }
      }
      add(Mutation(.upsert, kind: EvidenceItem.kind, id: evidence.id, set: ["proposedLinks": .array(after)]))
      count(EvidenceItem.kind)
    }
  }

  private static func names(_ person: String, _ proposal: JSONValue) -> Bool {
    proposal.object?["targetKind"]?.string == Person.kind && proposal.object?["targetID"]?.string == person
  }

  private static func isPending(_ proposal: JSONValue) -> Bool {
    proposal.object?["status"]?.string == LinkStatus.pending.rawValue
  }
}

/// The fields that the kept person gets from the absorbed one.
struct MergedFields {
  private(set) var set = JSONObject()

  /// The fields of a contact: they stay with the contact, because its next card updates them.
  private static let contact = [
    "contactIdentifier", "importedFrom", "isArchived", "sourceCard", "sourceCardData", "emailAddresses",
  ]
  private static let addresses = ["emailCache", "emailAddresses", "otherEmailAddresses"]
  /// The field that names the person into whom the absorbed one was merged.
  private static let fate = "mergedInto"

  init(_ absorbed: String, into kept: String, in state: borrowing LedgerState) {
    let union = FieldUnion(Person.kind, in: state)
    guard let theirs = state.read(Person.kind, absorbed, { union.values(of: $0) }),
      let own = state.read(Person.kind, kept, { union.values(of: $0) })
    else { return }
    set = union.gained(theirs, by: own, besides: Set(Self.contact + Self.addresses + [Self.fate]))
    if Self.isEmpty(own["emailCache"]), !Self.isEmpty(theirs["emailCache"]) {
      set["emailCache"] = theirs["emailCache"]
    }
    // A person who is not a contact becomes the contact: the next card is theirs, and its changes are written.
    let takesContact = Self.isEmpty(own["contactIdentifier"]) && !Self.isEmpty(theirs["contactIdentifier"])
    if takesContact {
      for field in Self.contact where theirs[field] != own[field] { set[field] = theirs[field] }
    }
    let first = takesContact ? [] : Self.texts(set["emailCache"] ?? own["emailCache"])
    let typed = Self.texts(own["otherEmailAddresses"])
    let kept = first + Self.texts(set["emailAddresses"] ?? own["emailAddresses"]) + typed
    let all = [own, theirs].flatMap { person in Self.addresses.flatMap { Self.texts(person[$0]) } }
    let more = EmailAddress.distinct(all, besides: kept)
    if !more.isEmpty { set["otherEmailAddresses"] = .array((typed + more).map { .string($0) }) }
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool { FieldUnion.isEmpty(value) }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? (value?.array ?? []).compactMap(\.string)
  }
}

/// The stored fields of an entity that is merged with another of its kind. Fields without a special rule are merged by
/// type, so that a field that is added to a kind later is not forgotten.
struct FieldUnion {
  let fields: [FieldSchema]

  init(_ kind: String, in state: borrowing LedgerState) {
    let schema = state.schemas[kind]
    fields = schema?.fields.filter { schema?.isStored($0.name) ?? false } ?? []
  }

  func values(of entity: borrowing EntityReader) -> JSONObject {
    var values = JSONObject()
    for field in fields { values[field.name] = entity.value(field.name) }
    return values
  }

  /// The fields that the remaining entity gets from the other: missing elements of lists, and values of empty fields.
  func gained(_ theirs: JSONObject, by own: JSONObject, besides settled: Set<String>) -> JSONObject {
    var set = JSONObject()
    for field in fields where !settled.contains(field.name) {
      let (value, held) = (theirs[field.name] ?? .null, own[field.name] ?? .null)
      if case .array = field.type {
        let new = (value.array ?? []).filter { !(held.array ?? []).contains($0) }
        if !new.isEmpty { set[field.name] = .array((held.array ?? []) + new) }
      } else if Self.isEmpty(held, field), !Self.isEmpty(value, field) {
        set[field.name] = value
      }
    }
    return set
  }

  /// Whether the field has no value, or only its default.
  static func isEmpty(_ value: JSONValue?, _ field: FieldSchema? = nil) -> Bool {
    value?.isNull ?? true || value == "" || value == [] || value == field?.defaultValue
  }
}
