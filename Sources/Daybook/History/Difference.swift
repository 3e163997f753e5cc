import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookReplication
public import DaybookView

/// How one entity differs between two points of a ledger's past.
public struct Difference: Sendable {
  /// How the entity differs between the two points.
  public enum What: String, Sendable, CaseIterable {
    /// It shows, and was not made before.
    case created
    /// It shows before and after, with at least one different value.
    case changed
    /// It was deleted.
    case deleted
    /// Its source has lost it.
    case gone
    /// An owner of it was deleted or has gone.
    case hidden
    /// It shows again.
    case returned
    /// It shows before, and was not made after: the second point is the earlier one, or knows less.
    case unmade
  }

  public var kind: String
  public var id: String
  /// How the entity differs as a whole; ``changes`` has the values.
  public var what: What
  /// The stored values that differ, in the present schema's terms.
  public var changes: [Change]
  /// The owner because of which it is hidden.
  public var cause: Step.Cause?

  /// One register that differs at the second point.
  public struct Change: Sendable {
    /// The field, the link or the state that differs.
    public var register: Step.Register
    /// What it reads as at the first point; nil where it has no value there.
    public var before: JSONValue?
    /// What it reads as at the second point; nil where it has no value there.
    public var after: JSONValue?
    /// Whether the value written by the first point is erased.
    public var wasErased = false
    /// Whether what was written is erased at the second point.
    public var isErased = false
    /// The events that erased the value of the second point; the earliest first.
    public var erasers: [LogEntry] = []
    /// The events that explain the value at the second point: the writes that show, or the re-creation that hides them.
    /// Empty where the second point has none.
    public var writers: [LogEntry]
  }
}

extension LedgerHistory {
  /// What the ledger shows differently at two points, by kind and id: entities that were created, changed, deleted,
  /// hidden or brought back, with the writes that did it. An entity that shows at neither point is left out. An erased
  /// value reads as erased at both points, and is a difference if it was erased between them.
  ///
  /// Others read and write meanwhile. Reads the ledger as it was at both, in time and memory: O(size of the ledger), plus
  /// a look at the log for the writes.
  ///
  /// - Parameters:
  ///   - from: the first point; its state is what the differences call before.
  ///   - to: the second point; its state is what the differences call after. By default now.
  ///   - kind: only entities of this kind.
  ///   - id: only this entity.
  ///   - viewer: only entities that this viewer may see now; nil: all.
  /// - Throws: ``LedgerError``: `not-found` for an unknown kind; with a viewer, `refused` for a kind or an entity
  ///   that the viewer may not see.
  public func differences(
    from: Cut, to: Cut = .now, kind: String? = nil, id: String? = nil, as viewer: Viewer? = nil
  ) async throws -> [Difference] {
    let session = try await ledger.differencesStart(kind: kind, id: id, as: viewer)
    let found = try await ledger.read(in: session) { session in
      let (before, after) = (try session.selection(from), try session.selection(to))
      let survey = DifferenceSurvey(
        ledger.schemas, touched: try session.touched(between: before, and: after),
        erased: try session.erased(after: before, by: after), kind: kind, id: id)
      let former = try session.records(at: from, isHeldOnly: true)
      return survey.compare(former.records, try session.records(at: to, isHeldOnly: true).records)
    }
    let causes = found.compactMap { $0.cause.map { EntityName(kind: $0.kind, id: $0.id) } }
    let sight = await ledger.sight(of: Set(found.map(\.name) + causes), for: viewer)
    return try await ledger.read(in: session) { session in
      try told(found.filter { sight.allows($0.name.kind, $0.name.id) }, sight, session)
    }
  }

  /// With the events that did it.
  private func told(
    _ all: [DifferenceSurvey.Found], _ sight: Sight, _ session: ReadSession
  ) throws -> [Difference] {
    let entries = try session.entries(Set(all.flatMap { $0.changes.flatMap { $0.writes.map(\.leafHash) } }))
    let erasers = try session.erasers(
      of: Set(all.filter { $0.changes.contains(where: \.after.isErased) }.map(\.name)))
    return all.map { found in
      var difference = Difference(kind: found.name.kind, id: found.name.id, what: found.what, changes: [])
      difference.cause = found.cause.flatMap { sight.allows($0.kind, $0.id) ? $0 : nil }
      difference.changes = found.changes.map { change in
        let names = change.register.names(ledger.schemas[found.name.kind])
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
}

extension Ledger {
  fileprivate func differencesStart(kind: String?, id: String?, as viewer: Viewer?) throws -> ReadSession {
    try refreshWhole()
    try requireKind(kind, as: viewer)
    if let kind, let id { try requireSight(of: kind, id, as: viewer) }
    return try readSession()
  }
}
