package import DaybookLog
import DaybookModel
package import DaybookRecords

/// The indexes that a snapshot holds: each is read when first needed, if its schema is the one with which it was
/// written.
package final class SnapshotIndexes {
  let file: SnapshotFile
  /// The state of the records.
  let eventCount: Int
  let entityCount: Int
  let touchCount: Int

  /// - Parameter records: the records in the file, which note what touches them from now on.
  package init(_ file: SnapshotFile, _ records: borrowing Records) {
    self.file = file
    (eventCount, entityCount) = (records.eventCount, records.entityCount)
    touchCount = records.touchCount
  }

  func isOf(_ name: String, _ signature: [UInt8]) -> Bool {
    let section = name + ".signature"
    return file.has(section) && file.elements(section, as: UInt8.self) == signature
  }
}

extension View {
  /// Adopts the indexes of the snapshot from which the records were read.
  package func adopt(_ kept: SnapshotIndexes) { self.kept = kept }

  /// Makes every index that a query may need. O(everything).
  package func makeIndexes(of records: borrowing Records) {
    refresh(records)
    for kind in records.kindIDs {
      guard let index = index(kind, records) else { continue }
      for (field, id) in columnFields(kind, records) {
        if field.hasFewValues {
          _ = index.codes(id, records)
        } else if field.type == .instant {
          _ = index.order(id, OrderColumn.Unwritten(field), records, isWanted: true)
        }
      }
      for relation in keptRelations(kind, records) { _ = referenceIndex(relation, records) }
    }
  }

  /// Writes what ``makeIndexes(of:)`` made, behind the records' image, whose texts must be open still.
  package func writeIndexes(
    of records: borrowing Records, to writer: inout SnapshotWriter
  ) throws(FileError) {
    var values: [KindID: [FieldID: CodeColumn.WrittenValues]] = [:]
    for kind in records.kindIDs {
      guard let index = index(kind, records) else { continue }
      for (field, id) in columnFields(kind, records) where field.hasFewValues {
        values[kind, default: [:]][id] = index.codes(id, records)?.keepValues(in: &writer, records)
      }
    }
    for kind in records.kindIDs {
      guard let index = index(kind, records) else { continue }
      try writer.add("rows.\(kind.rawValue).signature", signature(kind, records))
      try index.rows.write(to: &writer)
      for (field, id) in columnFields(kind, records) {
        if let values = values[kind]?[id], let column = index.codes(id, records) {
          try column.write(to: &writer, of: kind, values)
        } else if field.type == .instant,
          let column = index.order(id, OrderColumn.Unwritten(field), records, isWanted: true)
        {
          try column.write(to: &writer, of: index.rows, records)
        }
      }
      for relation in keptRelations(kind, records) {
        let name = Self.section(relation)
        try writer.add(name + ".signature", signature(relation, records))
        try referenceIndex(relation, records).write(to: &writer, name, entityCount: records.entityCount)
      }
    }
  }

  private func keptRelations(_ kind: KindID, _ records: borrowing Records) -> [RelationSchema] {
    (plan(kind, records)?.schema.relations ?? []).filter { !$0.isToMany }
  }

  /// The fields of a kind for which a column may be kept.
  func columnFields(_ kind: KindID, _ records: borrowing Records) -> [(field: FieldSchema, id: FieldID)] {
    (plan(kind, records)?.fields ?? []).compactMap { field in
      guard case .stored = field.source, field.isPlain, field.schema.stampDefault == nil,
        field.schema.merge == nil, let id = field.ids.first
      else { return nil }
      return (field.schema, id)
    }
  }

  static func section(_ relation: RelationSchema) -> String {
    "references.\(relation.owner).\(relation.name)"
  }

  /// What the rows and columns of a kind depend on, besides the records.
  func signature(_ kind: KindID, _ records: borrowing Records) -> [UInt8] {
    let name = records.name(of: kind)
    var lines = [name]
    for relation in registry.relations(around: name) { lines.append(line(relation)) }
    for (field, id) in columnFields(kind, records) {
      lines.append(
        [
          String(id.rawValue), field.type == .instant ? "instant" : "other",
          field.isOptional ? "optional" : "needed",
          field.defaultValue.description,
        ].joined(separator: " "))
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  func signature(_ relation: RelationSchema, _ records: borrowing Records) -> [UInt8] {
    let ids = plan(relation.owner, records)?[relation.name]?.ids ?? []
    return Array(([line(relation)] + ids.map { String($0.rawValue) }).joined(separator: " ").utf8)
  }

  private func line(_ relation: RelationSchema) -> String {
    let names = registry.declaredNames(of: relation)
    // Joined, not interpolated: printing a list or an enumeration uses reflection.
    return [
      relation.owner, names.joined(separator: ","), relation.target, relation.isToMany ? "many" : "one",
      relation.onDelete.rawValue, relation.onTargetDelete.rawValue,
    ].joined(separator: " ")
  }

  /// The references in a snapshot, updated with what came since; nil if it has none, or it is not known what came.
  func keptReferences(_ relation: RelationSchema, _ records: borrowing Records) -> ReferenceColumn? {
    guard let kept, kept.isOf(Self.section(relation), signature(relation, records)) else { return nil }
    guard let column = ReferenceColumn(Self.section(relation), kept.file), !kept.file.isDamaged else {
      return nil
    }
    guard records.eventCount != kept.eventCount || records.entityCount != kept.entityCount else {
      return column
    }
    guard let touches = records.touches(since: kept.touchCount),
      let field = plan(relation.owner, records)?[relation.name]
    else { return nil }
    for number in kept.entityCount..<records.entityCount {
      let entity = EntityIndex(rawValue: UInt32(number))
      if records.name(of: records.kind(of: entity)) == relation.target {
        column.resolve(records.id(of: entity), entity)
      }
    }
    for touch in touches where records.name(of: records.kind(of: touch.entity)) == relation.owner {
      column.set(touch.entity, storedEnd(touch.entity, field, relation, records))
    }
    return column
  }
}
