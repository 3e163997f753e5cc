import DaybookRecords

// How the caches follow the events that were applied since they were filled, at the cost of those events
// alone. The invariant between readings: if an entity is known to be shown, so are all its owners; if it is known to be
// dead, so is one of its owners, up to one that is dead itself.

extension View {
  /// Applies what was touched to the indexes, and forgets the presence of all that may have changed.
  func follow(_ touches: ArraySlice<Touch>, _ records: borrowing Records) {
    let made = presence.count..<records.entityCount
    presence.grow(to: records.entityCount)
    resolve(made, records)
    var starts: [EntityIndex] = []
    for touch in touches {
      if touch.what.contains(.standing) { starts.append(touch.entity) }
      guard let plan = plan(of: touch.entity, records) else { continue }
      if touch.what.contains(.fields) { followReferences(of: touch.entity, plan, &starts, records) }
      if touch.what.contains(.edge) || touch.what.contains(.allEdges) {
        followEdges(touch, plan, &starts, records)
      }
    }
    forget(starts, records)
    for index in references.values { index.column.settle(entityCount: records.entityCount) }
  }

  /// Others may already refer to new entities.
  private func resolve(_ made: Range<Int>, _ records: borrowing Records) {
    guard !made.isEmpty else { return }
    for entity in provisional where presence[entity] == .provisional {
      presence[entity] = .unknown
      forgotten.note(entity)
    }
    provisional.removeAll(keepingCapacity: true)
    var ways: [(column: ReferenceColumn, target: KindID)] = []
    for index in references.values {
      if let target = records.kind(index.relation.target) { ways.append((index.column, target)) }
    }
    for number in made {
      let entity = EntityIndex(rawValue: UInt32(number))
      let kind = records.kind(of: entity)
      for way in ways where way.target == kind {
        way.column.resolve(records.id(of: entity), entity)
      }
    }
  }

  private func followReferences(
    of entity: EntityIndex, _ plan: KindPlan, _ starts: inout [EntityIndex], _ records: borrowing Records
  ) {
    for field in plan.fields {
      guard case .one(let relation) = field.source else { continue }
      let schema = relation.schema
      let key = RelationKey(owner: schema.owner, name: schema.name)
      guard let column = references[key]?.column else {
        // It is not known whether it changed. (Its targets' presence cannot be known without the index.)
        if schema.onTargetDelete == .cascade { starts.append(entity) }
        continue
      }
      let end = storedEnd(entity, field, schema, records)
      let old = column.set(entity, end)
      guard old != end else { continue }
      if schema.onTargetDelete == .cascade { starts.append(entity) }
      if schema.onDelete == .cascade {
        for case .entity(let target)? in [old, end] { starts.append(target) }
      }
    }
  }

  private func followEdges(
    _ touch: Touch, _ plan: KindPlan, _ starts: inout [EntityIndex], _ records: borrowing Records
  ) {
    let edge = records.edge(of: touch)
    for field in plan.fields {
      guard case .many(let relation) = field.source, let rel = relation.ids.first else { continue }
      let schema = relation.schema
      let isAll = touch.what.contains(.allEdges)
      guard isAll || edge?.rel == rel else { continue }
      if schema.onTargetDelete == .cascade { starts.append(touch.entity) }
      guard schema.onDelete == .cascade else { continue }
      let edges = isAll ? records.edgesEver(from: touch.entity) : edge.map { [$0] } ?? []
      for (other, id) in edges where other == rel {
        if let target = records.entity(schema.target, id) { starts.append(target) }
      }
    }
  }

  /// Forgets the presence of these and of all that belong to them. It stops at those that are not known, since nothing
  /// known depends on them.
  private func forget(_ starts: [EntityIndex], _ records: borrowing Records) {
    var pending = starts
    while let entity = pending.popLast() {
      guard presence[entity] != .unknown else { continue }
      presence[entity] = .unknown
      forgotten.note(entity)
      guard let plan = plan(of: entity, records), !plan.owned.isEmpty else { continue }
      pending += ends(of: entity, plan.owned, records).entities
    }
  }
}
