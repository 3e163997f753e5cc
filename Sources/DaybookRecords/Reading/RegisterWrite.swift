package import DaybookModel

/// A write of one register, in full.
package struct RegisterWrite: Sendable {
  package var value: StoredValue
  /// The event's own stamp.
  package var stamp: Stamp
  /// The stamp at which it counts, if not its own.
  package var at: Stamp?
  /// The server's revision time, for what a server holds.
  package var server: ServerTime?
  /// The schema version at writing.
  package var v: Int64?
  /// Who.
  package var by: String?
  /// Which event: its branch, its place in that branch's tree, and its line's hash.
  package var branch: BranchIndex
  package var leaf: UInt64
  package var leafHash: Hash256

  /// The stamp that decides.
  package var order: Stamp { at ?? stamp }
}

/// A register of an entity.
package enum RegisterKey: Equatable, Sendable {
  case alive, present, over
  case field(FieldID)
  case edge(FieldID, to: String)
}

/// Two or more writes that had not seen one another and disagree.
package struct Conflict: Sendable {
  package var entity: EntityIndex
  package var register: RegisterKey
  /// The register's heads, the greatest first, which is the one that shows.
  package var heads: [RegisterWrite]
}

/// A head of a field, and under which of its names it was written.
package struct FieldHead: Sendable {
  package var field: FieldID
  package var write: RegisterWrite
}

extension Records {
  func registerWrite(_ write: UInt32, _ value: StoredValue) -> RegisterWrite {
    let origin = origin(of: write)
    return RegisterWrite(
      value: value, stamp: stamp(of: write), at: at(of: write), server: server(of: write),
      v: version(of: write),
      by: origin.author == 0 ? nil : authorNames.name(origin.author - 1),
      branch: BranchIndex(rawValue: origin.branch), leaf: leaf(of: write),
      leafHash: hash(of: write))
  }

  func registerWrite(_ cell: Cell) -> RegisterWrite { registerWrite(winner(of: cell), cell.value) }

  /// Index of the write that a cell shows.
  @inline(__always)
  func winner(of cell: Cell) -> UInt32 {
    cell.isContested ? contenders[Int(cell.write)].write : cell.write
  }
}
