import DaybookLog
import DaybookModel
import DaybookRecords
public import DaybookView

extension Ledger {
  /// For everything that shows of an entity the event that wrote it; nil where nothing was ever written of it and it
  /// is not there. O(size of the log); at any cut but now also O(size of the ledger).
  ///
  /// - Throws: ``LedgerError``: with a viewer `refused` where that one may not see it, or it is not there.
  public func blame(
    kind: String, id: String, at cut: Cut = .now, as viewer: Viewer? = nil
  ) throws -> Blame? {
    try refreshWhole()
    if cut.isNow {
      return try blame(EntityName(kind: kind, id: id), view(for: viewer), loaded.records, viewer)
    }
    let past = try past(cut)
    return try blame(
      EntityName(kind: kind, id: id), view(of: past, for: viewer, at: cut), past.records, viewer)
  }

  private func blame(
    _ name: EntityName, _ view: View, _ records: borrowing Records, _ viewer: Viewer?
  ) throws -> Blame? {
    guard let row = view.row(name.kind, name.id, includesDeleted: true, in: records),
      let entity = records.entity(name.kind, name.id)
    else {
      if let viewer { throw LedgerError.noAccess(viewer, to: name.kind, name.id) }
      return nil
    }
    let found = BlameReading(row, entity, schemas[name.kind], records)
    let entries = try entries(Set(found.lines.flatMap { $0.writes.map(\.leafHash) }), of: name)
    let erasers = try erasers(of: found.lines.contains(where: \.isErased) ? [name] : [])
    var blame = Blame(kind: name.kind, id: name.id, isShown: !row.isGone, lines: [])
    if row.isGone, !records.life(of: entity).isGone,
      let owner = view.goneOwners(of: entity, in: records).first,
      view.allows(records.name(of: records.kind(of: owner)), records.id(of: owner), in: records)
    {
      blame.cause = records.cause(of: owner)
    }
    blame.lines = found.lines.map { line in
      Blame.Line(
        register: line.register, value: line.value, isDefault: line.isDefault,
        isErased: line.isErased, erasers: line.isErased ? line.erasers(erasers, schemas[name.kind]) : [],
        writers: line.writes.compactMap { entries[$0.leafHash] })
    }
    return blame
  }

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
}

/// The registers of an entity that show, with their writes.
private struct BlameReading {
  struct Line {
    var register: Step.Register
    var value: JSONValue?
    var isDefault = false
    var isErased = false
    var writes: [RegisterWrite] = []

    func erasers(_ erasers: Erasers, _ schema: KindSchema?) -> [LogEntry] {
      writes.flatMap { erasers.events(of: register.names(schema), in: $0.leafHash) }
    }
  }

  private(set) var lines: [Line] = []

  init(_ row: Row, _ entity: EntityIndex, _ schema: KindSchema?, _ records: borrowing Records) {
    let ever = Step.Register.ever(of: entity, schema, records)
    let known = schema?.fields.filter { schema?.isStored($0.name) ?? false }.map(\.name) ?? []
    var order = ever.filter { $0 == .alive || $0 == .present } + known.map { .field($0) }
    order += ever.filter { !order.contains($0) }
    for register in order {
      let state = records.state(of: register, entity, schema)
      if case .relation = register, state.value != true { continue }
      if state.isErased {
        lines.append(Line(register: register, isErased: true, writes: state.writes))
      } else if state.value != nil {
        lines.append(Line(register: register, value: state.value, writes: state.writes))
      } else if case .field(let name) = register, let value = row[name], known.contains(name) {
        lines.append(Line(register: register, value: value, isDefault: true))
      }
    }
  }
}
