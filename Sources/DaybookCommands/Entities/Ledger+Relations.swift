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
    let hides = schemas.hides(relation, of: entity.kind)
    let shown = hides ? Disclosure.mask : OneLine.cut(text)
    let found: String? = try withView(as: viewer) { view in
      let linked = view.linkedIDs(entity, relation)
      if linked.contains(text) { return text }
      let begun = linked.filter { text.count >= 4 && $0.lowercased().hasPrefix(text.lowercased()) }
      if begun.count == 1 { return begun[0] }
      // Only linked entities count: others may have the same name.
      let finder = KindFinder(kinds, noun: "entity", scope: .written, within: Set(linked))
      let named = try finder.candidates(text, in: view).found
      let ids = Set(named.map(\.id)).union(begun)
      if ids.count > 1 {
        throw LedgerError(
          .usage, "'\(shown)' matches \(ids.count) entities that \(relation) leads to",
          advice: hides
            ? "give the whole id" : "give the id: \(ids.sorted().prefix(5).joined(separator: ", "))")
      }
      return ids.first
    }
    if let found { return found }
    if let viewer, try withView(as: viewer, { $0.readStored(entity.kind, entity.id) { _ in true } }) != true {
      throw LedgerError.noAccess(viewer, to: entity.kind, entity.id)
    }
    throw LedgerError(
      .notFound, "\(entity.kind) \(entity.id) has no \(relation) '\(shown)'",
      advice: "see '\(ShellText.command(["get", entity.kind, entity.id]))'")
  }
}

extension ViewReader {
  /// The ids that a relation leads to, by its own or its inverse's name, whether or not the entities exist.
  func linkedIDs(_ entity: EntityName, _ relation: String) -> [String] {
    let inverses = schemas[entity.kind]?.inverses.filter { $0.inverse == relation } ?? []
    return readStored(entity.kind, entity.id) { reader in
      guard let inverse = inverses.first else { return reader.storedTargets(relation) }
      return inverse.isToMany
        ? reader.storedSources(of: inverse.name, kind: inverse.owner)
        : reader.storedReferrers(of: inverse.name, kind: inverse.owner)
    } ?? []
  }
}
