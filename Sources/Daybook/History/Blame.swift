import DaybookLog
public import DaybookModel
import DaybookRecords
public import DaybookView

/// Who wrote the values that an entity shows: the event for each field and link, and for whether the entity exists.
public struct Blame: Sendable {
  public var kind: String
  public var id: String
  /// Whether it shows: it is neither deleted, nor gone from its source, nor hidden with an owner.
  public var isShown: Bool
  /// The owner because of which it does not show.
  public var cause: Step.Cause?
  /// In this order: whether the entity exists, whether its source has it, fields in the struct's order, fields of other
  /// versions, links.
  public var lines: [Line]

  /// One register of the entity, with the events that its value comes from.
  public struct Line: Sendable {
    /// The field, the link or the state that the line is about.
    public var register: Step.Register
    /// The stored value, in the present schema's terms; a field that nobody wrote reads as its default.
    public var value: JSONValue?
    /// Whether nobody wrote it.
    public var isDefault: Bool
    /// Whether what was written is erased.
    public var isErased = false
    /// The events that erased it, where it is; the earliest first.
    public var erasers: [LogEntry] = []
    /// The events whose writes show, the greatest first: one, or all of them for a merged field. Empty for a default,
    /// and for the entity's existence if only the events of its fields made it.
    public var writers: [LogEntry]
  }
}

extension LedgerHistory {
  /// The event behind every value that an entity shows; nil if nobody ever wrote the entity and it does not exist.
  /// Others read and write meanwhile. O(size of the log); at any cut but now also O(size of the ledger).
  ///
  /// - Throws: ``LedgerError``: with a viewer, `refused` if the viewer may not see the entity, or it does not exist.
  public func blame(
    kind: String, id: String, at cut: Cut = .now, as viewer: Viewer? = nil
  ) async throws -> Blame? {
    let name = EntityName(kind: kind, id: id)
    let (session, reading): (ReadSession, BlameReading?)
    if cut.isNow {
      (session, reading) = try await ledger.blameNow(name, as: viewer)
    } else {
      session = try await ledger.freshSession()
      reading = try await ledger.read(in: session) { session in
        let past = try session.records(at: cut)
        return try BlameReading(name, ledger.view(of: past, for: viewer, at: cut), past.records, viewer)
      }
    }
    guard let reading else { return nil }
    return try await ledger.read(in: session) { try reading.blame($0) }
  }
}

extension Ledger {
  fileprivate func blameNow(_ name: EntityName, as viewer: Viewer?) throws -> (ReadSession, BlameReading?) {
    let session = try freshSession()
    return (session, try BlameReading(name, view(for: viewer), loaded.records, viewer))
  }
}

/// The registers of an entity that show, with their writes.
private struct BlameReading: Sendable {
  struct Line: Sendable {
    var register: Step.Register
    var value: JSONValue?
    var isDefault = false
    var isErased = false
    var writes: [RegisterWrite] = []
  }

  private let name: EntityName
  private let isGone: Bool
  private let cause: Step.Cause?
  private var lines: [Line] = []

  /// Nil if nobody ever wrote the entity.
  init?(_ name: EntityName, _ view: View, _ records: borrowing Records, _ viewer: Viewer?) throws {
    guard let row = view.row(name.kind, name.id, includesDeleted: true, in: records),
      let entity = records.entity(name.kind, name.id)
    else {
      if let viewer { throw LedgerError.noAccess(viewer, to: name.kind, name.id) }
      return nil
    }
    (self.name, isGone) = (name, row.isGone)
    if row.isGone, !records.life(of: entity).isGone,
      let owner = view.goneOwners(of: entity, in: records).first,
      view.allows(records.name(of: records.kind(of: owner)), records.id(of: owner), in: records)
    {
      cause = records.cause(of: owner)
    } else {
      cause = nil
    }
    gather(row, entity, view.registry[name.kind], records)
  }

  private mutating func gather(
    _ row: Row, _ entity: EntityIndex, _ schema: KindSchema?, _ records: borrowing Records
  ) {
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

  /// With the events that wrote what shows. O(size of the log).
  func blame(_ session: ReadSession) throws -> Blame {
    let schema = session.schemas[name.kind]
    let entries = try session.entries(Set(lines.flatMap { $0.writes.map(\.leafHash) }), of: name)
    let erasers = try session.erasers(of: lines.contains(where: \.isErased) ? [name] : [])
    var blame = Blame(kind: name.kind, id: name.id, isShown: !isGone, cause: cause, lines: [])
    blame.lines = lines.map { line in
      let erasing = line.isErased ? line.writes : []
      return Blame.Line(
        register: line.register, value: line.value, isDefault: line.isDefault, isErased: line.isErased,
        erasers: erasing.flatMap { erasers.events(of: line.register.names(schema), in: $0.leafHash) },
        writers: line.writes.compactMap { entries[$0.leafHash] })
    }
    return blame
  }
}
