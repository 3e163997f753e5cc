import DaybookModel
import Synchronization

/// The schemas of one system's kinds, read from their structs when somebody first asks for one of them: reading
/// takes longer than opening a small ledger does.
final class SystemSchemas: Sendable {
  let system: System
  /// Relations may lead to their kinds.
  private let others: [System]
  private let state = Mutex<Kinds?>(nil)

  struct Kinds: Sendable {
    /// Ascending by name.
    var all: [KindSchema] = []
    private var places: [String: Int] = [:]

    init(_ kinds: [KindSchema]) {
      all = kinds.sorted { $0.kind < $1.kind }
      for (index, kind) in all.enumerated() { places[kind.kind] = index }
    }

    subscript(kind: String) -> KindSchema? { places[kind].map { all[$0] } }
  }

  init(_ system: System, others: [System]) { (self.system, self.others) = (system, others) }

  /// Reads the kinds, if nobody has yet.
  /// - Throws: ``LedgerError`` with code `bad-schema`.
  func check() throws(LedgerError) {
    do {
      try state.withLock { state in
        if state == nil { state = try read() }
      }
    } catch {
      throw error as? LedgerError ?? .schema(system.name, "\(error)")
    }
  }

  /// The kinds of a system that is known to be right, as those are that the program brings along.
  var kinds: Kinds {
    state.withLock { state in
      if let state { return state }
      do {
        let made = try read()
        state = made
        return made
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  private func read() throws(LedgerError) -> Kinds {
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
    return Kinds(
      try drafts.values.map { draft throws(LedgerError) in try SchemaRegistry.finish(draft, relations) })
  }

  /// Whether another system has the kind.
  private func isKind(_ kind: String) -> Bool {
    others.contains { other in
      kind.hasPrefix(other.name + ".") && other.kinds.contains { $0.kind == kind }
    }
  }
}
