import DaybookLocking
import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

/// The progress of an erasure.
public struct ErasureStatus: Sendable {
  /// Of the entity of the kind `daybook.erasure`.
  public var id: String
  public var kind: String
  /// The id of the entity whose values are erased.
  public var entity: String
  /// The entity that the command named, where it erased others with it: their erasures are withdrawn together.
  public var root: EntityName?
  /// The erased fields, by their stored names; empty: all.
  public var fields: [String] = []
  /// How many lines of the log it erases values from, as far as their erase events are here.
  public var lines = 0
  /// Who asked; nil where the event names nobody.
  public var by: String?
  /// The reason that was given; nil: none.
  public var why: String?
  /// When it was asked for: the time of the request's stamp, by the asking machine's clock.
  public var askedAt: Instant
  /// The replica that asked.
  public var replica: ReplicaID
  /// Whether nothing of it is erased any more.
  public var isWithdrawn = false
  /// Since when this machine holds all of its erase events; nil until it has looked.
  public var since: Instant?
  /// The replicas whose machines have no text of it left, and the others that still write.
  public var done: [ReplicaID] = []
  /// The replicas that still write and whose machines may still hold texts of it; empty once it is done or withdrawn.
  public var open: [ReplicaID] = []
  /// The replicas of revoked devices, which do not learn of it: nobody knows what they still have.
  public var shutOut: [ReplicaID] = []
  /// What was written about the entity and is not erased, since it was written later or without having seen the
  /// erasure.
  public var later = 0
}

extension Auditor {
  /// What is read as erased, by the erase events in the files and in this machine's journals. O(size of the ledger)
  func erasures() throws -> Erasures {
    let journals = machine.waitingJournals(descriptor.ledger)
    if folder.locking != nil {
      // Only events that count erase something, and what counts is known once everything has been read.
      var loaded = try LedgerState.read(folder, descriptor)
      _ = try loaded.takeIn(waiting: journals, of: machine, folder, descriptor, .empty)
      return loaded.erasing.applied
    }
    var state = ErasureState()
    let report = try LedgerReader(store: folder, descriptor: descriptor).read(Inventory.scan(folder)) {
      frame in
      for index in frame.commits { state.note(frame.content, events: frame.content.commits[index].events) }
    }
    try report.requireWhole()
    for journal in journals where report.isContinued(by: journal.summary) {
      for (_, content) in journal.commits.contents { state.note(content, events: content.events.indices) }
    }
    return Erasures(state.events)
  }
}

extension LedgerErasures {
  /// The erasures that were asked for, the latest first. O(size of the log)
  public func list() async throws -> [ErasureStatus] {
    let start = try await ledger.erasuresStart()
    return try await ledger.read(in: start.session) { session in
      let questions = try session.erasureQuestions()
      var found = Dictionary(grouping: session.eraseEvents, by: \.erasure.id).compactMap { id, events in
        questions[id].flatMap { ledger.status(id, events, $0, start) }
      }
      try session.addLater(to: &found)
      return found.sorted { ($1.askedAt, $0.id) < ($0.askedAt, $1.id) }
    }
  }
}

extension Ledger {
  fileprivate func erasuresStart() throws -> ErasuresStart {
    try refreshWhole()
    let writers = replicaStatuses(
      loaded.inventory, loaded.report, rememberAgain(), nil,
      unpublished: try ownCommits(besides: loaded.report)
    ).filter { $0.retiredAt == nil }.map(\.id)
    let ids = Set(loaded.erasing.events.map(\.erasure.id))
    return ErasuresStart(
      session: try readSession(),
      memory: machine.existingState().map { ErasureMemory.read($0, ledger: descriptor.ledger) },
      writers: writers, own: try ownReplicas(),
      shutOut: try revokedReplicas().intersection(writers),
      roots: Dictionary(uniqueKeysWithValues: ids.compactMap { id in root(of: id).map { (id, $0) } }))
  }

  /// The devices of a locked ledger that may not write any more, and do not learn of an erasure.
  func revokedReplicas() throws -> Set<ReplicaID> {
    guard let members = try membership()?.members else { return [] }
    return Set(loaded.report.replicas.keys.filter { members.member($0)?.endedBy != nil })
  }

