public import DaybookModel

/// Compares a source's statements about one kind's entities with what the ledger holds: the part that every sync
/// shares.
///
/// It produces only `sync` events, so that an import never brings back what the user deleted; and only fields that
/// differ, so that the same file again produces nothing.
public struct EntitySync {
  /// An event of the ledger is at most 1 MiB; this leaves room for its other keys.
  public static let valuesBytesMax = 900 << 10

  /// A field as the source has it, and as it reads when nobody wrote it.
  public struct Field {
    /// The field's name in the kind's schema.
    public var name: String
    /// The source's value, as the ledger stores it; null where it has no value.
    public var value: JSONValue
    /// How the field reads while nobody has written it; by default null.
    public var unwritten: JSONValue
    /// The source's fields from which it is computed, together with the ledger's data, such as proposals: then it is
    /// always written, unless one of those is erased.
    public var workedOutFrom: [String]

    /// Whether the value follows from what the ledger holds as well as from the source.
    public var isWorkedOut: Bool { !workedOutFrom.isEmpty }

    /// A field as a source has it; by default it reads null while unwritten, and comes from the source alone.
    public init(
      name: String, value: JSONValue, unwritten: JSONValue = .null, workedOutFrom: [String] = []
    ) {
      (self.name, self.value, self.unwritten) = (name, value, unwritten)
      self.workedOutFrom = workedOutFrom
    }
  }

  /// What a source states about one entity.
  public struct Entry {
    /// The natural key by which the ledger knows the entity.
    public var key: String
    /// The source of the entry; its ``SyncSource/id`` goes into the event.
    public var source: SyncSource
    /// All fields that the source has a value for. Only those that differ from the ledger are written.
    public var fields: [Field]
    /// Fields written only with the first event: the entity's names and origin.
    public var identity: JSONObject
    /// Mutations that accompany it, such as links; written after it, even if the entity itself is unchanged.
    public var following: [Mutation]
    /// The fields that say when it begins and ends, where one must not come before the other.
    public var span: SpanFields?

    /// An entry; by default nothing follows it, and it is not a span of time.
    public init(
      key: String, source: SyncSource, fields: [Field], identity: JSONObject, following: [Mutation] = [],
      span: SpanFields? = nil
    ) {
      (self.key, self.source, self.fields) = (key, source, fields)
      (self.identity, self.following, self.span) = (identity, following, span)
    }
  }

  /// The result of an entry: its entity is new, something in it or with it is written, or nothing is.
  public enum Outcome {
    /// The ledger did not have the entity.
    case created
    /// A field of the entity differs from the ledger's.
    case changed
    /// The ledger has the entity as it is.
    case unchanged
  }

  private struct Planned {
    var mutations: [Mutation]
    var outcome: Outcome
    var source: SyncSource
    /// The remarks on fields that its source and somebody here both changed.
    var remark: String?
  }

  public let kind: String
  private var planned: [String: Planned] = [:]
  /// The values that successors of other entities will have once the plan is written.
  private var successors: [String: JSONObject] = [:]
  /// Keys in the order in which they were first met.
  public private(set) var order: [String] = []

  /// A plan for one kind, without entries so far.
  public init(kind: String) { self.kind = kind }

  /// Whether a source has an entry for another entity that turned out to be this one.
  public func isSuccessor(_ id: String) -> Bool { successors[id] != nil }

  /// Whether an entry with this key was planned, changed or not.
  public func isPlanned(_ key: String) -> Bool { planned[key] != nil }

  /// nil where the entry is too large for an event. An entry planned before under the same key is replaced.
  public mutating func plan(_ entry: Entry, in state: borrowing some SyncState & ~Copyable) -> Outcome? {
    var set = JSONObject()
    let present = state.entity(kind, key: entry.key)
    if let present, let (successor, rule) = state.successor(of: present, kind) {
      let unseen = state.unseenFields(of: present, kind)
      return follow(entry, Succession(present, to: successor, rule, unseen: unseen), in: state)
    }
    var contested = ContestedFields()
    var standing: [String: LocalChange] = [:]
    for field in entry.fields {
      let isNew = (present?.values[field.name] ?? field.unwritten) != field.value
      if isNew, let present, field.isLeftOut(of: present.id, kind, in: state) { continue }
      guard let present, present.isAlive, !field.isWorkedOut else {
        if isNew { set[field.name] = field.value }
        continue
      }
      let update = SourceUpdate(
        field.name, field.value, unwritten: field.unwritten, of: kind, present.id, from: entry.source.id)
      switch isNew ? state.verdict(on: update) : state.verdict(onRepeated: update) {
      case .writes: break
      case .isKnown: continue
      case .stands(let change):
        standing[field.name] = change
        continue
      case .differs(let change): contested.add(field.name, change)
      case .restores(let change, let isDecided):
        contested.restore(field.name, change, isDecided: isDecided)
        continue
      }
      set[field.name] = field.value
    }
    if let span = entry.span, let present {
      contested.keep(span, present.values, set, standing: standing)
    }
    var outcome = Outcome.unchanged
    var mutations: [Mutation] = []
    // An entity that the user deleted stays deleted, whatever the source states.
    if present?.isAlive != false {
      let returns = present?.isPresent == false
      if present == nil || returns || !set.isEmpty {
        for member in entry.identity where present?.values[member.key] != member.value {
          if let present, state.leavesOutErased(kind, present.id, member.key) { continue }
          set[member.key] = member.value
        }
        var written = Mutation(
          .sync, kind: kind, id: present?.id ?? state.newID(kind, key: entry.key), set: set)
        written.present = true
        written.source = entry.source.id
        if !contested.changes.isEmpty { written.was = contested.was }
        mutations.append(written)
      }
      if let present { mutations += contested.again(kind, present.id) }
      mutations += entry.following
      if !mutations.isEmpty { outcome = present == nil ? .created : .changed }
    }
    guard JSONValue.object(set).canonicalBytes.count <= EntitySync.valuesBytesMax else { return nil }
    if planned[entry.key] == nil { order.append(entry.key) }
    planned[entry.key] = Planned(mutations: mutations, outcome: outcome, source: entry.source)
    if let present { planned[entry.key]?.remark = contested.remark(on: kind, present.id) }
    return outcome
  }

