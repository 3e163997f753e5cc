public import Daybook

/// The result of a run of ``SAMLedger/matchParticipants(options:)``.
public struct MatchSummary: Sendable, Equatable {
  /// Evidence that names participants.
  public var examined = 0
  /// Links that were made.
  public var linked = 0
  /// Proposals that wait in the evidence examined.
  public var pending = 0
  /// The events that were written; 0 if nothing is new.
  public var events = 0
}

extension SAMLedger {
  /// Matches the participants of all evidence again: to be run when people were added, or evidence of other sources.
  /// Certain matches are linked, probable ones are proposed; decisions of users are never changed. Evidence and its
  /// links are written in one commit. A repeated run on the same state writes nothing. O(people and evidence).
  @discardableResult
  public func matchParticipants(options: AppendOptions = AppendOptions()) async throws -> MatchSummary {
    let (plan, planned) = try await ledger.read { state in try Self.matches(in: state) }
    var summary = planned
    // Whatever was written since was matched as it came.
    summary.events = try await ledger.sync(options) { _, _ in plan }.events
    return summary
  }

  private static func matches(in state: borrowing LedgerState) throws -> (SyncPlan, MatchSummary) {
    let matcher = ParticipantMatcher(people: PeopleIndex(state))
    var (plan, summary) = (SyncPlan(), MatchSummary())
    for evidence in state.entities(
      EvidenceItem.kind, reading: ["participantHints", "proposedLinks", "occurredAt"])
    {
      let held = evidence.values["proposedLinks"]?.array ?? []
      guard let hints = evidence.values["participantHints"], hints.array?.isEmpty == false else { continue }
      summary.examined += 1
      let match = try matcher.match(
        ParticipantMatcher.Item(
          id: evidence.id, hints: try FieldDecoder.decode([ParticipantHint].self, from: hints),
          occurredAt: evidence.values["occurredAt"]?.string.flatMap { Instant($0) }
            ?? Instant(milliseconds: 0),
          proposals: held),
        in: state)
      summary.linked += match.links.count
      summary.pending += match.proposals.count { $0.object?["status"]?.string == LinkStatus.pending.rawValue }
      if match.proposals != held {
        plan.mutations.append(
          Mutation(
            .sync, kind: EvidenceItem.kind, id: evidence.id, set: ["proposedLinks": .array(match.proposals)]))
      }
      plan.mutations += ParticipantMatcher.links(match.links, of: evidence.id)
    }
    return (plan, summary)
  }
}

extension ParticipantMatcher {
  static func links(_ people: [String], of evidence: String) -> [Mutation] {
    people.map { Mutation(.link, kind: EvidenceItem.kind, id: evidence, rel: "linkedPeople", to: $0) }
  }
}

// A user's decisions on proposed links. Each is one commit of ordinary events, so an undo of the commit reverts the
// decision.

extension SAMLedger {
  /// Accepts a proposed link: links the person or the context, after creating the person if the proposal is to create
  /// one, and records this in the evidence's `proposedLinks`. A rejected proposal can still be accepted. Accepting an
  /// accepted proposal writes nothing.
  ///
  /// - Parameters:
  ///   - evidence: the id of the evidence that holds the proposal.
  ///   - target: the `targetID` of the proposal; nil where only one is pending.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: `not-found` for evidence or a proposal that does not exist, `usage` where several are pending and none
  ///   is named, `refused` where the proposed person or context was deleted.
  @discardableResult
  public func acceptProposal(
    of evidence: Ref<EvidenceItem>, target: String? = nil, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await ledger.append(
      try await ledger.read { try ProposalDecision($0, evidence, target).accepting($0) }, options: options)
  }

  /// Rejects a proposed link, which is then never proposed again; removes the link of an accepted proposal. Rejecting a
  /// rejected proposal writes nothing.
  ///
  /// - Parameters:
  ///   - evidence: the id of the evidence that holds the proposal.
  ///   - target: the `targetID` of the proposal; nil where only one is pending.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: as ``acceptProposal(of:target:options:)``.
  @discardableResult
  public func rejectProposal(
    of evidence: Ref<EvidenceItem>, target: String? = nil, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await ledger.append(
      try await ledger.read { try ProposalDecision($0, evidence, target).rejecting() }, options: options)
  }
}

/// One proposal of one piece of evidence, and the writes of a decision on it.
private struct ProposalDecision {
  private let evidence: String
  private let all: [JSONValue]
  private let place: Int
  private let proposal: ProposedLink
  private let isLinked: Bool

