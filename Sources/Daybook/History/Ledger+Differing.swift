import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

extension Ledger {
  /// What differs of what shows between two points, by kind and id: entities that were created, changed, deleted,
  /// hidden or brought back, with the writes that did it. An entity that shows at neither point is left out. What was erased reads
  /// as erased at both, and is a difference where it was erased between them.
  ///
  /// Reads the ledger as it was at both, in time and memory: O(size of the ledger), plus a look at the log for the
  /// writes.
  ///
  /// - Parameters:
  ///   - kind: only entities of this kind.
  ///   - id: only this entity.
  /// - Throws: ``LedgerError``: `not-found` for a kind that nobody knows; with a viewer `refused` for a kind or an
  ///   entity that that one may not see.
  public func differences(
    from: Cut, to: Cut = .now, kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil
  ) throws -> [Difference] {
    try refreshWhole()
    try requireKind(kind, as: viewer)
    if let kind, let id { try requireSight(of: kind, id, as: viewer) }
    let (before, after) = (try selection(from), try selection(to))
    let survey = DifferenceSurvey(
      schemas, touched: try touched(between: before, and: after),
      erased: try erased(after: before, by: after), kind: kind, id: id)
    let former = try past(from)
    let found: [DifferenceSurvey.Found]
    if to.isNow {
      found = survey.compare(former.records, loaded.records)
    } else {
      found = survey.compare(former.records, try past(to).records)
    }
    let allowed = found.filter { allows($0.name.kind, $0.name.id, to: viewer) }
    let entries = try entries(Set(allowed.flatMap { $0.changes.flatMap { $0.writes.map(\.leafHash) } }))
    let erasers = try erasers(
      of: Set(allowed.filter { $0.changes.contains(where: \.after.isErased) }.map(\.name)))
    return allowed.map { found in
      var difference = Difference(kind: found.name.kind, id: found.name.id, what: found.what, changes: [])
      difference.cause = found.cause.flatMap { allows($0.kind, $0.id, to: viewer) ? $0 : nil }
      difference.changes = found.changes.map { change in
        let names = change.register.names(schemas[found.name.kind])
        return Difference.Change(
          register: change.register, before: change.before.value, after: change.after.value,
          wasErased: change.before.isErased, isErased: change.after.isErased,
          erasers: change.after.isErased
            ? change.writes.flatMap { erasers.events(of: names, in: $0.leafHash) } : [],
          writers: change.writes.compactMap { entries[$0.leafHash] })
      }
      return difference
    }
  }

  /// The entities of which an event counts at one of two points alone.
  private func touched(
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

  func selection(_ cut: Cut) throws -> CommitSelection {
    let selection = try CommitSelection(
      cut, Inventory.scan(folder), folder, descriptor, own: ownCommits())
    unreadable.formUnion(selection.unreadable)
    return selection
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
  fileprivate func name(of event: Int) -> EntityName {
    let line = events[event].line
    let range = leaves[events[event].leaf].range
    let bytes = self.bytes.span.extracting(range.start..<range.end)
    return EntityName(kind: line.kind.text(bytes), id: line.id.text(bytes))
  }
}
