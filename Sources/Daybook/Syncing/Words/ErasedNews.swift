import DaybookModel
import DaybookRecords
import DaybookView

/// Values that a source still has although they were erased here: they are left out, unless the caller that reads the
/// source asks for them.
struct ErasedNews {
  private struct Place: Hashable {
    var name: EntityName
    var field: String
  }

  var isWritten = false
  private var leftOut: Set<Place> = []

  /// Before a plan, or an import.
  mutating func begin(_ options: AppendOptions) { self = ErasedNews(isWritten: options.writesErased) }

  /// Whether a field is left out because the source's value of it was erased.
  mutating func leavesOut(_ kind: String, _ id: String, _ field: String) -> Bool {
    if isWritten { return false }
    leftOut.insert(Place(name: EntityName(kind: kind, id: id), field: field))
    return true
  }

  private init(isWritten: Bool) { self.isWritten = isWritten }

  init() {}

  /// Names no values. Nil if nothing was left out.
  var notice: Notice? {
    if leftOut.isEmpty { return nil }
    let text =
      leftOut.count == 1
      ? "1 value that the source still has was erased here, and is left out; \(Remedy.writeErased) writes it again"
      : "\(leftOut.count) values that the source still has were erased here, and are left out; \(Remedy.writeErased) writes them again"
    return Notice(Notice.erasedCode, text)
  }
}

extension Notice {
  /// The notice that a source still has values that were erased here.
  public static let erasedCode = "erased"
}

extension JSONObject {
  /// Without the fields that were erased here.
  public func withoutErased(
    of kind: String, _ id: String, in state: borrowing some SyncState & ~Copyable
  ) -> JSONObject {
    var left = self
    for member in members where state.leavesOutErased(kind, id, member.key) { left[member.key] = nil }
    return left
  }
}

extension LedgerState {
  /// A plan's mutations without the values that were erased here, regardless of who planned them. A mutation that
  /// becomes empty is dropped.
  public func withoutErased(_ mutations: [Mutation], of op: EventOperation) -> [Mutation] {
    mutations.compactMap { mutation in
      guard mutation.op == op, let set = mutation.set, !set.isEmpty else { return mutation }
      var left = mutation
      left.set = set.withoutErased(of: mutation.kind, mutation.id, in: self)
      guard left.set?.isEmpty == true else { return left }
      left.set = nil
      let isPresent = entity(mutation.kind, id: mutation.id)?.isPresent
      return mutation.present == nil || mutation.present == isPresent ? nil : left
    }
  }

  /// Whether the field's last value is erased, and this run does not write such values again
  /// (``AppendOptions/writesErased``). A field that is left out is counted for the run's notice.
  public func leavesOutErased(_ kind: String, _ id: String, _ field: String) -> Bool {
    guard let entity = records.entity(kind, id), records.hasErased(entity) else { return false }
    let ids = (schemas[kind]?.names(of: field) ?? [field]).compactMap { records.field($0) }
    return records.isErased(entity, ids) && holders.erased.leavesOut(kind, id, field)
  }

  /// The entity that holds a natural key, or had it until it was erased: its id still shows that.
  func holder(of key: String, _ schema: KindSchema, _ natural: NaturalKey) -> EntityIndex? {
    let value = natural.normalizer.normalized(key)
    if let holder = holders.holder(of: value, schema, natural, records) { return holder }
    let id = MutationPlanner.derivedID(of: value, schema, natural, records)
    guard let entity = records.entity(schema.kind, id), records.hasErased(entity) else { return nil }
    let ids = schema.names(of: natural.field).compactMap { records.field($0) }
    return records.isErased(entity, ids) ? entity : nil
  }
}
