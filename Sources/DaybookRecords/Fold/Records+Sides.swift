extension Records {
  @inline(__always)
  func sideHash(_ entity: Int, _ register: RegisterID, _ target: UInt32) -> UInt32 {
    key.hash(UInt64(UInt32(entity)) << 32 | UInt64(register.rawValue), UInt64(target))
  }

  @inline(__always)
  func findSide(_ entity: Int, _ register: RegisterID, target: UInt32) -> Int? {
    entities.unpack(entity)
    return sideSlots.find(sideHash(entity, register, target)) { index in
      let side = sides.base + index
      return side.pointee.entity == UInt32(entity) && side.pointee.register == register.rawValue
        && side.pointee.target == target
    }
  }

  /// The place of a register aside, made if it is missing; valid until the next call.
  mutating func sideCell(
    _ entity: Int, _ register: RegisterID, target: UInt32
  ) -> UnsafeMutablePointer<Cell> {
    let index = findSide(entity, register, target: target) ?? addSide(entity, register, target)
    // Sound: `cell` lies in the side cell at this offset; both are plain.
    return UnsafeMutableRawPointer(sides.place(index))
      .advanced(by: MemoryLayout<SideCell>.offset(of: \.cell)!).assumingMemoryBound(to: Cell.self)
  }

  private mutating func addSide(_ entity: Int, _ register: RegisterID, _ target: UInt32) -> Int {
    let index = sides.append(
      SideCell(
        entity: UInt32(entity), register: register.rawValue, target: target,
        nextOfEntity: entities[entity].side, nextOfTarget: 0,
        cell: Cell(time: 0, rawValue: 0, write: 0, mark: 0)))
    sideSlots.insert(sideHash(entity, register, target), index)
    entities.place(entity).pointee.side = UInt32(index + 1)
    if register != .ack, target != SideCell.none {
      sides.place(index).pointee.nextOfTarget = targetEdges[Int(target)]
      targetEdges[Int(target)] = UInt32(index + 1)
    }
    return index
  }

  /// The number of a link's target.
  @inline(__always)
  mutating func intern(target id: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let number = targetNames.intern(id, count)
    if Int(number) == targetEdges.count { targetEdges.append(0) }
    return number
  }

  /// Takes the greater of what was acknowledged of a replica's writes and `time`.
  mutating func acknowledge(_ entity: Int, replica: UInt32, time: UInt64) {
    let cell = sideCell(entity, .ack, target: replica)
    cell.pointee.time = max(cell.pointee.time, time)
    cell.pointee.rawValue = StoredValue.yes.raw
  }
}
