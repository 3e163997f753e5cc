// Which write had seen which, across the registers of an entity and across entities.

/// Determines for any two writes whether the author of one had seen the other. Valid as long as no further commit is
/// applied.
package struct Precedence: Sendable {
  let causality: Causality

  /// Whether the author's ledger held the other write. O(log of the commits between the two branches).
  package func saw(_ author: RegisterWrite, _ other: RegisterWrite) -> Bool {
    causality.saw(Contender(author), Contender(other))
  }

  /// Whether the author of the event at a leaf of a branch held the other write.
  package func saw(_ branch: BranchIndex, leaf: UInt64, _ other: RegisterWrite) -> Bool {
    causality.saw(Contender(branch: branch, leaf: leaf), Contender(other))
  }
}

extension Contender {
  /// The event at a leaf of a branch, whatever it writes.
  init(branch: BranchIndex, leaf: UInt64) {
    self.init(write: 0, rawValue: 0, leaf: leaf, branch: branch.rawValue)
  }

  fileprivate init(_ write: RegisterWrite) { self.init(branch: write.branch, leaf: write.leaf) }
}

extension Records {
  package var precedence: Precedence { Precedence(causality: causality) }

  /// Whether more than one line of writing is held: with one, everybody had seen everything.
  package var hasSeveralBranches: Bool { branches.count > 1 }

  /// The entities of which several branches wrote a register, in the order in which that became known.
  package func forEachContested(_ body: (EntityIndex) throws -> Void) rethrows {
    for place in 0..<contestedEntities.count {
      try body(EntityIndex(rawValue: contestedEntities[place]))
    }
  }

  /// The entities that are deleted, in the order in which they were first deleted. O(those ever deleted).
  package func forEachDeleted(_ body: (EntityIndex) throws -> Void) rethrows {
    for place in 0..<deletedEntities.count {
      let entity = EntityIndex(rawValue: deletedEntities[place])
      if find(Int(entity.rawValue), .alive)?.value.isFalse == true { try body(entity) }
    }
  }

  /// The entities that were made anew after a delete, even if that was undone. O(those entities).
  package func forEachRecreated(_ body: (EntityIndex) throws -> Void) rethrows {
    for place in 0..<recreatedEntities.count {
      try body(EntityIndex(rawValue: recreatedEntities[place]))
    }
  }

  /// Whether several branches wrote a field, so that its heads may be several. Costs what reading it costs.
  @inline(__always)
  package func isContested(_ entity: EntityIndex, _ field: FieldID) -> Bool {
    let index = Int(entity.rawValue)
    guard entities[index].has(EntityRecord.hasContest) else { return false }
    return find(index, RegisterID(field.rawValue))?.isContested ?? false
  }

  /// Whether several branches wrote a field that is stored under several names.
  package func isContested(_ entity: EntityIndex, any names: [FieldID]) -> Bool {
    let index = Int(entity.rawValue)
    if names.count == 1, !isContested(entity) { return false }
    var mark: UInt32?
    for name in names {
      guard let cell = find(index, RegisterID(name.rawValue)) else { continue }
      if cell.isContested || mark ?? cell.mark != cell.mark { return true }
      mark = cell.mark
    }
    return false
  }

  /// Whether a field may have several heads: for one name, whether it has; for several, whether several branches wrote
  /// them.
  package func mayDisagree(_ entity: EntityIndex, _ names: [FieldID], _ precedence: Precedence) -> Bool {
    guard let name = names.first, names.count == 1 else { return isContested(entity, any: names) }
    return find(Int(entity.rawValue), RegisterID(name.rawValue))
      .map { hasSeveralHeads($0, precedence.causality) } ?? false
  }

  /// Whether any register was ever written by an author who had not seen its value.
  package var hasContests: Bool { contestedEntities.count > 0 }

  package func isContested(_ entity: EntityIndex) -> Bool {
    entities[Int(entity.rawValue)].has(EntityRecord.hasContest)
  }
}
