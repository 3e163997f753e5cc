public import DaybookModel

/// The person who reads, in a system whose rules say who may see what: an entity of that system, such as a user.
public struct Viewer: Sendable, Hashable {
  public var kind: String
  public var id: String

  /// The viewer with this kind and id. Whether the entity exists is not checked here.
  public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }
}

/// Who may read and write a system's entities, if not everybody who holds the ledger may.
///
/// The rules bind everyone who reads and writes as a ``Viewer``. To a viewer, the view shows only what `reads` allows,
/// in queries, counts, relations and projections; it does not show kinds of a system without rules at all. Without a
/// viewer everything is shown: anyone who holds the files holds what is in them.
public struct AccessRules: Sendable {
  /// Whether the viewer, by id, may read the entity.
  public typealias Reads = @Sendable (_ entity: borrowing EntityReader, _ viewer: String) -> Bool
  /// Throws for mutations of one commit that the viewer, by id, may not write; the view is the one before the commit.
  public typealias Writes =
    @Sendable (_ mutations: [Mutation], _ view: borrowing ViewReader, _ viewer: String) throws -> Void

  /// The kind of the viewers.
  public let viewers: String
  /// The text fields, besides the id, by which a viewer may be named.
  public let names: [String]
  /// Whether the viewer may read the entity, which may be gone. Called with a reader that sees everything.
  public let reads: Reads
  /// Throws a ``LedgerError`` with code `refused` for what the viewer may not write. It receives the mutations of one
  /// commit, with all their effects, and a view that sees everything as it was before. The error holds no stored value.
  public let writes: Writes

  /// Rules for one system; see ``System``.
  ///
  /// - Parameter viewers: a kind of that system, such as `messaging.user`; a viewer of another kind sees nothing.
  public init(viewers: String, names: [String] = [], reads: @escaping Reads, writes: @escaping Writes) {
    (self.viewers, self.names, self.reads, self.writes) = (viewers, names, reads, writes)
  }
}

extension SchemaRegistry {
  /// The rules of the kind's system; nil if it has none, or the kind is unknown.
  func access(to kind: String) -> AccessRules? { system(of: kind)?.access }

  /// Whether the viewer may see anything of the kind at all.
  package func isOpen(_ kind: String, to viewer: Viewer) -> Bool {
    self[kind] != nil && access(to: kind)?.viewers == viewer.kind
  }

  /// The field write that a mutation of an edge amounts to, from either end; nil if no field stores the edge.
  package func reference(by mutation: Mutation) -> Mutation? {
    guard mutation.op == .link || mutation.op == .unlink, let name = mutation.rel, let to = mutation.to,
      !to.isEmpty, let schema = self[mutation.kind]
    else { return nil }
    var write = mutation
    (write.rel, write.to) = (nil, nil)
    let target: String
    let relation: RelationSchema
    if let own = schema.relations.first(where: { $0.name == name }) {
      (relation, target) = (own, to)
    } else if let other = schema.inverses.first(where: { $0.inverse == name }) {
      (relation, target) = (other, mutation.id)
      (write.kind, write.id) = (other.owner, to)
    } else {
      return nil
    }
    guard !relation.isToMany else { return nil }
    write.set = [relation.name: mutation.op == .link ? .string(target) : .null]
    return write
  }

  /// Refuses a commit that the viewer may not make. The view sees everything, as it was before.
  package func requireAccess(
    _ mutations: [Mutation], _ view: borrowing ViewReader, as viewer: Viewer
  ) throws {
    for mutation in mutations where !isOpen(mutation.kind, to: viewer) {
      throw LedgerError.noAccess(viewer, to: mutation.kind)
    }
    for system in systems {
      let own = mutations.filter { self.system(of: $0.kind)?.name == system.name }
      guard let access = system.access, !own.isEmpty else { continue }
      try access.writes(own, view, viewer.id)
    }
  }
}

extension LedgerError {
  /// The same sentence whether or not the entity exists.
  public static func noAccess(_ viewer: Viewer, to kind: String, _ id: String? = nil) -> LedgerError {
    let place = id.map { "\(kind) '\($0)'" } ?? kind
    return LedgerError(.refused, "\(viewer.id) may not read or write \(place), or it does not exist")
  }
}
