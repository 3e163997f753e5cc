public import DaybookModel

/// Entities that are computed from those of other kinds, and that nobody writes: a reader of the kind finds them
/// alongside the stored ones.
///
///     ComputedKind(EmbeddingRecord.kind, from: [Note.kind]) { note in pieces(of: note) }
///
/// They are computed when the kind is queried or one of its entities is read by its id, which takes as long as reading
/// the past. They are in no digest, search, export or inverse relation, and their `_stamp` is null; if an entity is
/// stored under the same id, its written fields show instead, field by field.
public struct ComputedKind: Sendable {
  public let kind: String
  /// The kinds that they are computed from.
  public let owners: [String]
  package let entities: @Sendable (borrowing EntityReader) -> [ComputedEntity]

  /// Computes entities of `kind` from each entity of the `owners`; the closure must depend on nothing but its reader.
  public init(
    _ kind: String, from owners: [String],
    _ entities: @escaping @Sendable (borrowing EntityReader) -> [ComputedEntity]
  ) { (self.kind, self.owners, self.entities) = (kind, owners, entities) }
}

/// A computed entity, as an upsert would write it.
public struct ComputedEntity: Sendable, Equatable {
  public var id: String
  /// The fields by name; a field that is left out reads as its default.
  public var fields: JSONObject

  /// An entity of the kind that the ``ComputedKind`` names.
  public init(id: String, fields: JSONObject) { (self.id, self.fields) = (id, fields) }
}

extension SchemaRegistry {
  /// What computes entities of the kind; nil for nearly all kinds.
  package func computed(_ kind: String) -> ComputedKind? {
    system(of: kind)?.computing.first { $0.kind == kind }
  }
}
