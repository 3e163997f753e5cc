/// One of the domains a ledger hosts: its kinds, and the version of their schema. Systems are
/// declared by their own modules: `extension System { public static let sam = System("sam", …) }`.
public struct System: Sendable {
  /// The first part of its kinds' names.
  public let name: String
  /// Written with each event, so that a later version knows what it reads.
  public let version: Int64
  /// The struct of each kind; their names must begin with the name of the system and a dot.
  public let kinds: [any Entity.Type]
  /// Those of them that are ``Provided`` with entities.
  public let providing: [any Entity.Type]
  /// What follows from the entities of others.
  public var computing: [ComputedKind] { makeComputing() }
  /// Kinds have their names from their schemas, which a process that reads something else need not make.
  private let makeComputing: @Sendable () -> [ComputedKind]
  /// Who may read and write what; nil: anyone who holds the ledger.
  public let access: AccessRules?

  /// A system, whose declarations are checked when a ``SchemaRegistry`` is made of it.
  ///
  /// - Parameters:
  ///   - version: to be raised whenever a schema, a formula or a conversion changes.
  ///   - computing: asked for anew at each use, so that kinds are not named before they are needed.
  public init(
    _ name: String, version: Int64, kinds: [any Entity.Type], providing: [any Entity.Type] = [],
    computing: @autoclosure @escaping @Sendable () -> [ComputedKind] = [], access: AccessRules? = nil
  ) {
    (self.name, self.version, self.kinds) = (name, version, kinds)
    (self.providing, makeComputing, self.access) = (providing, computing, access)
  }
}