  init(_ state: borrowing LedgerState, _ evidence: Ref<EvidenceItem>, _ target: String?) throws {
    self.evidence = evidence.rawValue
    guard
      let held = state.read(EvidenceItem.kind, evidence.rawValue, { $0.value("proposedLinks").array ?? [] })
    else {
      throw LedgerError(
        .notFound, "there is no evidence \(evidence)",
        advice: "'\(Remedy.entities.of(EvidenceItem.kind))' lists them")
    }
    all = held
    let links = try FieldDecoder.decode([ProposedLink].self, from: .array(held))
    place = try Self.place(links, target, evidence)
    proposal = links[place]
    isLinked =
      state.isLinked(EvidenceItem.kind, evidence.rawValue, proposal.relation, to: proposal.targetID) ?? false
  }

  private static func place(
    _ links: [ProposedLink], _ target: String?, _ evidence: Ref<EvidenceItem>
  ) throws(LedgerError) -> Int {
    if let target {
      if let place = links.firstIndex(where: { $0.targetID == target }) { return place }
      throw LedgerError(
        .notFound, "nothing proposes to link evidence \(evidence) to \(target)",
        advice: links.isEmpty ? nil : "there are proposals for: \(links.list)")
    }
    let pending = links.indices.filter { links[$0].status == .pending }
    guard let first = pending.first else {
      throw LedgerError(.notFound, "no proposal of evidence \(evidence) is pending")
    }
    guard pending.count == 1 else {
      throw LedgerError(
        .usage, "\(pending.count) proposals of evidence \(evidence) are pending",
        advice: "name one of: \(pending.map { links[$0] }.list)")
    }
    return first
  }

  func accepting(_ state: borrowing LedgerState) throws -> [Mutation] {
    if proposal.status == .accepted, isLinked { return [] }
    var mutations = try made(state)
    mutations.append(
      Mutation(
        .link, kind: EvidenceItem.kind, id: evidence, rel: proposal.relation, to: proposal.targetID))
    return mutations + [decided(.accepted)]
  }

  func rejecting() -> [Mutation] {
    if proposal.status == .rejected { return [] }
    let unlinks =
      isLinked
      ? [
        Mutation(
          .unlink, kind: EvidenceItem.kind, id: evidence, rel: proposal.relation, to: proposal.targetID)
      ] : []
    return unlinks + [decided(.rejected)]
  }

  /// The evidence with the proposal's status, and everything else unchanged.
  private func decided(_ status: LinkStatus) -> Mutation {
    var all = all
    var object = all[place].object ?? [:]
    object["status"] = .string(status.rawValue)
    all[place] = .object(object)
    return Mutation(.upsert, kind: EvidenceItem.kind, id: evidence, set: ["proposedLinks": .array(all)])
  }

  /// The person that the proposal is to make, with the address as typed in by the user, who accepts it.
  private func made(_ state: borrowing LedgerState) throws(LedgerError) -> [Mutation] {
    let (kind, id) = (proposal.targetKind, proposal.targetID)
    let isThere =
      state.read(kind, id, includesGone: true) { $0.isShown ? true : $0.isMade ? false : nil } ?? nil
    if isThere == true { return [] }
    guard isThere == nil, kind == Person.kind else {
      throw LedgerError(
        .refused, "\(kind) \(id), the target of the proposed link, no longer exists",
        advice: "restore it, or reject the proposal")
    }
    let address = EmailAddress.normalized(proposal.email ?? "")
    // A person without a name was shown by the address.
    let name = EmailAddress.normalized(proposal.displayName) == address ? "" : proposal.displayName
    var set: JSONObject = ["displayNameCache": .string(proposal.displayName)]
    if let email = proposal.email, !address.isEmpty {
      set["emailCache"] = .string(email)
      set["otherEmailAddresses"] = [.string(email)]
    }
    let key = ParticipantMatcher.contactKey(name: name, email: proposal.email)
    if state.newID(kind, key: key) == id { set["contactIdentifier"] = .string(key) }
    return [Mutation(.upsert, kind: kind, id: id, set: set)]
  }
}

extension ProposedLink {
  /// The relation of its link.
  var relation: String { targetKind == Context.kind ? "linkedContexts" : "linkedPeople" }
}

extension [ProposedLink] {
  fileprivate var list: String { map { "\($0.targetID) (\($0.displayName))" }.joined(separator: ", ") }
}
