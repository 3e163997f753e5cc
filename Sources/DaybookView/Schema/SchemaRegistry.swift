public import DaybookModel

/// The kinds of all systems that a ledger was opened with.
public struct SchemaRegistry: Sendable {
  /// In the order they were given, the ledger's own system `daybook` first where a ledger was opened with them.
  public let systems: [System]
  private let parts: [SystemSchemas]

  /// No system: every kind is raw.
  public static let empty = SchemaRegistry(trusting: [])

  /// Reads the structs and checks the declarations against them.
  /// - Throws: ``LedgerError`` with code `bad-schema`, naming the kind and what is wrong with it.
  public init(_ systems: [System]) throws(LedgerError) {
    self.init(trusting: systems)
    for (index, system) in systems.enumerated()
    where systems[..<index].contains(where: { $0.name == system.name }) {
      throw .schema(system.name, "is the name of two systems")
    }
    for part in parts { try part.check() }
  }

  /// Reads the structs of a system when somebody first asks for one of its kinds. The declarations must be right,
  /// as those are that a program brings along and its tests have checked.
  ///
  /// - Parameter cache: where this very program keeps what its structs say.
  package init(trusting systems: [System], cache: SchemaCache? = nil) {
    self.systems = systems
    parts = systems.map { system in
      SystemSchemas(system, others: systems.filter { $0.name != system.name }, cache: cache)
    }
  }

  /// Ascending by name. Reads all systems.
  public var kinds: [KindSchema] { parts.flatMap(\.kinds).sorted { $0.kind < $1.kind } }

  /// The kind's schema; nil for a raw kind. O(systems).
  public subscript(kind: String) -> KindSchema? { part(of: kind)?[kind] }

  /// The kinds of the system that a kind belongs to, ascending by name.
  func neighbours(of kind: String) -> [KindSchema] { part(of: kind)?.kinds ?? [] }

  /// The relations that are stored by the kinds of the system that a kind belongs to. No others have rules for it.
  func relations(around kind: String) -> [RelationSchema] { part(of: kind)?.relations ?? [] }

  func declaredNames(of relation: RelationSchema) -> [String] {
    part(of: relation.owner)?.declaredNames(of: relation) ?? [relation.name]
  }

  /// Nil for a raw kind.
  package func structFields(of kind: String) -> StructFields? { part(of: kind)?.structFields(of: kind) }

  private func part(of kind: String) -> SystemSchemas? {
    parts.first {
      kind.utf8.starts(with: $0.system.name.utf8)
        && kind.utf8.dropFirst($0.system.name.utf8.count).first == UInt8(ascii: ".")
    }
  }

  /// The system whose name and a dot begin the kind, also if it declares no such kind; nil where there is none.
  public func system(of kind: String) -> System? {
    part(of: kind)?.system
  }
}

extension LedgerError {
  static func schema(_ kind: String, _ what: String) -> LedgerError {
    LedgerError(.badSchema, "the schema of \(kind): \(what)")
  }
}
