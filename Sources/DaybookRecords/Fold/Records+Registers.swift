import DaybookModel

/// What a write's `was` states about a register.
enum Was {
  case unnamed, nothing
  case upTo(Stamp)
}

extension Records {
  /// Writes a register. Nearly always the register is unset, or its one write is of the same branch,
  /// earlier in it and lower: then the new write had seen it, and replaces it.
  @inline(__always)
  mutating func put(
    _ cell: UnsafeMutablePointer<Cell>, _ value: StoredValue, _ write: Write, _ entity: Int
  ) {
    let mark = Cell.mark(write.branch)
    if !cell.pointee.isSet || (cell.pointee.mark == mark && write.isLatest && cell.pointee.time < write.time)
    {
      cell.pointee = Cell(time: write.time, rawValue: value.raw, write: write.details, mark: mark)
    } else {
      contend(cell, value, write, was: .unnamed, entity)
    }
  }

  /// Server registers keep only the winner: the server decides, so there is nothing to resolve.
  @inline(__always)
  mutating func putServer(_ cell: UnsafeMutablePointer<Cell>, _ value: StoredValue, _ write: Write) {
    if cell.pointee.isSet {
      if write.time < cell.pointee.time { return }
      if write.time == cell.pointee.time, !isLessOnServer(cell.pointee.write, write.details) { return }
    }
    cell.pointee = Cell(
      time: write.time, rawValue: value.raw, write: write.details, mark: Cell.mark(write.branch))
  }

  /// The general case. Keeps, for every branch, the writes from its latest one without `was` onward, and the winner; a
  /// dropped write was seen by a write that stays, and had seen nothing that the latter has not.
  @inline(never)
  mutating func contend(
    _ cell: UnsafeMutablePointer<Cell>, _ value: StoredValue, _ write: Write, was: Was, _ entity: Int
  ) {
    let old = cell.pointee
    let added = addContender(value, write, was)
    var front = added
    if old.isSet {
      let first = old.isContested ? Int(old.write) : addContender(of: old)
      if isLess(contenders[added].write, contenders[first].write) {
        // The new one is not the winner: it goes second.
        front = first
        contenders.place(added).pointee.next = contenders[first].next
        contenders.place(first).pointee.next = UInt32(added + 1)
      } else {
        contenders.place(added).pointee.next = UInt32(first + 1)
        contenders.place(added).pointee.untilPruned = contenders[first].untilPruned
      }
      if !isHistory { prune(front) }
    }
    let winner = contenders[front]
    var time = old.time
    if front == added { time = write.time }
    if winner.next == 0, !winner.hasWas {
      cell.pointee = Cell(
        time: time, rawValue: winner.rawValue, write: winner.write, mark: Cell.mark(winner.branch))
      release(front)
    } else {
      cell.pointee = Cell(
        time: time, rawValue: winner.rawValue, write: UInt32(front), mark: Cell.mark(winner.branch) | 1)
      if !entities[entity].has(EntityRecord.hasContest) {
        entities.place(entity).pointee.flags |= EntityRecord.hasContest
        contestedEntities.append(UInt32(entity))
      }
    }
  }

  private mutating func addContender(_ value: StoredValue, _ write: Write, _ was: Was) -> Int {
    var contender = Contender(
      write: write.details, rawValue: value.raw, leaf: write.leaf, branch: write.branch)
    contender.isRaised = write.isRaised
    switch was {
    case .unnamed: break
    case .nothing: contender.was = Contender.Was.nothing.rawValue
    case .upTo(let stamp):
      contender.was = Contender.Was.upTo.rawValue
      (contender.wasTime, contender.wasReplica) = (stamp.time, stamp.replica.rawValue)
    }
    return take(contender)
  }

  private mutating func addContender(of cell: Cell) -> Int {
    take(contender(of: cell))
  }

  private mutating func take(_ contender: Contender) -> Int {
    guard freeContender != 0 else { return contenders.append(contender) }
    let index = Int(freeContender - 1)
    freeContender = contenders[index].next
    contenders[index] = contender
    return index
  }
}
