extension Records {
  package func kind(_ name: String) -> KindID? { kindNames.number(of: name).map { KindID(rawValue: $0) } }

  package func name(of kind: KindID) -> String { kindNames.name(kind.rawValue) }

  /// Every kind that has an entity, by the bytes of its name.
  package var kindIDs: [KindID] {
    (0..<UInt32(kinds.count)).sorted { bytesPrecede(kindNames.text($0), kindNames.text($1)) }
      .map { KindID(rawValue: $0) }
  }

  /// The number of a field or a relation, if any entity has it.
  package func field(_ name: String) -> FieldID? { fieldNames.number(of: name).map { FieldID(rawValue: $0) } }

  package func name(of field: FieldID) -> String { fieldNames.name(field.rawValue) }

  package func entity(_ kind: KindID, _ id: String) -> EntityIndex? {
    var id = id
    return id.withUTF8 { entity(kind, $0) }
  }

  /// By the UTF-8 of its id.
  package func entity(_ kind: KindID, _ id: UnsafeBufferPointer<UInt8>) -> EntityIndex? {
    guard let base = id.baseAddress else { return nil }
    return find(kind.rawValue, base, id.count, key.hash(base, id.count, with: kind.rawValue))
      .map { EntityIndex(rawValue: UInt32($0)) }
  }

  package func entity(_ kind: String, _ id: String) -> EntityIndex? {
    self.kind(kind).flatMap { entity($0, id) }
  }

  /// How many kinds and fields have a number: if it has not changed, no new name got one.
  package var nameCount: Int { kindNames.count + fieldNames.count }

  package var entityCount: Int { entities.count }

  package func entityCount(of kind: KindID) -> Int { Int(kinds[Int(kind.rawValue)].entityCount) }

  /// Every entity of a kind, including dead and absent ones, in the order in which this process met them. Copies
  /// 4 bytes for each.
  package func entities(of kind: KindID) -> [EntityIndex] {
    var all: [EntityIndex] = []
    all.reserveCapacity(entityCount(of: kind))
    forEachEntity(of: kind) { all.append($0) }
    return all
  }

  package func forEachEntity(of kind: KindID, _ body: (EntityIndex) throws -> Void) rethrows {
    var next = kinds[Int(kind.rawValue)].firstEntity
    while next != 0 {
      try body(EntityIndex(rawValue: next - 1))
      next = entities[Int(next - 1)].nextOfKind
    }
  }

  package func kind(of entity: EntityIndex) -> KindID {
    KindID(rawValue: entities[Int(entity.rawValue)].kind)
  }

  package func id(of entity: EntityIndex) -> String {
    String(decoding: idText(Int(entity.rawValue)), as: UTF8.self)
  }

  /// Lends the id's bytes.
  package func withID<Result>(of entity: EntityIndex, _ body: (Span<UInt8>) -> Result) -> Result {
    body(idText(Int(entity.rawValue)).span)
  }

  func idText(_ entity: Int) -> UnsafeBufferPointer<UInt8> {
    let record = entities[entity]
    return UnsafeBufferPointer(start: ids.base + record.idOffset, count: record.idCount)
  }
}

extension Records {
  /// The fields and relations for which some entity of a kind has a register, by the bytes of their names; nil if there
  /// are more of them than a kind has columns, so each entity must be checked.
  package func fieldsWritten(of kind: KindID) -> [FieldID]? {
    let count = Int(kinds[Int(kind.rawValue)].columnCount)
    guard count < ColumnTable.columnMax else { return nil }
    var names: Set<UInt32> = []
    for column in 0..<count {
      let register = RegisterID(
        rawValue: kindColumns[Int(kind.rawValue) * ColumnTable.columnMax + column])
      if register.isField { names.insert(register.name) }
    }
    return names.sorted { bytesPrecede(fieldNames.text($0), fieldNames.text($1)) }.map {
      FieldID(rawValue: $0)
    }
  }
}
