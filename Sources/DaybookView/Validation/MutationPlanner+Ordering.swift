import DaybookLog
package import DaybookModel
import DaybookRecords

// A write shows if it comes after all that it overwrites. Its stamp does, unless a clock ran ahead: then it carries an
// `at`. Some events of other replicas may claim to count at a time that no held event justifies. They do not count now,
// but will once that time has come; a write over them must still show then.

extension MutationPlanner {
  /// The times of the draft's event, with an `at` where it needs one, and of one more event with the same content for
  /// each further claim that it must stay above.
  mutating func ordered(
    _ records: borrowing Records, _ closing: inout ClaimClosing, _ nextStamp: () -> Stamp
  ) throws(LedgerError) -> [PlannedTimes] {
    let times = PlannedTimes(event: EventTimes(stamp: draft.stamp, over: draft.over))
    if isLater(records) { return [times] }
    let all = try ordered(times, records, nextStamp)
    for (index, times) in all.enumerated() { closing.note(times, overlay.eventCount + index) }
    return all
  }

  private func ordered(
    _ first: PlannedTimes, _ records: borrowing Records, _ nextStamp: () -> Stamp
  ) throws(LedgerError) -> [PlannedTimes] {
    let mutation = buffer.mutation(draft.entry, draft.set)
    let otherNames = draft.kind.schema.otherNames(of: mutation)
    var planned = first
    var inTheWay = [
      records.greatestOrder(for: mutation, recreates: draft.over != nil, otherNames: otherNames),
      draft.pending?.lastOrder,
    ].compactMap { $0 }.max()
    // The greatest time that this commit itself makes count so far.
    let limit = records.atLimit(after: planned.event.stamp, events: overlay.eventCount + 1)
    var answers: [Stamp] = []
    if let entity = draft.entity, draft.entry.server == nil, records.hasWaitingClaims(entity) {
      planned.isOverClaims = true
      inTheWay = [inTheWay, records.claim(entity, upTo: limit)].compactMap { $0 }.max()
      answers = try self.answers(to: entity, above: limit, records)
      // Any of the claims may hide what this event brings back.
      if draft.entry.op == .restore { planned.event.over = .cleared }
    }
    if let inTheWay, inTheWay >= planned.event.stamp {
      // One step above what would win over the event's own stamp.
      guard let at = inTheWay.successor(of: replica) else { throw withoutEffect(inTheWay) }
      let countsAtOnce = at.time <= limit
      // If a claim counts with this very event, the step above it does not count yet: see ClaimClosing.
      let countsNext = planned.isOverClaims && inTheWay.time <= limit
      guard countsAtOnce || countsNext else { throw withoutEffect(inTheWay) }
      (planned.event.at, planned.countsAtOnce) = (at, countsAtOnce)
    }
    guard !answers.isEmpty else { return [planned] }
    var all: [PlannedTimes] = []
    if planned.event.at != nil { all.append(planned) }
    for stamp in answers {
      var answer = planned
      (answer.event.at, answer.countsAtOnce) = (stamp, false)
      // A re-creation hides what counts by then.
      if case .upTo? = planned.event.over, let former = stamp.predecessor {
        answer.event.over = .upTo(former)
      }
      if !all.isEmpty { answer.event.stamp = nextStamp() }
      all.append(answer)
    }
    return all
  }

  /// Whether the event comes after all that it overwrites by time alone, so that no further check is needed.
  private func isLater(_ records: borrowing Records) -> Bool {
    let time = draft.stamp.time
    if let pending = draft.pending, pending.lastOrder.time >= time { return false }
    guard let entity = draft.entity else { return true }
    if draft.over != nil || records.hasWaitingClaims(entity) { return false }
    // A server's values are ordered only by the server's time.
    if draft.entry.op == .sync, draft.entry.server != nil { return true }
    var isHidable = !draft.members.isEmpty
    switch draft.entry.op {
    case .upsert, .delete, .restore:
      if !records.isLifeBefore(time, of: entity) { return false }
      if draft.entry.op == .restore { isHidable = true }
    case .link, .unlink:
      guard let rel = draft.entry.rel, let to = draft.entry.to else { break }
      isHidable = true
      let isLater = buffer.withText(rel) { rel in
        buffer.withText(to) { to in records.isEdgeBefore(time, rel, to, of: entity) }
      }
      if !isLater { return false }
    case .sync where draft.entry.present != nil:
      isHidable = true
      if !records.isPresenceBefore(time, of: entity) { return false }
    default: break
    }
    for member in draft.members {
      guard buffer.withText(member.name, { records.isFieldBefore(time, $0, of: entity) }) else {
        return false
      }
    }
    if !draft.kind.renames.isEmpty, !areOtherNamesLater(records, entity) { return false }
    return !isHidable || records.isOverBefore(time, of: entity)
  }

