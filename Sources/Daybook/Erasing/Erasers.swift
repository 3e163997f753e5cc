import DaybookLog
import DaybookModel
import DaybookRecords

/// Who erased values: the erase events that count, by the lines that they name.
struct Erasers {
  private var events: [Hash256: [(entry: LogEntry, fields: ErasedFields)]] = [:]

  /// The events that erased a field with these stored names, the earliest first. Another machine may have stated later
  /// what is left of its own lines.
  func events(of field: [String], in leaf: Hash256) -> [LogEntry] {
    let naming = (events[leaf] ?? []).filter { event in field.contains { event.fields.contains($0) } }
    return naming.map(\.entry).sorted { $0.event.stamp < $1.event.stamp }
  }

  fileprivate mutating func note(_ held: HeldEvent, _ withdrawals: Withdrawals) {
    guard let event = held.content.eraseEvent(held.event), case .line(let line) = event.act,
      !withdrawals.end(line, event)
    else { return }
    events[line.leaf, default: []].append((held.entry, line.fields))
  }
}

extension ReadSession {
  /// What was erased of some entities. O(size of the log) if anything was erased, otherwise O(1)
  func erasers(of names: Set<EntityName>) throws -> Erasers {
    var erasers = Erasers()
    if eraseEvents.isEmpty || names.isEmpty { return erasers }
    let withdrawals = Withdrawals(eraseEvents)
    let wanted = Dictionary(grouping: names, by: \.kind).mapValues { Set($0) }
    try forEachFrame { frame in
      frame.forEach(where: { content, event in
        content.events[event].line.op == .erase && content.isEvent(event, about: wanted)
      }) { erasers.note($0, withdrawals) }
    }
    return erasers
  }

  /// What is erased, by line, by the erase events that count at only one of two points of the past.
  func erased(after former: CommitSelection, by latter: CommitSelection) throws -> [Hash256: ErasedFields] {
    var erased: [Hash256: ErasedFields] = [:]
    if eraseEvents.isEmpty { return erased }
    let withdrawals = Withdrawals(eraseEvents)
    try forEachFrame { frame in
      for index in frame.commits where !former.holds(index, of: frame) && latter.holds(index, of: frame) {
        for place in frame.content.commits[index].events {
          guard let event = frame.content.eraseEvent(place), case .line(let line) = event.act,
            !withdrawals.end(line, event)
          else { continue }
          erased[line.leaf] = erased[line.leaf]?.union(line.fields) ?? line.fields
        }
      }
    }
    return erased
  }
}

extension FrameContent {
  /// Nil of other events.
  func eraseEvent(_ index: Int) -> EraseEvent? {
    guard events[index].line.op == .erase else { return nil }
    let range = leaves[events[index].leaf].range
    return EraseEvent(events[index].line, bytes.span.extracting(range.start..<range.end))
  }
}
