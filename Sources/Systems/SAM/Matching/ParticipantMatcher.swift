import Daybook

/// Turns the participants that evidence names into links if their identity is certain, and into proposals if it is not.
///
/// | who has the participant's address | comes to |
/// |---|---|
/// | exactly one person | a link |
/// | several | a proposal for each, confidence 0.9 / how many |
/// | nobody, but people of that name | a proposal for each, confidence 0.5 / how many |
/// | nobody at all | a proposal to make the person, confidence 0.3; without an address 0.2 |
/// | (of those linked) one context in common | a proposal for the context, confidence 0.6 |
///
/// Addresses are compared by ``EmailAddress/normalized(_:)``. A person whom somebody unlinked is neither linked nor
/// proposed again; accepted and rejected proposals stay as they are; pending proposals that no longer apply are
/// removed.
struct ParticipantMatcher {
  let people: PeopleIndex

  /// The maximum number of participants that count, for entries with very many invitations.
  static let participantsMax = 100

  /// The result for the participants of one piece of evidence.
  struct Match {
    /// The people to link.
    var links: [String] = []
    /// The evidence's `proposedLinks` as they should be.
    var proposals: [JSONValue] = []
  }

  /// The data about the evidence that matching needs.
  struct Item {
    /// The id, even of evidence that is only being created.
    var id: String
    var hints: [ParticipantHint]
    var occurredAt: Instant
    var proposals: [JSONValue]
  }

  func match(_ item: Item, in state: borrowing some SyncState & ~Copyable) throws -> Match {
    var draft = Draft(item)
    for hint in draft.distinctHints.prefix(Self.participantsMax) { place(hint, &draft, in: state) }
    proposeContext(&draft, in: state)
    return Match(
      links: draft.links, proposals: draft.decided + (try draft.proposed.map { try FieldEncoder.json($0) }))
  }

  private func place(
    _ hint: ParticipantHint, _ draft: inout Draft, in state: borrowing some SyncState & ~Copyable
  ) {
    let address = hint.email.map(EmailAddress.normalized) ?? ""
    let name = hint.name.map(OneLine.of) ?? ""
    if !address.isEmpty {
      let holders = people.people(address: address)
      if holders.count == 1 { return draft.link(holders[0].id, in: state) }
      for holder in holders {
        draft.propose(
          holder, email: hint.email, confidence: 0.9 / Double(holders.count),
          reason: "\(holders.count) people have the address \(address)", in: state)
      }
      if !holders.isEmpty { return }
    }
    let namesakes = name.isEmpty ? [] : people.people(named: name)
    for namesake in namesakes {
      draft.propose(
        namesake, email: hint.email, confidence: 0.5 / Double(namesakes.count),
        reason: address.isEmpty ? "the same name" : "the same name; nobody has the address \(address)",
        in: state)
    }
    guard namesakes.isEmpty, !(name.isEmpty && address.isEmpty), !draft.refusesToMake(address) else { return }
    let key = Self.contactKey(name: name, email: hint.email)
    if let former = state.entity(Person.kind, key: key), let kept = state.successor(of: former, Person.kind),
      let someone = people.person(kept.entity.id)
    {
      return draft.propose(
        someone, email: hint.email, confidence: 0.5, reason: "who was called so is merged into them",
        in: state)
    }
    let made = PeopleIndex.Someone(
      id: state.newID(Person.kind, key: key), name: name.isEmpty ? address : name, isArchived: false)
    draft.propose(
      made, email: hint.email, confidence: address.isEmpty ? 0.2 : 0.3, reason: Self.makesReason, in: state)
  }

  static let makesReason = "nobody in the ledger has this address or name"

  /// The contact key of a card with only this name and address, so that reading such a card later finds the person who
  /// was created from the proposal.
  static func contactKey(name: String, email: String?) -> String {
    let emails = [email].compactMap { $0 }.filter { !EmailAddress.normalized($0).isEmpty }
    return ContactCard(line: 0, name: name.isEmpty ? nil : name, emails: emails).contactIdentifier
  }

  private func proposeContext(_ draft: inout Draft, in state: borrowing some SyncState & ~Copyable) {
    let id = draft.item.id
    let held = state.links(EvidenceItem.kind, id, "linkedPeople")
    let linked = (held + draft.links).filter { people.person($0) != nil }
    guard let first = linked.first.flatMap({ people.person($0) }),
      let context = people.commonContext(of: linked, at: draft.item.occurredAt),
      !state.links(EvidenceItem.kind, id, "linkedContexts").contains(where: {
        people.contextName($0) != nil
      })
    else { return }
    let name = first.name.isEmpty ? "who is linked" : first.name
    let proposal = ProposedLink(
      targetKind: Context.kind, targetID: context, displayName: people.contextName(context) ?? "",
      confidence: 0.6,
      reason: linked.count == 1
        ? "\(name) takes part in it" : "all \(linked.count) people linked take part in it")
    draft.propose(proposal, relation: "linkedContexts", in: state)
  }
}

extension ParticipantMatcher {
  /// What has been found so far of one piece of evidence.
  fileprivate struct Draft {
    let item: Item
    var links: [String] = []
    var proposed: [ProposedLink] = []
    /// Proposals that somebody accepted or rejected: they stay, with whatever a later version wrote into them.
    let decided: [JSONValue]
    private var taken: Set<[String]>

    init(_ item: Item) {
      self.item = item
      decided = item.proposals.filter { $0.object?["status"]?.string ?? "pending" != "pending" }
      taken = Set(
        decided.map { [$0.object?["targetKind"]?.string ?? "", $0.object?["targetID"]?.string ?? ""] })
    }

    /// Whether somebody refused to create the person of an address, whatever name the source uses since.
    func refusesToMake(_ address: String) -> Bool {
      !address.isEmpty
        && decided.contains { proposal in
          let proposal = proposal.object
          return proposal?["reason"]?.string == ParticipantMatcher.makesReason
            && EmailAddress.normalized(proposal?["email"]?.string ?? "") == address
        }
    }

    /// Each address once, and each name without one.
    var distinctHints: [ParticipantHint] {
      var met: Set<String> = []
      return item.hints.filter { hint in
        let address = hint.email.map(EmailAddress.normalized) ?? ""
        return met.insert(address.isEmpty ? "name " + SyncText.normalized(hint.name ?? "") : address).inserted
      }
    }

    mutating func link(_ person: String, in state: borrowing some SyncState & ~Copyable) {
      guard taken.insert([Person.kind, person]).inserted, wasLinked(person, "linkedPeople", in: state) == nil
      else { return }
      links.append(person)
    }

    mutating func propose(
      _ person: PeopleIndex.Someone, email: String?, confidence: Double, reason: String,
      in state: borrowing some SyncState & ~Copyable
    ) {
      let proposal = ProposedLink(
        targetKind: Person.kind, targetID: person.id, displayName: person.name, email: email,
        confidence: (confidence * 100).rounded() / 100, reason: reason)
      propose(proposal, relation: "linkedPeople", in: state)
    }

    mutating func propose(
      _ proposal: ProposedLink, relation: String, in state: borrowing some SyncState & ~Copyable
    ) {
      guard taken.insert([proposal.targetKind, proposal.targetID]).inserted,
        wasLinked(proposal.targetID, relation, in: state) == nil
      else { return }
      proposed.append(proposal)
    }

    private func wasLinked(
      _ target: String, _ relation: String, in state: borrowing some SyncState & ~Copyable
    ) -> Bool? {
      state.isLinked(EvidenceItem.kind, item.id, relation, to: target)
    }
  }
}