  /// The same for the names that its fields have besides those that it writes.
  private func areOtherNamesLater(_ records: borrowing Records, _ entity: EntityIndex) -> Bool {
    let bytes = buffer.bytes.span
    for (name, former) in draft.kind.renames {
      for member in draft.members
      where bytes.holds(name, at: member.name) || bytes.holds(former, at: member.name) {
        for other in [name, former] {
          guard other.withUnsafeBufferPointer({ records.isFieldBefore(draft.stamp.time, $0, of: entity) })
          else { return false }
        }
      }
    }
    return true
  }

  private func withoutEffect(_ inTheWay: Stamp) -> LedgerError {
    LedgerError(
      .refused, "the change would have no effect: the write that counts at \(inTheWay) cannot be overwritten",
      advice: "'\(Remedy.verify)' names the replica that wrote it")
  }

  /// For each claim on the entity that does not count yet, the stamp that stays above it. For claims of this replica
  /// itself, the same stamp is used: of two events with the same `at`, the later one shows.
  private func answers(
    to entity: EntityIndex, above limit: UInt64, _ records: borrowing Records
  ) throws(LedgerError) -> [Stamp] {
    guard let claims = records.waitingClaims(entity, above: limit) else {
      throw LedgerError(
        .refused, "the change would not last: too many events of the entity claim to count at later times",
        advice: "'\(Remedy.verify)' names the replicas that wrote them")
    }
    // There is no stamp above the greatest one, and no such claim ever counts.
    let answers = claims.compactMap { $0.replica == replica ? $0 : $0.successor(of: replica) }
    return Set(answers).sorted()
  }
}

/// If a claim counts with a commit and the event one step above it does not count yet, the claim would show. One more
/// event lets both count, since each event that is held raises the greatest `at` that counts.
struct ClaimClosing {
  /// The last event over claims, among the commit's.
  private var last: Int?
  /// The times of events that did not count when they were planned.
  private var waiting: Set<UInt64> = []

  mutating func note(_ planned: PlannedTimes, _ index: Int) {
    guard planned.isOverClaims else { return }
    last = index
    if !planned.countsAtOnce, let at = planned.event.at { waiting.insert(at.time) }
  }

  /// Writes the events that the commit still needs at its end: the last one again.
  func close(
    _ overlay: inout CommitOverlay, _ records: borrowing Records, _ salt: (() -> Salt)?,
    _ nextStamp: () -> Stamp
  ) {
    while let last, let stamp = overlay.lastStamp {
      let limit = records.atLimit(after: stamp, events: overlay.eventCount)
      guard limit < .max, waiting.contains(limit + 1) else { return }
      overlay.repeatEvent(last, at: nextStamp(), salt?())
    }
  }
}

extension KindSchema {
  /// The names that the fields a mutation writes have besides those that it names: the field reads the one that was
  /// written last.
  fileprivate func otherNames(of mutation: Mutation) -> [String] {
    guard !renames.isEmpty, let set = mutation.set else { return [] }
    var others: [String] = []
    for member in set {
      let name = renames.first { $0.former == member.key }?.name ?? member.key
      others += names(of: name).filter { set[$0] == nil }
    }
    return others
  }
}

extension MutationPlanner {
  /// Whether an event in the log is what `mutation` asked for: the same, except for what the planner adds.
  package func asks(_ mutation: Mutation, for written: Mutation) -> Bool {
    let asked = stored(mutation) ?? mutation
    let isSamePlace = asked.kind == written.kind && (asked.id.isEmpty || asked.id == written.id)
    let isSwapped = asked.to == written.id && (asked.id == written.to || asked.rel != written.rel)
    guard asked.op == written.op, isSamePlace || isSwapped else { return false }
    if isSamePlace, written.rel != nil, asked.rel != written.rel || asked.to != written.to { return false }
    return (asked.set ?? [:]).allSatisfy { written.set?[$0.key] == $0.value }
  }

  /// The mutation with its values in stored form; nil if they cannot be stored.
  private func stored(_ mutation: Mutation) -> Mutation? {
    guard schemas[mutation.kind] != nil, let buffer = try? MutationBuffer([mutation]) else { return nil }
    var planner = self
    planner.buffer = buffer
    planner.draft.begin(buffer.entries[0], buffer.members[...])
    planner.draft.kind = planner.compiled(mutation.kind)
    guard (try? planner.storeValues()) != nil else { return nil }
    return planner.buffer.mutation(planner.draft.entry, planner.draft.set)
  }

  /// The kinds of no registered system met since the last call, ascending.
  package mutating func takeRawKinds() -> [String] {
    defer { rawKinds = [] }
    let fresh = rawKinds.subtracting(toldKinds)
    toldKinds.formUnion(fresh)
    return fresh.sorted()
  }
}
