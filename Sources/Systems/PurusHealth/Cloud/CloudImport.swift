import Daybook

/// Compares records in documents with the ledger. A pure function of the documents and the state.
///
/// Only `sync` events come out, so that an import never brings back what the user deleted, and only for fields that
/// differ, so that importing the same document again writes nothing. Fields that a document does not contain stay as
/// they are.
struct CloudImport {
  /// An event is at most 1 MiB; this leaves room for its other keys.
  private static let valuesBytesMax = 900 << 10
  /// The name of the documents' source: the app's own cloud.
  private static let source = "app:purus-cloud"

  /// Whether an entry that a document lacks is gone.
  let isComplete: Bool
  /// The time zone of days that are written as moments.
  let zone: TimeZoneRule
  /// The moment to which bounds are relative; nil where values may lie beyond them.
  let bounds: WriteMoment?
  private(set) var plan = SyncPlan()
  private var records: Set<String> = []

  init(isComplete: Bool, zone: TimeZoneRule, bounds: WriteMoment?) {
    (self.isComplete, self.zone, self.bounds) = (isComplete, zone, bounds)
  }

  /// - Parameter store: keeps bytes durably.
  mutating func add(
    _ document: CloudDocument, in state: borrowing LedgerState, store: ([UInt8]) throws -> Void
  ) throws {
    let record = document.uuid
    guard records.insert(record).inserted else {
      throw LedgerError(.badData, "the record \(record) is given twice", advice: "give each record once")
    }
    let known = state.entity(MedicalRecord.kind, id: record)
    if known?.isAlive == false {
      plan.summary.read += 1 + document.entries.values.map(\.count).reduce(0, +)
      plan.summary.unchanged = plan.summary.read
      let restore = Remedy.restore.of("\(MedicalRecord.kind) \(record)")
      plan.notices.append(
        SyncRemark(
          file: record, line: 1,
          reason: "the record was deleted and stays deleted; '\(restore)' brings it back"))
      return
    }
    try plan(
      CloudEntity(kind: MedicalRecord.kind, id: record, place: "", fields: document.fields), in: state, store)
    for list in EntryList.all {
      let entries = Self.identified(document.entries[list.cloudName] ?? [], list, of: record)
      for entry in entries {
        if let owner = state.owner(of: entry.kind, entry.id), owner != record {
          throw LedgerError(
            .badData,
            "\(entry.place.dropFirst()) is \(entry.kind) \(entry.id), which belongs to another record",
            advice: "give it a uuid of its own")
        }
        try plan(entry, in: state, store)
      }
      if isComplete, document.entries[list.cloudName] != nil {
        remove(besides: Set(entries.map(\.id)), list, of: record, in: state)
      }
    }
  }

  /// An entry without a uuid gets one that is derived from its content, so that it is the same entry when the
  /// document comes again.
  private static func identified(_ entries: [JSONObject], _ list: EntryList, of record: String)
    -> [CloudEntity]
  {
    var counts: [[UInt8]: Int] = [:]
    return entries.enumerated().map { index, fields in
      var fields = fields
      let id: String
      if let uuid = fields["uuid"]?.string {
        id = uuid
      } else {
        let content = JSONValue.object(fields).canonicalBytes
        let count = counts[content, default: 0]
        counts[content] = count + 1
        id = NaturalKey.id(
          of: list.kind, normalized: "\(record)\n\(count)\n" + String(decoding: content, as: UTF8.self))
      }
      fields["record"] = .string(record)
      return CloudEntity(kind: list.kind, id: id, place: " \(list.cloudName)[\(index)]", fields: fields)
    }
  }

