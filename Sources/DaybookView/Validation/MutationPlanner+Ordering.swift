import DaybookModel
import DaybookRecords

// A write shows if it comes after all that it overwrites. Its stamp does, unless a clock ran ahead: then it carries an
// `at`. Of other replicas' events some may claim to count at a time that nothing held bears out. They do not count now,
// but will, once that time has come; what is written over them must show then, too.

extension MutationPlanner {
  /// The mutation's event, with an `at` where it needs one, and an event more of the same content for each further claim
  /// that it has to stay above.
  func ordered(
    _ planned: PlannedMutation, _ inTheWay: Stamp?, _ entity: EntityIndex?, _ records: borrowing Records,
    _ overlay: CommitOverlay, _ nextStamp: () -> Stamp
  ) throws(LedgerError) -> [PlannedMutation] {
    // What this commit itself makes count.
    let limit = records.atLimit(
      after: planned.stamp, events: overlay.eventCount + 1)
    var planned = planned
    var inTheWay = inTheWay
    var claims: [Stamp] = []
    if let entity, planned.mutation.server == nil, records.hasWaitingClaims(entity) {
      inTheWay = [inTheWay, records.claim(entity, upTo: limit)].compactMap { $0 }.max()
      claims = try answers(to: entity, above: limit, records)
    }
    if let inTheWay, inTheWay >= planned.stamp { planned.at = try step(above: inTheWay, limit) }
    guard !claims.isEmpty else { return [planned] }
    var all: [PlannedMutation] = []
    if planned.at != nil { all.append(planned) }
    for claim in claims {
      var answer = planned
      (answer.at, answer.countsAtOnce) = (claim, false)
      // A re-creation hides what counts by then.
      if case .upTo? = planned.over, let former = claim.predecessor { answer.over = .upTo(former) }
      if !all.isEmpty { answer.stamp = nextStamp() }
      all.append(answer)
    }
    return all
  }

  /// One step above what would win over an event's own stamp. A write that would not show is refused.
  private func step(above inTheWay: Stamp, _ limit: UInt64) throws(LedgerError) -> Stamp {
    guard let at = inTheWay.successor(of: replica), at.time <= limit else {
      throw LedgerError(
        .refused, "the change would have no effect: nothing can be written over what counts at \(inTheWay)",
        advice: "'daybook verify' names the replica that wrote it")
    }
    return at
  }

  /// For each claim on the entity that does not count yet, the stamp that stays above it. Those of this replica itself
  /// are equalled: of two events with one `at` the later one shows.
  private func answers(
    to entity: EntityIndex, above limit: UInt64, _ records: borrowing Records
  ) throws(LedgerError) -> [Stamp] {
    guard let claims = records.waitingClaims(entity, above: limit) else {
      throw LedgerError(
        .refused, "the change would not last: too many events of the entity claim to count at later times",
        advice: "'daybook verify' names the replicas that wrote them")
    }
    // Above the greatest stamp there is nothing, and no such claim ever counts.
    let answers = claims.compactMap { $0.replica == replica ? $0 : $0.successor(of: replica) }
    return Set(answers).sorted()
  }
}
