import Daybook

/// What a source says of one kind's entities, against what the ledger holds: the part that every sync shares.
///
/// Only `sync` events come out, so that an import never brings back what the user deleted; and only fields
/// that differ, so that the same file again comes to nothing.
struct EntitySync {
  /// An event of the ledger is at most 1 MiB; this leaves room for its other keys.
  static let valuesBytesMax = 900 << 10

  /// A field as the source has it, and as it reads when nobody wrote it.
  struct Field {
    var name: String
    var value: JSONValue
    var unwritten: JSONValue = .null
  }

  struct Entry {
    var key: String
    var source: SyncSource
    var fields: [Field]
    /// Written with the first event alone: what names the entity, and where it comes from.
    var identity: JSONObject
    /// What goes with it, such as links; written after it, also where it is unchanged itself.
    var following: [Mutation] = []
  }

  enum Outcome { case created, changed, unchanged }

  private struct Planned {
    var mutations: [Mutation]
    var outcome: Outcome
    var source: SyncSource
  }

  let kind: String
  private var planned: [String: Planned] = [:]
  /// Keys in the order in which they were first met.
  private(set) var order: [String] = []

  init(kind: String) { self.kind = kind }

  func isPlanned(_ key: String) -> Bool { planned[key] != nil }

  /// nil where the entry is too large for an event. An entry planned before under the same key is replaced.
  mutating func plan(_ entry: Entry, in state: borrowing some SyncState & ~Copyable) -> Outcome? {
    var set = JSONObject()
    let present = state.entity(kind, key: entry.key)
    for field in entry.fields where (present?.values[field.name] ?? field.unwritten) != field.value {
      set[field.name] = field.value
    }
    var outcome = Outcome.unchanged
    var mutations: [Mutation] = []
    // What the user deleted stays deleted, whatever the source says of it.
    if present?.isAlive != false {
      let returns = present?.isPresent == false
      if present == nil || returns || !set.isEmpty {
        for member in entry.identity where present?.values[member.key] != member.value {
          set[member.key] = member.value
        }
        var written = Mutation(
          .sync, kind: kind, id: present?.id ?? state.newID(kind, key: entry.key), set: set)
        written.present = true
        mutations.append(written)
      }
      mutations += entry.following
      if !mutations.isEmpty { outcome = present == nil ? .created : .changed }
    }
    guard JSONValue.object(set).canonicalBytes.count <= EntitySync.valuesBytesMax else { return nil }
    if planned[entry.key] == nil { order.append(entry.key) }
    planned[entry.key] = Planned(mutations: mutations, outcome: outcome, source: entry.source)
    return outcome
  }

  /// The mutations and their numbers, followed by one event for each source that changed something.
  /// `removed` are what the sources do not have any more.
  func finish(_ plan: inout SyncPlan, removed: [(mutation: Mutation, source: SyncSource)] = []) {
    var sources: [SyncSource] = []
    func note(_ mutation: Mutation, _ source: SyncSource) {
      plan.mutations.append(mutation)
      if !sources.contains(source) { sources.append(source) }
    }
    for key in order {
      guard let entry = planned[key] else { continue }
      for mutation in entry.mutations { note(mutation, entry.source) }
      switch entry.outcome {
      case .created: plan.summary.created += 1
      case .changed: plan.summary.changed += 1
      case .unchanged: plan.summary.unchanged += 1
      }
    }
    for (mutation, source) in removed { note(mutation, source) }
    plan.summary.removed += removed.count
    plan.mutations += sources.map(\.mutation)
  }
}