  private mutating func plan(
    _ entity: CloudEntity, in state: borrowing LedgerState, _ store: ([UInt8]) throws -> Void
  ) throws {
    plan.summary.read += 1
    let known = state.entity(entity.kind, id: entity.id)
    let wanted = try entity.stored(state.schemas[entity.kind], zone: zone)
    var set = wanted.differences(from: known, reading: state.readings(entity.kind, entity.id))
    // An entity is made by a field; an entry always has one, its record.
    if known == nil, set.isEmpty { set["isPet"] = false }
    // An entity that the user deleted stays deleted, whatever a document contains.
    guard known?.isAlive != false else {
      plan.summary.unchanged += 1
      return
    }
    let contested = weigh(&set, of: entity, as: wanted, known, in: state)
    let again = contested.again(entity.kind, entity.id)
    let isWritten = known == nil || known?.isPresent == false || !set.isEmpty
    guard isWritten || !again.isEmpty else {
      plan.summary.unchanged += 1
      return
    }
    try wanted.check(set, state.readings(entity.kind, entity.id), bounds: bounds)
    guard JSONValue.object(set).canonicalBytes.count <= Self.valuesBytesMax else {
      throw LedgerError(
        .badData,
        "\(entity.kind)\(entity.place) has more than the \(Self.valuesBytesMax >> 10) KiB that an event can hold",
        advice: "keep long texts in a document")
    }
    for blob in wanted.blobs(for: set) { try store(blob) }
    if isWritten {
      var mutation = Mutation(.sync, kind: entity.kind, id: entity.id, set: set.isEmpty ? nil : set)
      if known?.isPresent != true { mutation.present = true }
      mutation.source = Self.source
      if !contested.changes.isEmpty { mutation.was = contested.was }
      plan.mutations.append(mutation)
    }
    plan.mutations += again
    if let remark = contested.remark(on: entity.kind, entity.id) {
      plan.notices.append(SyncRemark(file: entity.id, reason: remark))
    }
    if known == nil { plan.summary.created += 1 } else { plan.summary.changed += 1 }
  }

  /// Leaves out fields that somebody changed here while the documents stayed the same; returns the fields that both
  /// changed.
  private func weigh(
    _ set: inout JSONObject, of entity: CloudEntity, as stored: StoredEntity, _ known: SyncedEntity?,
    in state: borrowing LedgerState
  ) -> ContestedFields {
    var contested = ContestedFields()
    guard known != nil else { return contested }
    let schema = state.schemas[entity.kind]
    for member in stored.values {
      let unwritten = schema?.field(member.key)?.defaultValue ?? .null
      let update = SourceUpdate(
        member.key, member.value, unwritten: unwritten, of: entity.kind, entity.id, from: Self.source)
      switch set[member.key] == nil ? state.verdict(onRepeated: update) : state.verdict(on: update) {
      case .writes: set[member.key] = member.value
      case .isKnown, .stands: set[member.key] = nil
      case .differs(let change): contested.add(member.key, change)
      case .restores(let change, let isDecided):
        set[member.key] = nil
        contested.restore(member.key, change, isDecided: isDecided)
      }
    }
    return contested
  }

  private mutating func remove(
    besides ids: Set<String>, _ list: EntryList, of record: String, in state: borrowing LedgerState
  ) {
    let held = state.read(MedicalRecord.kind, record) { $0.related(list.relation) } ?? []
    for id in held where !ids.contains(id) {
      var mutation = Mutation(.sync, kind: list.kind, id: id)
      mutation.present = false
      plan.mutations.append(mutation)
      plan.summary.removed += 1
    }
  }
}

extension LedgerState {
  /// The record that an entry belongs to, even if it is gone.
  fileprivate func owner(of kind: String, _ id: String) -> String? {
    entity(kind, id: id)?.values["record"]?.string
  }

  /// The fields as they read, defaults filled in; nil where nothing was ever written of the entity.
  fileprivate func readings(_ kind: String, _ id: String) -> JSONObject? {
    read(kind, id, includesGone: true) { reader in
      JSONObject(
        (schemas[kind]?.fields ?? []).filter { $0.name != "id" }.map { ($0.name, reader.value($0.name)) })
    }
  }
}
