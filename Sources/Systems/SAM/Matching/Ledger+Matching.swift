public import Daybook

/// What a run of ``Daybook/Ledger/matchParticipants(options:)`` came to.
public struct MatchSummary: Sendable, Equatable {
  /// Evidence that names participants.
  public var examined = 0
  /// Links that were made.
  public var linked = 0
  /// Proposals that wait in the evidence examined.
  public var pending = 0
  /// Events written; none where nothing is new.
  public var events = 0
}

extension Ledger {
  /// Matches the participants of all evidence anew: to be run when people came, or evidence of other sources. What
  /// is certain now is linked, what is suggested is proposed; nothing that somebody decided is touched. Evidence and
  /// its links are written in one commit. Writes nothing on a state that it has seen. O(people and evidence).
  @discardableResult
  public func matchParticipants(options: AppendOptions = AppendOptions()) async throws -> MatchSummary {
    let (plan, planned) = try read { state in try Self.matches(in: state) }
    var summary = planned
    // Whatever was written since was matched as it came.
    summary.events = try await sync(options) { _, _ in plan }.events
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
