import Daybook
import DaybookView

// The other ends of an entity's links.

extension Ledger {
  /// The kinds that a relation leads to, by its own or its inverse's name; for a raw kind, all kinds. Nil for a
  /// relation that the kind does not have, which the ledger refuses.
  func kinds(relatedTo kind: String, by relation: String) -> [String]? {
    guard let schema = schemas[kind] else { return (try? withView { $0.kinds }) ?? [] }
    if let own = schema.relations.first(where: { $0.name == relation }) { return [own.target] }
    return schema.inverses.first { $0.inverse == relation }.map { [$0.owner] }
  }

  /// The id at the other end of a link that a text means: one that is linked, even if nothing else is known of it.
  /// - Throws: ``LedgerError``: `notFound` if there is no such link; `usage` if several match.
  func related(
    _ text: String, to entity: EntityName, by relation: String, as viewer: Viewer?
  ) throws -> String {
    guard let kinds = kinds(relatedTo: entity.kind, by: relation) else { return text }
    let found: String? = try withView(as: viewer) { view in
      let linked = view.linkedIDs(entity, relation)
      if linked.contains(text) { return text }
      let begun = linked.filter { text.count >= 4 && $0.lowercased().hasPrefix(text.lowercased()) }
      if begun.count == 1 { return begun[0] }
      let named = try KindFinder(kinds, noun: "entity", scope: .written).candidates(text, in: view).found
        .filter { linked.contains($0.id) }
      let ids = Set(named.map(\.id)).union(begun)
      if ids.count > 1 {
        throw LedgerError(
          .usage, "'\(OneLine.cut(text))' may be any of \(ids.count) that \(relation) leads to",
          advice: "give the id: \(ids.sorted().prefix(5).joined(separator: ", "))")
      }
      return ids.first
    }
    if let found { return found }
    let hides = schemas.hides(relation, of: entity.kind)
    throw LedgerError(
      .notFound,
      "\(entity.kind) \(entity.id) has no \(relation) '\(hides ? Disclosure.mask : OneLine.cut(text))'",
      advice: "see '\(ShellText.command(["get", entity.kind, entity.id]))'")
  }
}

extension ViewReader {
  /// The ids that a relation leads to, by its own or its inverse's name, whether or not the entities exist.
  fileprivate func linkedIDs(_ entity: EntityName, _ relation: String) -> [String] {
    let inverses = schemas[entity.kind]?.inverses.filter { $0.inverse == relation } ?? []
    return readStored(entity.kind, entity.id) { reader in
      guard let inverse = inverses.first else { return reader.storedTargets(relation) }
      return inverse.isToMany
        ? reader.storedSources(of: inverse.name, kind: inverse.owner)
        : reader.storedReferrers(of: inverse.name, kind: inverse.owner)
    } ?? []
  }
}
