import DaybookRecords

/// One path from an entity to those at the other end of a relation that hides one end when the other is deleted.
enum CascadePlan {
  /// The entity refers to the other.
  case reference([FieldID], other: String)
  /// The entity has edges to the others.
  case edgesOut(FieldID, other: String)
  /// Others of a kind have edges to the entity.
  case edgesIn(FieldID, other: String)
  /// Others refer to the entity.
  case referencedBy(RelationSchema)

  /// The paths to the owners whose deletion hides an entity of this kind.
  static func owners(
    of schema: KindSchema, _ registry: SchemaRegistry, _ records: borrowing Records
  ) -> [CascadePlan] {
    plans(schema, registry, records, out: { $0.onTargetDelete }, into: { $0.onDelete })
  }

  /// The paths to the entities that the deletion of an entity of this kind hides.
  static func owned(
    by schema: KindSchema, _ registry: SchemaRegistry, _ records: borrowing Records
  ) -> [CascadePlan] {
    plans(schema, registry, records, out: { $0.onDelete }, into: { $0.onTargetDelete })
  }

  /// The relations that the kind stores, and those that lead to it, whose rules say cascade.
  private static func plans(
    _ schema: KindSchema, _ registry: SchemaRegistry, _ records: borrowing Records,
    out: (RelationSchema) -> DeleteRule, into: (RelationSchema) -> DeleteRule
  ) -> [CascadePlan] {
    var plans: [CascadePlan] = []
    for relation in schema.relations where out(relation) == .cascade {
      let ids = schema.names(of: relation.name).compactMap { records.field($0) }
      guard let id = ids.first else { continue }
      plans.append(
        relation.isToMany ? .edgesOut(id, other: relation.target) : .reference(ids, other: relation.target))
    }
    for relation in registry.relations(around: schema.kind)
    where relation.target == schema.kind && into(relation) == .cascade {
      if !relation.isToMany {
        plans.append(.referencedBy(relation))
      } else if let id = records.field(relation.name) {
        plans.append(.edgesIn(id, other: relation.owner))
      }
    }
    return plans
  }
}

/// The entities that some plans lead to.
struct CascadeEnds {
  var entities: [EntityIndex] = []
  /// Whether a relation names an entity that nobody has made: a result from the others alone may not last.
  var isOpen = false
}

extension View {
  func ends(
    of entity: EntityIndex, _ plans: [CascadePlan], _ records: borrowing Records
  ) -> CascadeEnds {
    var ends = CascadeEnds()
    func add(_ kind: String, _ id: String) {
      if let other = records.entity(kind, id) { ends.entities.append(other) } else { ends.isOpen = true }
    }
    for plan in plans {
      switch plan {
      case .reference(let ids, let kind):
        guard let value = records.winner(entity, ids)?.value, !value.isNull else { continue }
        if let kind = records.kind(kind), let other = records.entity(kind, named: value) {
          ends.entities.append(other)
        } else if records.withBytes(of: value, { StoredText.string($0) }) != nil {
          ends.isOpen = true
        }
      case .edgesOut(let rel, let kind):
        for edge in records.edges(from: entity, rel: rel) { add(kind, edge.to) }
      case .edgesIn(let rel, let kind):
        guard let kind = records.kind(kind) else { continue }
        for edge in records.edges(to: records.id(of: entity), rel: rel)
        where records.kind(of: edge.from) == kind { ends.entities.append(edge.from) }
      case .referencedBy(let relation):
        ends.entities += referenceIndex(relation, records).sources(of: entity)
      }
    }
    return ends
  }
}
