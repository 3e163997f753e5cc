import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

/// Records on their way into one commit: the part of them that the ledger does not hold yet.
struct ImportBatch {
  /// The result for one record.
  struct Planned {
    var file: String
    var line: Int
    var byte: Int64?
    var source: SyncSource?
    var mutations: [Mutation] = []
    var blobs: [[UInt8]] = []
    /// nil for what becomes no record, such as a resource that came before: it counts as unchanged.
    var outcome: EntitySync.Outcome?
    var isHeldToRules: Bool
    /// What is left out of it, to be reported.
    var remarks: [String] = []
    fileprivate var drafts: [EntityName: Draft] = [:]
    fileprivate var told: [(name: EntityName, fields: JSONObject)] = []
  }

  /// Why a record cannot be imported.
  struct Refusal: Error { var reason: String }

  /// Whether a record that breaks a rule of its kind is refused; otherwise a remark names it.
  var isHeldToRules = true
  /// Whether values beyond their fields' bounds are taken.
  var exceedsBounds = false
  /// The time of the run, to which some bounds are relative.
  var now = WriteMoment(Instant(milliseconds: 0))
  /// Whether the first counts of two records that have the same field.
  var firstRecordWins = false
  private var told = ToldFields()
  /// The kinds of the ledger's own affairs that the importer may write.
  var ownKinds: Set<String> = []
  private(set) var records: [Planned] = []
  /// Of all mutations.
  private(set) var eventCount = 0
  private(set) var sizeBytes = 0
  /// What the entities read as once the batch is written.
  private var drafts: [EntityName: Draft] = [:]
  /// Of a dry run, the entities of earlier batches.
  private var earlier: Set<EntityName> = []

  var isFull: Bool {
    eventCount >= SyncCommits.countMax || sizeBytes >= SyncCommits.sizeBytesMax
      || records.count >= Self.recordsMax
  }

  /// Of records that change nothing.
  private static let recordsMax = 20_000

  /// Plans a record against the state and what the batch holds already.
  ///
  /// - Returns: the parts of it that are left out.
  mutating func add(
    _ record: ImportedRecord, in state: borrowing LedgerState
  ) throws(Refusal) -> [String] {
    var planned = Planned(
      file: record.file, line: record.line, byte: record.byte, source: record.source,
      isHeldToRules: record.isHeldToRules ?? isHeldToRules)
    var isNew = false
    // What it is: the first entity of it that there is, or that is made.
    var isKnown = false
    for entity in record.entities {
      guard let wasNew = try plan(entity, &planned, in: state), !isKnown else { continue }
      (isKnown, isNew) = (true, wasNew)
    }
    if !planned.mutations.isEmpty || isNew {
      planned.outcome = isNew ? .created : .changed
    } else if isKnown {
      planned.outcome = .unchanged
    }
    drafts.merge(planned.drafts) { $1 }
    for (name, fields) in planned.told { told.add(fields, of: name) }
    (planned.drafts, planned.told) = ([:], [])
    eventCount += planned.mutations.count
    records.append(planned)
    return planned.remarks
  }

  /// Leaves out values that contradict an earlier record, so that importing the same source again writes nothing.
  private func keepFirst(
    _ set: inout JSONObject, of name: EntityName, _ planned: inout Planned
  ) throws(Refusal) {
    let twice = set.map(\.key).filter { told.contains($0, of: name) }
    guard !twice.isEmpty else { return }
    let reason = "\(name.kind) \(name.id) occurs twice, with different values: the first counts"
    guard !planned.told.isEmpty else { throw Refusal(reason: reason) }
    for field in twice { set[field] = nil }
    planned.remarks.append(reason)
  }

