public import DaybookModel
public import DaybookView

/// What one commit wrote, as a whole: ``Ledger/changeSets(touching:as:)`` delivers it. A commit is never divided, however
/// many events it has and whichever machine wrote it.
public struct ChangeSet: Sendable {
  /// The replica that wrote it.
  public let replica: ReplicaID
  /// The commit's number within that replica, from 1.
  public let commit: UInt64
  /// The author that all of its events name; nil if there is none, or the events differ: see ``Change``.
  public let author: String?
  /// The reason that all of its events give; nil if there is none, or the events differ.
  public let why: String?
  /// The stamps from its first event to its last.
  public let stamps: ClosedRange<Stamp>
  /// In the order in which they were written.
  public let changes: [Change]
  private let entries: [LogEntry]
  private let schemas: SchemaRegistry

  /// Nil for no events.
  init?(_ entries: [LogEntry], _ schemas: SchemaRegistry) {
    guard let first = entries.first, let last = entries.last else { return nil }
    (replica, commit) = (first.replica, first.commit)
    stamps = first.event.stamp...max(first.event.stamp, last.event.stamp)
    let mutations = entries.lazy.map(\.event.mutation)
    author = mutations.allSatisfy { $0.by == first.event.mutation.by } ? first.event.mutation.by : nil
    why = mutations.allSatisfy { $0.why == first.event.mutation.why } ? first.event.mutation.why : nil
    changes = entries.map { Change($0) }
    (self.entries, self.schemas) = (entries, schemas)
  }

  /// The changes to entities of one kind, with their values.
  public func changes<E: Entity>(to type: E.Type) -> [EntityChange<E>] {
    entries.compactMap { EntityChange($0, schemas) }
  }

  /// The entities of one kind that it wrote, each once, in the order of their first change.
  public func refs<E: Entity>(to type: E.Type) -> [Ref<E>] {
    var seen: Set<String> = []
    return changes.filter { $0.kind == E.kind && seen.insert($0.id).inserted }.map { Ref($0.id) }
  }
}

extension Change {
  init(_ entry: LogEntry) {
    let mutation = entry.event.mutation
    self.init(kind: mutation.kind, id: mutation.id, op: mutation.op, stamp: entry.event.stamp)
  }
}
