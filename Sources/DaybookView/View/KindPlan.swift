import DaybookModel
import DaybookRecords

/// A kind's schema with the records' numbers instead of names, made anew when the records meet
/// new names.
final class KindPlan {
  let schema: KindSchema
  let kind: KindID
  /// In the struct's order.
  private(set) var fields: [FieldPlan] = []
  private var places: [String: Int] = [:]
  /// The paths to the owners whose deletion hides an entity of this kind.
  private(set) var owners: [CascadePlan] = []
  /// The paths to the entities that the deletion of an entity of this kind hides.
  private(set) var owned: [CascadePlan] = []
  /// The entities that exist without events, with their fields.
  private(set) var provided: [EntityIndex: JSONObject] = [:]
  /// Names in the records that the schema covers.
  private(set) var known: Set<FieldID> = []

  init(_ schema: KindSchema, kind: KindID, registry: SchemaRegistry, _ records: borrowing Records) {
    (self.schema, self.kind) = (schema, kind)
    for field in schema.fields {
      places[field.name] = fields.count
      fields.append(FieldPlan(field, schema, records))
    }
    for field in fields {
      known.formUnion(field.ids)
      if let relation = field.source.relation { known.formUnion(relation.ids) }
    }
    for (id, values) in schema.provided {
      if let entity = records.entity(kind, id) { provided[entity] = values }
    }
    owners = CascadePlan.owners(of: schema, registry, records)
    owned = CascadePlan.owned(by: schema, registry, records)
  }

  subscript(name: String) -> FieldPlan? { places[name].map { fields[$0] } }
}

/// How to read one field.
struct FieldPlan {
  enum Source {
    case id
    case stored
    /// A relation stored in a field with the target's id.
    case one(RelationPlan)
    /// Edges.
    case many(RelationPlan)
    /// A relation that others store.
    case inverse(RelationPlan)
    /// The formula is made when a value is needed, since making it declares the kind.
    case projection(() -> ProjectionFormula?)

    var relation: RelationPlan? {
      switch self {
      case .one(let relation), .many(let relation): relation
      default: nil
      }
    }
  }

  let schema: FieldSchema
  let source: Source
  /// The registers it reads: its own, then those of its former names, except those that no entity has.
  let ids: [FieldID]
  let upcasts: [FieldUpcast]
  let merge: FieldMerge?
  /// Whether all entities of the kind have the same value while nobody wrote it.
  let hasOneDefault: Bool
  /// Whether the register's bytes are the value: one name, no upcast, one default. With a merge policy only while
  /// the register is not contested.
  var isPlain: Bool { ids.count <= 1 && upcasts.isEmpty && hasOneDefault }

  init(_ field: FieldSchema, _ schema: KindSchema, _ records: borrowing Records) {
    self.schema = field
    hasOneDefault = schema.provided.isEmpty
    let upcasts =
      schema.upcastFields.contains(field.name) ? schema.upcasts.filter { $0.field == field.name } : []
    self.upcasts = upcasts
    merge = field.merge.map { FieldMerge(policy: $0, type: field.type, upcasts: upcasts) }
    var ids: [FieldID] = []
    if let id = records.field(field.name) { ids.append(id) }
    for rename in schema.renames where rename.name == field.name {
      if let id = records.field(rename.former) { ids.append(id) }
    }
    self.ids = ids
    if field.name == "id" {
      source = .id
    } else if field.isProjection {
      source = .projection { schema.projections[field.name] }
    } else if let relation = schema.relations.first(where: { $0.name == field.name }) {
      let plan = RelationPlan(schema: relation, ids: ids)
      source = relation.isToMany ? .many(plan) : .one(plan)
    } else if let relation = schema.inverses.first(where: { $0.inverse == field.name }) {
      source = .inverse(RelationPlan(schema: relation, ids: records.field(relation.name).map { [$0] } ?? []))
    } else {
      source = .stored
    }
  }
}

struct RelationPlan {
  let schema: RelationSchema
  let ids: [FieldID]
}
