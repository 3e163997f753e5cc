package import DaybookModel

extension Records {
  /// A register's cell, if it was ever written.
  @inline(__always)
  func find(_ entity: Int, _ register: RegisterID) -> Cell? {
    let record = entities.pointer(entity)
    if let column = columns.column(record.pointee.kind, register) {
      guard column < Int(record.pointee.width) else { return nil }
      let cell = cells[Int(record.pointee.row) + column]
      return cell.isSet ? cell : nil
    }
    // A kind whose columns are not full has nothing aside.
    guard kinds[Int(record.pointee.kind)].columnCount == ColumnTable.columnMax else { return nil }
    return findSide(entity, register, target: SideCell.none).map { sides[$0].cell }
  }

  /// The cell that shows: the local one, unless it is at or below `over`, or a server has the register and has
  /// acknowledged the local write.
  @inline(__always)
  func shown(_ entity: Int, _ register: RegisterID) -> Cell? {
    let local = find(entity, register)
    if !entities[entity].has(EntityRecord.hasOver | EntityRecord.hasServer) { return local }
    return shown(entity, register, local: local)
  }

  @inline(never)
  private func shown(_ entity: Int, _ register: RegisterID, local: Cell?) -> Cell? {
    let local = local.flatMap { isOver($0, over(entity)) ? nil : $0 }
    guard entities[entity].has(EntityRecord.hasServer), let server = find(entity, register.server) else {
      return local
    }
    guard let local, isPending(entity, local) else { return server }
    return local
  }

  /// Whether a local register is at or below `over` and reads as unset.
  @inline(__always)
  func isOver(_ cell: Cell, _ over: Stamp?) -> Bool {
    guard let over else { return false }
    return order(of: winner(of: cell)) <= over
  }

  /// Whether no server has acknowledged a local write.
  func isPending(_ entity: Int, _ local: Cell) -> Bool {
    let stamp = stamp(of: winner(of: local))
    guard let replica = replicas.number(stamp.replica),
      let ack = findSide(entity, .ack, target: replica)
    else { return true }
    return sides[ack].cell.time < stamp.time
  }

  /// The effective `over`: as written, but below the order of its own event, so that it hides no later write.
  func over(_ entity: Int) -> Stamp? {
    guard entities[entity].has(EntityRecord.hasOver), let cell = find(entity, .over), !cell.value.isNull,
      let over = values.withText(cell.value, { Stamp($0.span, at: 1) }),
      let last = order(of: winner(of: cell)).predecessor
    else {
      return nil
    }
    return min(over, last)
  }

  /// The value that a field shows: nil if it was never written, is erased or reads as unset. JSON's null is a
  /// value. O(1).
  @inline(__always)
  package func value(_ entity: EntityIndex, _ field: FieldID) -> StoredValue? {
    guard let value = shown(Int(entity.rawValue), RegisterID(field.rawValue))?.value else { return nil }
    return value.isErased ? nil : value
  }

  /// Lends the value's JSON text.
  package func withBytes<Result>(of value: StoredValue, _ body: (Span<UInt8>) -> Result) -> Result {
    values.withText(value) { body($0.span) }
  }

  package func json(_ value: StoredValue) -> JSONValue {
    values.withText(value) { JSONParser.parse(accepted: $0.span) }
  }

  /// The write that a field shows.
  package func register(_ entity: EntityIndex, _ field: FieldID) -> RegisterWrite? {
    shown(Int(entity.rawValue), RegisterID(field.rawValue)).map { registerWrite($0) }
  }

  /// A field's write on this side, even if `over` hides it or the server's shows.
  package func localRegister(_ entity: EntityIndex, _ field: FieldID) -> RegisterWrite? {
    find(Int(entity.rawValue), RegisterID(field.rawValue)).map { registerWrite($0) }
  }

  /// What a server holds of a field.
  package func serverRegister(_ entity: EntityIndex, _ field: FieldID) -> RegisterWrite? {
    find(Int(entity.rawValue), RegisterID(field.rawValue, isServer: true)).map { registerWrite($0) }
  }

