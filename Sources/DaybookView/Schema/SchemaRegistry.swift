public import DaybookModel

/// The kinds of all systems that a ledger was opened with, checked against their structs.
public struct SchemaRegistry: Sendable {
  public let systems: [System]
  /// Ascending by name.
  public private(set) var kinds: [KindSchema] = []
  private var places: [String: Int] = [:]

  /// No system: every kind is raw.
  public static let empty = SchemaRegistry()

  private init() { systems = [] }

  /// Reads the structs and checks the declarations against them.
  /// - Throws: ``LedgerError`` with code `bad-schema`, naming the kind and what is wrong with it.
  public init(_ systems: [System]) throws(LedgerError) {
    self.systems = systems
    var drafts: [String: SchemaDraft] = [:]
    for system in systems {
      for entity in system.kinds {
        let draft = try Self.draft(entity, system)
        guard drafts.updateValue(draft, forKey: draft.schema.kind) == nil else {
          throw .schema(draft.schema.kind, "is declared twice")
        }
      }
    }
    let relations = try Self.relations(&drafts)
    kinds = try drafts.values.map { draft throws(LedgerError) in try Self.finish(draft, relations) }
      .sorted { $0.kind < $1.kind }
    for (index, kind) in kinds.enumerated() { places[kind.kind] = index }
  }

  /// The kind's schema; nil for a raw kind. O(1).
  public subscript(kind: String) -> KindSchema? { places[kind].map { kinds[$0] } }

  public func system(of kind: String) -> System? {
    systems.first { kind.hasPrefix($0.name + ".") }
  }
}

extension LedgerError.Code {
  /// A system's declarations contradict its structs: a programmer's error.
  public static let badSchema: LedgerError.Code = "bad-schema"
}

extension LedgerError {
  static func schema(_ kind: String, _ what: String) -> LedgerError {
    LedgerError(.badSchema, "the schema of \(kind): \(what)")
  }
}
