import DaybookModel
import DaybookRecords
import DaybookView

/// An entity that was asked about, with the entities related to it.
struct AuditScope {
  let root: EntityName
  /// What belongs to it; by kind and id, without itself.
  var belongings: [EntityName] = []
  /// What refers to any of them; by kind and id.
  var referrers: [EntityName] = []

  /// Itself and what belongs to it.
  var members: [EntityName] { [root] + belongings }

  var roles: [(role: String, names: [EntityName])] {
    [("subject", [root]), ("belongs", belongings), ("refers", referrers)]
  }
}

extension AuditedLedger {
  /// An entity and the entities related to it. A viewer who may not see it does not learn whether it exists.
  func scope(of root: EntityName) throws -> AuditScope {
    if let viewer, !allows(root.kind, root.id) {
      throw LedgerError.noAccess(viewer, to: root.kind, root.id)
    }
    var scope = AuditScope(root: root)
    guard let entity = loaded.records.entity(root.kind, root.id) else { return scope }
    let owned = view.belongings(of: entity, in: loaded.records)
    var referrers: [EntityIndex] = []
    for member in [entity] + owned { referrers += view.referrers(of: member, in: loaded.records) }
    scope.belongings = owned.map(entityName)
    scope.referrers = Set(referrers.map(entityName)).subtracting(scope.members).sorted()
    return scope
  }

  private func entityName(_ entity: EntityIndex) -> EntityName {
    .init(kind: loaded.records.name(of: loaded.records.kind(of: entity)), id: loaded.records.id(of: entity))
  }

  /// What the ledger holds on it, and the events that were about it.
  func subject(
    _ scope: AuditScope, _ events: [LogEntry], _ options: AuditReportOptions, _ teller: ReportTeller
  ) -> AuditReport.Subject {
    var subject = AuditReport.Subject(entity: scope.root)
    let parts = scope.roles.flatMap { role, names in names.compactMap { part($0, role, teller) } }
    subject.parts = .init(parts, max: options.rowsMax)
    let members = Set(scope.members)
    let own = events.filter { members.contains($0.entity) }.sorted { $0.event.stamp < $1.event.stamp }
    // The events of one erasure differ only in the line that they name.
    var told: Set<String> = []
    let steps = own.filter { $0.event.erasure.map { told.insert($0).inserted } ?? true }
    subject.history = .init(steps.map(teller.step), max: options.rowsMax)
    var authors: [String?: Int] = [:]
    for entry in own { authors[entry.event.mutation.by, default: 0] += 1 }
    let rows = authors.map { AuditReport.AuthorChanges(author: $0.key, events: $0.value) }
    subject.authors = .init(
      rows.sorted { left, right in
        left.events != right.events ? left.events > right.events : left.author ?? "" < right.author ?? ""
      }, max: options.rowsMax)
    return subject
  }

  /// An entity with the fields that hold something; nil if nobody ever wrote it.
  private func part(
    _ name: EntityName, _ role: String, _ teller: ReportTeller
  ) -> AuditReport.Part? {
    guard let (entity, row) = self.row(name) else { return nil }
    let shown = teller.disclosure.row(row)
    let schema = schemas[name.kind]
    let written = shown.fields.filter { $0.value.holdsSomething && !row.erased.contains($0.name) }
    let fields = written.map { field in
      var told = AuditReport.Field(name: field.name, value: field.value)
      if let write = write(of: field.name, entity, schema) {
        (told.by, told.stamp) = (write.by, write.stamp.description)
        told.time = teller.time(write.stamp.instant)
      }
      return told
    }
    return AuditReport.Part(
      role: role, entity: name, isGone: row.isGone, lastWrite: row.stamp.map { teller.time($0.instant) },
      lastStamp: row.stamp?.description, fields: fields, erased: row.erased)
  }

  /// The write whose value a field shows; nil if the value does not come from a single write.
  private func write(of field: String, _ entity: EntityIndex, _ schema: KindSchema?) -> RegisterWrite? {
    if let schema, schema.field(field)?.merge != nil { return nil }
    let names = schema?.names(of: field) ?? [field]
    return loaded.records.shown(entity, names.compactMap { loaded.records.field($0) })
  }
}

extension LogEntry {
  /// What the event is about.
  var entity: EntityName { event.mutation.entity }
}

extension JSONValue {
  fileprivate var holdsSomething: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    case .object(let object): !object.isEmpty
    default: true
    }
  }
}
