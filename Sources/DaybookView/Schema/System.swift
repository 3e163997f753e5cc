package import DaybookModel
import Synchronization

/// One of the domains in a ledger: its kinds, and the version of their schema. Systems are
/// declared by their own modules: `extension System { public static let sam = System("sam", …) }`.
public struct System: Sendable {
  /// The first part of its kinds' names.
  public let name: String
  /// Written with each event, so that a later version knows what it reads.
  public let version: Int64
  /// The struct of each kind; their names must begin with the name of the system and a dot.
  public let kinds: [any Entity.Type]
  /// Those kinds that have ``Provided`` entities.
  public let providing: [any Entity.Type]
  /// The kinds that are computed from entities of others.
  public var computing: [ComputedKind] { makeComputing() }
  /// Kinds get their names from their schemas, which a process that reads other kinds need not make.
  private let makeComputing: @Sendable () -> [ComputedKind]
  /// Who may read and write what; nil: anyone who holds the ledger.
  public let access: AccessRules?

  /// A system; a ``SchemaRegistry`` that is made from it checks its declarations.
  ///
  /// - Parameters:
  ///   - version: raise it whenever a schema, a formula or a conversion changes.
  ///   - computing: evaluated anew at each
  ///   use, so that kinds are not named before they are needed.
  public init(
    _ name: String, version: Int64, kinds: [any Entity.Type], providing: [any Entity.Type] = [],
    computing: @autoclosure @escaping @Sendable () -> [ComputedKind] = [], access: AccessRules? = nil
  ) {
    (self.name, self.version, self.kinds) = (name, version, kinds)
    (self.providing, makeComputing, self.access) = (providing, computing, access)
  }
}

/// The schemas of one system's kinds. The declarations are read when one of the kinds is first needed, and each kind's
/// struct when that kind is needed: reading all of them takes longer than opening a small ledger.
final class SystemSchemas: Sendable {
  let system: System
  /// Relations may lead to their kinds.
  private let others: [System]
  private let state = Mutex<State?>(nil)

  private let cache: SchemaCache?

  private struct State: Sendable {
    var drafts: [String: SchemaDraft] = [:]
    /// Instead of drafts.
    var kept: CachedSchemas?
    /// From the structs.
    var declare: @Sendable () throws(LedgerError) -> State
    var relations: [RelationSchema]
    /// The schemas that were read.
    var kinds: [String: KindSchema] = [:]
    var structs: [String: StructFields] = [:]

    var names: [String] { kept?.names ?? drafts.keys.sorted() }

    /// The kind's complete schema; nil if there is none.
    mutating func kind(_ name: String) throws(LedgerError) -> KindSchema? {
      if let known = kinds[name] { return known }
      if let kept {
        do throws(SchemaReader.Damaged) {
          kinds[name] = try kept.kind(name)
        } catch {
          // The cached bytes are not a schema: the structs decide.
          self = try declare()
          return try kind(name)
        }
      } else if let draft = drafts[name] {
        kinds[name] = try SchemaRegistry.finish(draft, relations)
      }
      return kinds[name]
    }
  }

  init(_ system: System, others: [System], cache: SchemaCache? = nil) {
    (self.system, self.others, self.cache) = (system, others, cache)
  }

  /// Reads everything.
  /// - Throws: ``LedgerError`` with code `bad-schema`.
  func check() throws(LedgerError) {
    try withState { state throws(LedgerError) in
      for kind in state.names {
        _ = try state.kind(kind)
        try state.drafts[kind]?.checkStruct()
      }
    }
  }

  // For a system that is known to be correct, such as the program's own.

  subscript(kind: String) -> KindSchema? { trusted { state throws(LedgerError) in try state.kind(kind) } }

  /// What reading rows as a kind's structs needs from its schema.
  func structFields(of kind: String) -> StructFields? {
    trusted { state throws(LedgerError) in
      if let known = state.structs[kind] { return known }
      state.structs[kind] = try state.kind(kind).map { StructFields($0) }
      return state.structs[kind]
    }
  }

  /// Ascending by name.
  var kinds: [KindSchema] {
    trusted { state throws(LedgerError) in
      var kinds: [KindSchema] = []
      for name in state.names {
        if let kind = try state.kind(name) { kinds.append(kind) }
      }
      return kinds
    }
  }

  /// All relations that its kinds store.
  var relations: [RelationSchema] { trusted { state throws(LedgerError) in state.relations } }

  /// The present and former names of a relation, without reading its owner's struct.
  func declaredNames(of relation: RelationSchema) -> [String] {
    trusted { state throws(LedgerError) in
      state.kept?.declaredNames(of: relation)
        ?? state.drafts[relation.owner]?.schema.names(of: relation.name) ?? [relation.name]
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
        var state = if let held { held } else { try first() }
        held = nil
        defer { held = state }
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// From the cache; if it is not there, from the structs, and cached from now on.
  private func first() throws(LedgerError) -> State {
    guard let cache else { return try declared() }
    if let kept = cache.read(system.name).flatMap({ CachedSchemas($0, of: system) }) {
      return State(
        kept: kept, declare: { () throws(LedgerError) in try self.declared() }, relations: kept.relations)
    }
    var state = try declared()
    var kinds: [KindSchema] = []
    for entity in system.kinds { if let kind = try state.kind(entity.kind) { kinds.append(kind) } }
    let relations = state.relations.map { relation in
      (relation, state.drafts[relation.owner]?.schema.names(of: relation.name) ?? [relation.name])
    }
    cache.write(system.name, CachedSchemas.bytes(of: system, kinds, relations))
    return state
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
    for (_, draft) in drafts.sorted(by: { $0.key < $1.key })
    where !draft.provided.isEmpty && !providing.contains(draft.schema.kind) {
      throw .schema(draft.schema.kind, "provides entities, but its system does not declare this")
    }
    let relations = try SchemaRegistry.relations(&drafts) { isKind($0) }
      .sorted { ($0.owner, $0.name) < ($1.owner, $1.name) }
    return State(
      drafts: drafts, declare: { () throws(LedgerError) in try self.declared() }, relations: relations)
  }

  /// Whether another system has the kind.
  private func isKind(_ kind: String) -> Bool {
    others.contains { other in
      kind.hasPrefix(other.name + ".") && other.kinds.contains { $0.kind == kind }
    }
  }
}

/// What reading rows as structs needs from their kind's schema: a schema is large, and a struct is read for each row.
public final class StructFields: Sendable {
  package let defaults: JSONObject
  /// The fields that may hold a reference to large data, and whose structs hold its content.
  package let data: [String]

  init(_ schema: KindSchema) {
    defaults = JSONObject(schema.fields.map { ($0.name, $0.defaultValue) })
    data = schema.fields.filter { $0.type == .data && !$0.isBlob }.map(\.name)
  }

  /// The places among a row's fields of references to large data.
  package func dataPlaces(_ row: Row) -> [Int] {
    if data.isEmpty { return [] }
    return row.fields.indices.filter {
      data.contains(row.fields[$0].name) && BlobReference(row.fields[$0].value) != nil
    }
  }
}