  /// A source's new values for an entity that turned out to be another one are written to the other one.
  private mutating func follow(
    _ entity: ImportedEntity, _ standing: ImportStanding, _ planned: inout Planned,
    in state: borrowing LedgerState
  ) throws(Refusal) {
    guard var former = state.entity(entity.kind, id: standing.id),
      let (found, rule) = state.successor(of: former, entity.kind)
    else { return }
    var successor = found
    let names = [former.id, successor.id].map { EntityName(kind: entity.kind, id: $0) }
    let before = names.map { planned.drafts[$0] ?? drafts[$0] ?? Draft(exists: true, isPresent: true) }
    var update = state.differing(entity, id: former.id, from: before[0])
    let unseen = state.unseenFields(of: former, entity.kind).filter { before[0].values[$0] == nil }
    for field in unseen { update[field] = entity.fields[field] }
    update = update.withoutErased(of: names[0], before[0], in: state)
    for member in before[0].values { former.values[member.key] = member.value }
    for member in before[1].values { successor.values[member.key] = member.value }
    let gained = Succession(former, to: successor, rule, unseen: unseen).fields(update)
      .withoutErased(of: names[1], before[1], in: state)
    for ((name, set), draft) in zip(zip(names, [update, gained]), before) where !set.isEmpty {
      let size = JSONValue.object(set).canonicalBytes.count
      guard size <= EntitySync.valuesBytesMax else {
        throw Refusal(reason: "\(name.kind) has more values than an event can hold")
      }
      var mutation = Mutation(.sync, kind: name.kind, id: name.id, set: set)
      mutation.source = planned.source?.id
      if name == names[0], !unseen.isEmpty { mutation.present = true }
      planned.mutations.append(mutation)
      sizeBytes += size
      var draft = draft
      for member in set { draft.values[member.key] = member.value }
      planned.drafts[name] = draft
    }
    if !update.isEmpty { planned.blobs += entity.blobs }
  }

  /// - Returns: whether the entity is made by it; nil where there is none, and none is made.
  private mutating func plan(
    _ entity: ImportedEntity, _ planned: inout Planned, in state: borrowing LedgerState
  ) throws(Refusal) -> Bool? {
    let entity = state.following(entity)
    guard !entity.kind.hasPrefix("daybook.") || ownKinds.contains(entity.kind) else {
      throw Refusal(reason: "\(entity.kind) is a kind of the ledger itself, and is not imported from files")
    }
    let standing = state.standing(entity)
    let name = EntityName(kind: entity.kind, id: standing.id)
    let before = planned.drafts[name] ?? drafts[name]
    guard standing.exists || before != nil || entity.isMade else { return nil }
    // An entity that the user deleted stays deleted, whatever a source states about it, unless it turned out to be
    // another one.
    guard standing.isAlive else {
      try follow(entity, standing, &planned, in: state)
      return false
    }
    var draft = before ?? Draft(exists: standing.exists, isPresent: standing.isPresent)
    var set = state.differing(entity, id: standing.id, from: draft).withoutErased(of: name, draft, in: state)
    if entity.isWorkedOutFromErased(name, draft, in: state) {
      for field in entity.workedOut { set[field] = nil }
    }
    if firstRecordWins {
      try keepFirst(&set, of: name, &planned)
      planned.told.append((name, entity.fields))
    }
    var contested = weigh(&set, of: entity, standing, draft, planned.source, in: state)
    settle(&set, &contested, of: entity, standing, draft, planned.source, in: state)
    if !draft.exists { for member in entity.initial { set[member.key] = member.value } }
    if !entity.accompanying.isEmpty, !draft.exists || !set.isEmpty || !planned.mutations.isEmpty {
      let along = ImportedEntity(entity.kind, entity.name, fields: entity.accompanying)
      let differing = state.differing(along, id: standing.id, from: draft)
      for member in differing.withoutErased(of: name, draft, in: state) { set[member.key] = member.value }
    }
    set = state.tellingDerived(entity, setting: set, isMade: !draft.exists)
      .withoutErased(of: name, draft, in: state)
    // An entity is made by a field.
    if !draft.exists, set.isEmpty {
      let fields = entity.fields.members
      if let first = fields.first(where: { $0.value != .null }) ?? fields.first {
        set[first.key] = first.value
      }
    }
    let isMade = !draft.exists && entity.isPresent
    if !set.isEmpty || draft.isPresent != entity.isPresent || isMade {
      guard draft.exists || entity.isPresent else { return nil }
      let size = JSONValue.object(set).canonicalBytes.count
      guard size <= EntitySync.valuesBytesMax else {
        throw Refusal(
          reason:
            "\(entity.kind) has \(size >> 10) KiB of values, and an event holds \(EntitySync.valuesBytesMax >> 10)"
        )
      }
      if let reason = state.unstorableNumber(of: entity.kind, in: set) { throw Refusal(reason: reason) }
      let broken = brokenRule(of: entity.kind, standing.id, draft, &set, makes: isMade, &planned, in: state)
      if let broken {
        if planned.isHeldToRules { throw Refusal(reason: broken.refusal) }
        planned.remarks.append(broken.kept(standing.id))
      }
      var mutation = Mutation(.sync, kind: entity.kind, id: standing.id, set: set.isEmpty ? nil : set)
      if isMade || draft.isPresent != entity.isPresent { mutation.present = entity.isPresent }
      mutation.source = planned.source?.id
      if !contested.changes.isEmpty { mutation.was = contested.was }
      if mutation.set != nil || mutation.present != nil {
        planned.mutations.append(mutation)
        planned.blobs += entity.blobs
        sizeBytes += size + entity.blobs.reduce(0) { $0 + $1.count }
      }
    }
    planned.mutations += contested.again(entity.kind, standing.id)
    if let remark = contested.remark(on: entity.kind, standing.id) { planned.remarks.append(remark) }
    for link in entity.links where draft.links.insert(link).inserted {
      let isLinked = state.isLinked(entity.kind, standing.id, link.relation, to: link.target)
      guard let operation = link.operation(where: isLinked) else { continue }
      planned.mutations.append(
        Mutation(operation, kind: entity.kind, id: standing.id, rel: link.relation, to: link.target))
    }
    for member in set { draft.values[member.key] = member.value }
    for (field, change) in contested.changes {
      draft.said[field] = set[field]
      draft.values[field] = change.value
    }
    for (field, change) in contested.restored {
      draft.said[field] = entity.fields[field]
      draft.values[field] = change.value
    }
    (draft.exists, draft.isPresent) = (true, entity.isPresent)
    planned.drafts[name] = draft
    return isMade && !earlier.contains(name)
  }

