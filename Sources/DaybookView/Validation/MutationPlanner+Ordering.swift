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
    // What this commit itself makes count so far.
    let limit = records.atLimit(after: planned.stamp, events: overlay.eventCount + 1)
    var planned = planned
    var inTheWay = inTheWay
    var answers: [Stamp] = []
    if let entity, planned.mutation.server == nil, records.hasWaitingClaims(entity) {
      planned.isOverClaims = true
      inTheWay = [inTheWay, records.claim(entity, upTo: limit)].compactMap { $0 }.max()
      answers = try self.answers(to: entity, above: limit, records)
      // Any of the claims may hide what this brings back.
      if planned.mutation.op == .restore { planned.over = .cleared }
    }
    if let inTheWay, inTheWay >= planned.stamp {
      // One step above what would win over the event's own stamp.
      guard let at = inTheWay.successor(of: replica) else { throw withoutEffect(inTheWay) }
      let countsAtOnce = at.time <= limit
      // Where a claim counts with this very event, the step above it does not yet: see ClaimClosing.
      let countsNext = planned.isOverClaims && inTheWay.time <= limit
      guard countsAtOnce || countsNext else { throw withoutEffect(inTheWay) }
      (planned.at, planned.countsAtOnce) = (at, countsAtOnce)
    }
    guard !answers.isEmpty else { return [planned] }
    var all: [PlannedMutation] = []
    if planned.at != nil { all.append(planned) }
    for stamp in answers {
      var answer = planned
      (answer.at, answer.countsAtOnce) = (stamp, false)
      // A re-creation hides what counts by then.
      if case .upTo? = planned.over, let former = stamp.predecessor { answer.over = .upTo(former) }
      if !all.isEmpty { answer.stamp = nextStamp() }
      all.append(answer)
    }
    return all
  }

  private func withoutEffect(_ inTheWay: Stamp) -> LedgerError {
    LedgerError(
      .refused, "the change would have no effect: nothing can be written over what counts at \(inTheWay)",
      advice: "'daybook verify' names the replica that wrote it")
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

/// Where a claim counts with a commit and the event one step above it does not yet, the claim would show. One more
/// event lets both count, since each event that is held raises the greatest `at` that counts.
struct ClaimClosing {
  /// The last event over claims.
  private var last: PlannedMutation?
  /// The times of events that did not count when they were planned.
  private var waiting: Set<UInt64> = []

  mutating func note(_ planned: PlannedMutation) {
    guard planned.isOverClaims else { return }
    last = planned
    if !planned.countsAtOnce, let at = planned.at { waiting.insert(at.time) }
  }

  /// The event that the commit still needs at its end: the last one again.
  func next(
    _ overlay: CommitOverlay, _ records: borrowing Records, _ nextStamp: () -> Stamp
  ) -> PlannedMutation? {
    guard let last, let stamp = overlay.lastStamp else { return nil }
    let limit = records.atLimit(after: stamp, events: overlay.eventCount)
    guard limit < .max, waiting.contains(limit + 1) else { return nil }
    var again = last
    again.stamp = nextStamp()
    return again
  }
}