  /// The entity with which others were erased.
  private func root(of erasure: String) -> EntityName? {
    guard let entity = loaded.records.entity(Erasure.kind, erasure) else { return nil }
    func text(_ name: String) -> String? {
      guard let field = loaded.records.field(name), let value = loaded.records.value(entity, field) else {
        return nil
      }
      return loaded.records.json(value).string.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let kind = text("rootOf"), let id = text("root") else { return nil }
    return EntityName(kind: kind, id: id)
  }

  fileprivate nonisolated func status(
    _ id: String, _ events: [EraseEvent], _ question: LogEntry, _ start: ErasuresStart
  ) -> ErasureStatus? {
    // An event that only vouches for stubs of another's lines is not a separate erasure.
    let asked = ErasureID(author: question.replica, id: id)
    let named = events.filter { $0.lineKey != nil && $0.erasure == asked }
    guard let first = named.first else { return nil }
    let mutation = question.event.mutation
    var status = ErasureStatus(
      id: id, kind: first.kind, entity: first.id, by: mutation.by, why: mutation.why,
      askedAt: question.event.stamp.instant, replica: question.replica)
    status.root = start.roots[id]
    status.lines = named.count
    status.fields = named.names
    status.done = Set(events.filter { $0.act == .done && $0.erasure == asked }.map(\.author)).sorted()
    let withdrawals = Withdrawals(events)
    status.isWithdrawn = named.allSatisfy { event in
      if case .line(let line) = event.act { withdrawals.end(line, event) } else { true }
    }
    // A machine is done once all its lines are erased, including those that it wrote as another replica.
    let done =
      start.own.isDisjoint(with: status.done) ? Set(status.done) : start.own.union(status.done)
    let open = status.isWithdrawn ? [] : start.writers.filter { !done.contains($0) }
    status.open = open.filter { !start.shutOut.contains($0) }
    status.shutOut = open.filter { start.shutOut.contains($0) }
    let since = named.map { $0.lineKey.flatMap { start.memory?.since[$0] } }
    if since.allSatisfy({ $0 != nil }) { status.since = since.compactMap { $0 }.max() }
    return status
  }
}

/// The starting state for the status of erasures.
private struct ErasuresStart: Sendable {
  let session: ReadSession
  let memory: ErasureMemory?
  let writers: [ReplicaID]
  /// The replicas as which this machine writes, and wrote before.
  let own: Set<ReplicaID>
  let shutOut: Set<ReplicaID>
  /// By erasure the entity with which others were erased.
  let roots: [String: EntityName]
}

extension ReadSession {
  /// By erasure its first erase event, which cannot be changed.
  fileprivate func erasureQuestions() throws -> [String: LogEntry] {
    var first: [String: LogEntry] = [:]
    if eraseEvents.isEmpty { return first }
    try forEachFrame { frame in
      frame.forEach(where: { content, event in content.events[event].line.op == .erase }) { held in
        let entry = held.entry
        guard let id = entry.event.erasure, entry.event.erasedLeaf != nil else { return }
        if first[id].map({ entry.event.stamp < $0.event.stamp }) ?? true { first[id] = entry }
      }
    }
    return first
  }

  /// What an entity has apart from erased values.
  fileprivate func addLater(to found: inout [ErasureStatus]) throws {
    var places: [EntityName: [Int]] = [:]
    for (index, status) in found.enumerated() where status.fields.isEmpty && !status.isWithdrawn {
      places[EntityName(kind: status.kind, id: status.entity), default: []].append(index)
    }
    if places.isEmpty { return }
    let names = Dictionary(grouping: places.keys, by: \.kind).mapValues { Set($0) }
    try forEachFrame { frame in
      frame.forEach(where: { content, event in
        content.events[event].line.set != nil && !content.events[event].line.isStub
          && content.isEvent(event, about: names)
      }) { held in
        let mutation = held.entry.event.mutation
        for place in places[EntityName(kind: mutation.kind, id: mutation.id)] ?? [] {
          found[place].later += 1
        }
      }
    }
  }
}

extension [EraseEvent] {
  /// The fields that they name; empty for all.
  fileprivate var names: [String] {
    var fields: ErasedFields?
    for case .line(let line) in map(\.act) { fields = fields?.union(line.fields) ?? line.fields }
    return fields?.names ?? []
  }
}
