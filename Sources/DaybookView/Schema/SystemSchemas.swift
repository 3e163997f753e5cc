import DaybookModel
import Synchronization

/// The schemas of one system's kinds. The declarations are read when somebody first asks for one of the kinds, and
/// each kind's struct when somebody asks for this one: reading all of them takes longer than opening a small
/// ledger does.
final class SystemSchemas: Sendable {
  let system: System
  /// Relations may lead to their kinds.
  private let others: [System]
  private let state = Mutex<State?>(nil)

  private struct State: Sendable {
    var drafts: [String: SchemaDraft]
    var relations: [RelationSchema]
    /// Those that were read.
    var kinds: [String: KindSchema] = [:]

    /// The kind whole; nil where there is none.
    mutating func kind(_ name: String) throws(LedgerError) -> KindSchema? {
      if let known = kinds[name] { return known }
      guard let draft = drafts[name] else { return nil }
      let kind = try SchemaRegistry.finish(draft, relations)
      kinds[name] = kind
      return kind
    }
  }

  init(_ system: System, others: [System]) { (self.system, self.others) = (system, others) }

  /// Reads everything.
  /// - Throws: ``LedgerError`` with code `bad-schema`.
  func check() throws(LedgerError) {
    try withState { state throws(LedgerError) in
      for kind in state.drafts.keys.sorted() {
        _ = try state.kind(kind)
        try state.drafts[kind]?.checkNames()
      }
    }
  }

  // Of a system that is known to be right, as those are that the program brings along.

  subscript(kind: String) -> KindSchema? { trusted { state throws(LedgerError) in try state.kind(kind) } }

  /// Ascending by name.
  var kinds: [KindSchema] {
    trusted { state throws(LedgerError) in
      var kinds: [KindSchema] = []
      for name in state.drafts.keys.sorted() {
        if let kind = try state.kind(name) { kinds.append(kind) }
      }
      return kinds
    }
  }

  /// All that are stored by its kinds.
  var relations: [RelationSchema] { trusted { state throws(LedgerError) in state.relations } }

  /// The present and former names of a relation, without reading its owner's struct.
  func declaredNames(of relation: RelationSchema) -> [String] {
    trusted { state throws(LedgerError) in
      state.drafts[relation.owner]?.schema.names(of: relation.name) ?? [relation.name]
    }
  }

  private func trusted<Value: Sendable>(_ body: (inout State) throws(LedgerError) -> Value) -> Value {
    do {
      return try withState(body)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func withState<Value: Sendable>(
    _ body: (inout State) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    let result: Result<Value, LedgerError> = state.withLock { held in
      do throws(LedgerError) {
        var state = if let held { held } else { try declared() }
        held = nil
        defer { held = state }
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func declared() throws(LedgerError) -> State {
    var drafts: [String: SchemaDraft] = [:]
    for entity in system.kinds {
      let draft = try SchemaRegistry.draft(entity, system)
      guard drafts.updateValue(draft, forKey: draft.schema.kind) == nil else {
        throw .schema(draft.schema.kind, "is declared twice")
      }
    }
    let providing = Set(system.providing.map { $0.kind })
    for draft in drafts.values where !draft.schema.provided.isEmpty && !providing.contains(draft.schema.kind)
    {
      throw .schema(draft.schema.kind, "provides entities, and its system does not say so")
    }
    let relations = try SchemaRegistry.relations(&drafts) { isKind($0) }
      .sorted { ($0.owner, $0.name) < ($1.owner, $1.name) }
    return State(drafts: drafts, relations: relations)
  }

  /// Whether another system has the kind.
  private func isKind(_ kind: String) -> Bool {
    others.contains { other in
      kind.hasPrefix(other.name + ".") && other.kinds.contains { $0.kind == kind }
    }
  }
}
