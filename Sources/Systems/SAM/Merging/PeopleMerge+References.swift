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
