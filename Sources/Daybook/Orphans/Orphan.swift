import DaybookView

/// The remains of a mistaken write: an entity that nobody meant to make, or a link to one that was never made.
public struct Orphan: Sendable, Equatable {
  /// Why an entity or a link counts as the remains of a mistake.
  public enum Cause: String, Sendable {
    /// Its id is the beginning of another's, as lists show it.
    case shortID = "short-id"
    /// Its id is another's name or address.
    case name
    /// It was made, but has neither fields nor links.
    case empty
    /// Its relation leads to an entity that was never made.
    case dangling
  }

  /// Why it counts as an orphan.
  public var cause: Cause
  /// The entity, or the one that stores the link.
  public var kind: String
  public var id: String
  /// The relation of a dangling link.
  public var relation: String?
  /// The kind and id that a dangling link leads to; nil for an entity.
  public var target: EntityName?
  /// The entity that was probably meant.
  public var meant: EntityName?
  /// Whether the id is the value of a hidden field of `meant`, which output must not reveal.
  public var isMeantHidden = false

  package init(
    _ cause: Cause, _ name: EntityName, relation: String? = nil, target: EntityName? = nil,
    meant: EntityName? = nil
  ) {
    (self.cause, kind, id) = (cause, name.kind, name.id)
    (self.relation, self.target, self.meant) = (relation, target, meant)
  }
}

extension ViewReader {
  func danglingLinks(of schema: KindSchema) -> [Orphan] {
    var found: [Orphan] = []
    let relations = schema.relations.filter { !(schemas[$0.target]?.hasGivenIDs ?? true) }
    guard !relations.isEmpty else { return [] }
    for id in writtenIDs(of: schema.kind) {
      readStored(schema.kind, id) { owner in
        guard owner.isShown || !owner.isMade, owner.serverPresence == nil else { return }
        for relation in relations {
          for target in owner.storedTargets(relation.name) where !isMade(relation.target, target) {
            found.append(
              Orphan(
                .dangling, EntityName(kind: schema.kind, id: id), relation: relation.name,
                target: EntityName(kind: relation.target, id: target)))
          }
        }
      }
    }
    return found
  }

  private func isMade(_ kind: String, _ id: String) -> Bool {
    readStored(kind, id) { $0.isMade } ?? false
  }

  /// The ids of a kind's entities that anybody ever wrote, ascending.
  func writtenIDs(of kind: String) -> [String] {
    var ids: [String] = []
    forEachID(of: kind) { id in
      ids.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return ids.sorted()
  }
}