  /// Whether a server holds a field and has accepted each of these local writes to it: then it has decided between
  /// them.
  package func isDecidedByServer(
    _ entity: EntityIndex, _ field: FieldID, between writes: [RegisterWrite]
  ) -> Bool {
    guard serverRegister(entity, field) != nil else { return false }
    return writes.allSatisfy { write in
      acknowledged(entity, write.stamp.replica).map { $0 >= write.stamp } ?? false
    }
  }

  /// Whether a field's local write is in effect and no server has acknowledged it.
  package func isPending(_ entity: EntityIndex, _ field: FieldID) -> Bool {
    let index = Int(entity.rawValue)
    guard let local = find(index, RegisterID(field.rawValue)), !isOver(local, over(index)) else {
      return false
    }
    return isPending(index, local)
  }

  /// The stamp of the local write that sets whether the source has the entity, while it is in effect and no server has
  /// acknowledged it.
  package func pendingPresence(_ entity: EntityIndex) -> Stamp? {
    let index = Int(entity.rawValue)
    guard let local = find(index, .present), !isOver(local, over(index)), isPending(index, local) else {
      return nil
    }
    return stamp(of: winner(of: local))
  }

  /// The greatest stamp of a replica's writes to an entity that a server has acknowledged.
  package func acknowledged(_ entity: EntityIndex, _ replica: ReplicaID) -> Stamp? {
    replicas.number(replica).flatMap { findSide(Int(entity.rawValue), .ack, target: $0) }
      .map { Stamp(time: sides[$0].cell.time, replica: replica) }
  }

  /// Whether anything that was written about an entity is erased.
  package func hasErased(_ entity: EntityIndex) -> Bool {
    entities[Int(entity.rawValue)].has(EntityRecord.hasErased)
  }

  /// The fields whose shown value would be an erased one, by the bytes of their names.
  package func erasedFields(of entity: EntityIndex) -> [FieldID] {
    guard hasErased(entity) else { return [] }
    var names: Set<UInt32> = []
    forEachRegister(Int(entity.rawValue)) { register, target, _ in
      guard register.isField, target == SideCell.none else { return }
      if isErased(entity, FieldID(rawValue: register.name)) { names.insert(register.name) }
    }
    return names.sorted { bytesPrecede(fieldNames.text($0), fieldNames.text($1)) }.map {
      FieldID(rawValue: $0)
    }
  }

  /// Whether the value that a field would show is erased.
  package func isErased(_ entity: EntityIndex, _ field: FieldID) -> Bool {
    shown(Int(entity.rawValue), RegisterID(field.rawValue))?.value.isErased ?? false
  }

  /// The fields that show a value, by the bytes of their names.
  package func fields(of entity: EntityIndex) -> [FieldID] {
    let index = Int(entity.rawValue)
    var names: [UInt32] = []
    forEachRegister(index) { register, target, _ in
      guard register.isField, target == SideCell.none, let shown = shown(index, register.local),
        !shown.value.isErased
      else { return }
      // Both sides may exist: once is enough.
      if register.isServer, find(index, register.local) != nil { return }
      names.append(register.name)
    }
    return names.sorted { bytesPrecede(fieldNames.text($0), fieldNames.text($1)) }.map {
      FieldID(rawValue: $0)
    }
  }

  /// The fields that were ever written on this side, whether or not they show a value.
  package func fieldsEver(of entity: EntityIndex) -> [FieldID] {
    var found: [FieldID] = []
    forEachRegister(Int(entity.rawValue)) { register, target, _ in
      guard register.isField, !register.isServer, target == SideCell.none else { return }
      found.append(FieldID(rawValue: register.name))
    }
    return found
  }

  /// Every register that was ever written, in no particular order: fields have the target `SideCell.none`.
  func forEachRegister(_ entity: Int, _ body: (RegisterID, _ target: UInt32, Cell) -> Void) {
    let record = entities[entity]
    for column in 0..<Int(record.width) {
      let cell = cells[Int(record.row) + column]
      guard cell.isSet else { continue }
      let register = kindColumns[Int(record.kind) * ColumnTable.columnMax + column]
      body(RegisterID(rawValue: register), SideCell.none, cell)
    }
    var next = record.side
    while next != 0 {
      let side = sides[Int(next - 1)]
      if side.cell.isSet { body(RegisterID(rawValue: side.register), side.target, side.cell) }
      next = side.nextOfEntity
    }
  }
}
