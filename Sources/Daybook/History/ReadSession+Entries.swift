import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension ReadSession {
  /// Events by the hashes of their lines. O(size of the log).
  func entries(_ hashes: Set<Hash256>, of name: EntityName? = nil) throws -> [Hash256: LogEntry] {
    var entries: [Hash256: LogEntry] = [:]
    if hashes.isEmpty { return entries }
    let names = name.map { [$0.kind: Set([$0])] }
    try forEachFrame { frame in
      frame.forEach(where: { content, event in
        hashes.contains(content.leaves[content.events[event].leaf].hash)
          && names.map { content.isEvent(event, about: $0) } ?? true
      }) { held in
        entries[held.content.leaves[held.content.events[held.event].leaf].hash] = held.entry
      }
    }
    return entries
  }

  /// The entities with an event that counts at only one of two points.
  func touched(
    between former: CommitSelection, and latter: CommitSelection
  ) throws -> Set<EntityName> {
    var touched: Set<EntityName> = []
    try forEachFrame { frame in
      for index in frame.commits where former.holds(index, of: frame) != latter.holds(index, of: frame) {
        for event in frame.content.commits[index].events { touched.insert(frame.content.name(of: event)) }
      }
    }
    return touched
  }

  /// The events of an entity that do not count at a cut, in the order of their stamps.
  func events(of name: EntityName, behind cut: Cut) throws -> [Event] {
    let selection = try selection(cut)
    var events: [Event] = []
    let names = [name.kind: Set([name])]
    try forEachFrame { frame in
      for index in frame.commits where !selection.holds(index, of: frame) {
        for event in frame.content.commits[index].events where frame.content.isEvent(event, about: names) {
          events.append(
            LogEntry(
              frame.content, event: event, frame.content.commits[index].commit.number, frame.replica, file: ""
            )
            .event)
        }
      }
    }
    return events.sorted { $0.stamp < $1.stamp }
  }
}

extension CommitSelection {
  func holds(_ commit: Int, of frame: HeldFrame) -> Bool {
    var isHeld = false
    forEachRun(of: commit..<commit + 1, in: frame.content, frame.branchID, firstLeaf: frame.firstLeaf) { _ in
      isHeld = true
    }
    return isHeld
  }
}

extension FrameContent {
  /// The entity that an event is about.
  func name(of event: Int) -> EntityName {
    let line = events[event].line
    let range = leaves[events[event].leaf].range
    let bytes = self.bytes.span.extracting(range.start..<range.end)
    return EntityName(kind: line.kind.text(bytes), id: line.id.text(bytes))
  }
}