  /// The rules that the entity would break. A value beyond the bounds of a field that may be empty is left out, and
  /// named: an impossible date does not exclude the rest.
  private func brokenRule(
    of kind: String, _ id: String, _ draft: Draft, _ set: inout JSONObject, makes: Bool,
    _ planned: inout Planned, in state: borrowing LedgerState
  ) -> BrokenRule? {
    while true {
      let broken = state.brokenRule(
        of: kind, id: id, draft, setting: set, makes: makes, at: now, exceedsBounds: exceedsBounds)
      guard planned.isHeldToRules, let broken, broken.isOfEmptiable, set[broken.field] != nil else {
        return broken
      }
      set[broken.field] = nil
      planned.remarks.append(broken.leftOut)
    }
  }

  /// Begins the next batch, once this one is written.
  mutating func clear(keepsNames: Bool) {
    if keepsNames { earlier.formUnion(drafts.keys) }
    (records, drafts, eventCount, sizeBytes) = ([], [:], 0, 0)
  }
}

extension ImportedEntity.Link {
  /// - Parameter isLinked: whether somebody linked or unlinked them last; nil where nobody did.
  fileprivate func operation(where isLinked: Bool?) -> EventOperation? {
    switch (word, isLinked) {
    case (.has, nil), (.gained, nil), (.gained, false): .link
    case (.lost, true): .unlink
    default: nil
    }
  }
}

extension ImportedEntity {
  /// Whether values from which its derived fields follow were erased here.
  fileprivate func isWorkedOutFromErased(
    _ name: EntityName, _ draft: Draft, in state: borrowing LedgerState
  ) -> Bool {
    for field in workedOutFrom.sorted()
    where draft.values[field] == nil && state.leavesOutErased(name.kind, name.id, field) { return true }
    return false
  }
}

extension JSONObject {
  /// Without fields whose source value was erased here; what this batch wrote stays.
  fileprivate func withoutErased(
    of name: EntityName, _ draft: Draft, in state: borrowing LedgerState
  ) -> JSONObject {
    var left = self
    for member in members
    where draft.values[member.key] == nil && state.leavesOutErased(name.kind, name.id, member.key) {
      left[member.key] = nil
    }
    return left
  }
}

/// An entity as the batch leaves it.
struct Draft {
  var exists: Bool
  var isPresent: Bool
  var values: JSONObject = [:]
  /// The source's values of fields that have other values because somebody here changed them too.
  var said: JSONObject = [:]
  var links: Set<ImportedEntity.Link> = []

  init(exists: Bool, isPresent: Bool) { (self.exists, self.isPresent) = (exists, isPresent) }
}
