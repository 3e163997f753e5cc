import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// The erasures that were asked for, the last first. O(size of the log)
  public func erasures() throws -> [ErasureStatus] {
    try requireFresh()
    let events = loaded.erasing.events
    let memory = machine.existingState().map { ErasureMemory.read($0, ledger: descriptor.ledger) }
    var byErasure: [ErasureID: [EraseEvent]] = [:]
    for event in events { byErasure[event.erasure, default: []].append(event) }
    let writers = try replicas().filter { $0.retiredAt == nil }.map(\.id)
    var found = byErasure.compactMap { erasure, events in
      status(erasure, events, memory, writers: writers)
    }
    try addLater(to: &found)
    try addQuestions(to: &found)
    return found.sorted {
      ($1.askedAt ?? Instant(milliseconds: 0), $0.id) < ($0.askedAt ?? Instant(milliseconds: 0), $1.id)
    }
  }

  /// Takes an erasure back: the values show again. Refused once a machine has begun to remove the texts of its lines, or
  /// where texts of it are not here any more. O(size of the log)
  @discardableResult
  public func withdrawErasure(_ id: String, by author: String? = nil, why: String? = nil) async throws
    -> AppendReceipt
  {
    try requireFresh()
    let matching = loaded.erasing.events.filter { $0.erasure.id == id }
    let erasures = Set(matching.compactMap { $0.lineKey == nil ? nil : $0.erasure })
    guard !erasures.isEmpty else {
      throw LedgerError(
        .notFound, "there is no erasure '\(id)'", advice: "'daybook erase status' lists them")
    }
    let begun = matching.contains { $0.act == .begun || $0.act == .done }
    guard try !begun && lackedTexts(of: matching) == 0 else {
      throw LedgerError(
        .refused, "texts of the erasure are gone: it cannot be withdrawn",
        advice: "write the values again, if you have them elsewhere")
    }
    var options = AppendOptions(by: author, why: why)
    options.mayErase = true
    let acts = erasures.sorted { ($0.author, $0.id) < ($1.author, $1.id) }
      .map { Self.mutation(.withdrawn, of: $0) }
    let receipt = try await commit(CommitRequest(content: Batch(acts), options: options))
    try requireFresh()
    return receipt
  }

  /// Of how many lines the text is not here.
  private func lackedTexts(of events: [EraseEvent]) throws -> Int {
    var leaves = Set(events.compactMap { if case .line(let line) = $0.act { line.leaf } else { nil } })
    try forEachFrame(erasures: .unknown) { frame in
      for index in frame.commits.flatMap({ Array(frame.content.commits[$0].events) })
      where !frame.content.events[index].line.isStub {
        leaves.remove(frame.content.leaves[frame.content.events[index].leaf].hash)
      }
    }
    return leaves.count
  }

  private func status(
    _ erasure: ErasureID, _ events: [EraseEvent], _ memory: ErasureMemory?, writers: [ReplicaID]
  ) -> ErasureStatus? {
    // What a machine says of another's lines, to vouch for their stubs, is no erasure of its own.
    let named = events.filter { $0.lineKey != nil }
    guard let first = named.first, let entity = loaded.records.entity(Erasure.kind, erasure.id) else {
      return nil
    }
    guard loaded.records.firstStamp(entity).replica == erasure.author else { return nil }
    var status = ErasureStatus(id: erasure.id, kind: first.kind, entity: first.id, replica: erasure.author)
    status.lines = named.count
    status.fields =
      loaded.records.field("fields").flatMap { loaded.records.value(entity, $0) }
      .flatMap { loaded.records.json($0).array?.compactMap(\.string) } ?? []
    let write = loaded.records.aliveRegister(entity)
    (status.by, status.askedAt) = (write?.by, write?.stamp.instant)
    status.isWithdrawn = events.contains { $0.act == .withdrawn }
    status.done = Set(events.filter { $0.act == .done }.map(\.author)).sorted()
    status.open = writers.filter { !status.done.contains($0) }
    let since = named.map { $0.lineKey.flatMap { memory?.since[$0] } }
    if since.allSatisfy({ $0 != nil }) { status.since = since.compactMap { $0 }.max() }
    return status
  }

  /// What an entity has besides what is erased.
  private func addLater(to found: inout [ErasureStatus]) throws {
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

  /// The reason stands in the event alone.
  private func addQuestions(to found: inout [ErasureStatus]) throws {
    let names = [Erasure.kind: Set(found.map { EntityName(kind: Erasure.kind, id: $0.id) })]
    if found.isEmpty { return }
    try forEachFrame { frame in
      frame.forEach(where: { content, event in
        content.events[event].line.op == .upsert && content.isEvent(event, about: names)
      }) { held in
        let mutation = held.entry.event.mutation
        guard let index = found.firstIndex(where: { $0.id == mutation.id && $0.replica == held.replica })
        else {
          return
        }
        found[index].why = mutation.why ?? found[index].why
      }
    }
  }
}