  /// An entry for an entity that turned out to be another one, which gets the entry's new values.
  private mutating func follow(
    _ entry: Entry, _ succession: Succession, in state: borrowing some SyncState & ~Copyable
  ) -> Outcome? {
    let former = succession.former
    var successor = succession.successor
    for member in successors[successor.id] ?? [:] { successor.values[member.key] = member.value }
    var update = JSONObject()
    for field in entry.fields
    where !field.isWorkedOut
      && (succession.unseen.contains(field.name)
        || (former.values[field.name] ?? field.unwritten) != field.value)
    {
      if state.leavesOutErased(kind, former.id, field.name) { continue }
      update[field.name] = field.value
    }
    guard JSONValue.object(update).canonicalBytes.count <= EntitySync.valuesBytesMax else { return nil }
    let gained = Succession(former, to: successor, succession.rule, unseen: succession.unseen).fields(update)
      .withoutErased(of: kind, successor.id, in: state)
    var mutations: [Mutation] = []
    for (id, set) in [(former.id, update), (successor.id, gained)] where !set.isEmpty {
      var mutation = Mutation(.sync, kind: kind, id: id, set: set)
      mutation.source = entry.source.id
      // This answers the other machine's write, which ends its conflict with the delete.
      if id == former.id, !succession.unseen.isEmpty { mutation.present = true }
      mutations.append(mutation)
    }
    for member in gained { successors[successor.id, default: [:]][member.key] = member.value }
    if gained.isEmpty, successors[successor.id] == nil { successors[successor.id] = [:] }
    // If a card occurs twice, both copies count.
    mutations = (planned[entry.key]?.mutations ?? []) + mutations
    let outcome = mutations.isEmpty ? Outcome.unchanged : .changed
    if planned[entry.key] == nil { order.append(entry.key) }
    planned[entry.key] = Planned(mutations: mutations, outcome: outcome, source: entry.source)
    return outcome
  }

  /// The mutations and their numbers, followed by one event for each source that changed something.
  /// `preceding` are mutations of other kinds that these refer to; `removed` are for entities that the sources no
  /// longer have; `zones` are the zones in which their times without a zone were read.
  public func finish(
    _ plan: inout SyncPlan, preceding: [(mutation: Mutation, source: SyncSource)] = [],
    removed: [(mutation: Mutation, source: SyncSource)] = [], zones: [SyncSource: String] = [:]
  ) {
    var sources: [SyncSource] = []
    func note(_ mutation: Mutation, _ source: SyncSource) {
      plan.mutations.append(mutation)
      if !sources.contains(source) { sources.append(source) }
    }
    for (mutation, source) in preceding { note(mutation, source) }
    for key in order {
      guard let entry = planned[key] else { continue }
      for mutation in entry.mutations { note(mutation, entry.source) }
      if let remark = entry.remark {
        plan.notices.append(SyncRemark(file: entry.source.name, reason: remark))
      }
      switch entry.outcome {
      case .created: plan.summary.created += 1
      case .changed: plan.summary.changed += 1
      case .unchanged: plan.summary.unchanged += 1
      }
    }
    for (mutation, source) in removed { note(mutation, source) }
    plan.summary.removed += removed.count
    plan.mutations += sources.map { source in
      var mutation = source.mutation
      if let zone = zones[source] { mutation.set?["zone"] = .string(zone) }
      return mutation
    }
  }
}

extension EntitySync.Field {
  /// Whether its value, or a value from which it is computed, was erased here.
  fileprivate func isLeftOut(
    of id: String, _ kind: String, in state: borrowing some SyncState & ~Copyable
  ) -> Bool {
    for name in [name] + workedOutFrom where state.leavesOutErased(kind, id, name) { return true }
    return false
  }
}
