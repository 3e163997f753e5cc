import DaybookModel

/// Writes that had not seen one another and disagreed, until a later write that had seen them settled it.
package struct SettledConflict: Sendable {
  package var entity: EntityIndex
  package var register: RegisterKey
  /// What the settling write's author had seen, the greatest first.
  package var heads: [RegisterWrite]
  package var settling: RegisterWrite
}

extension Records {
  /// The settled conflicts of one entity, by register and then by the order of the settling writes. Call it on a
  /// ``history(of:)``: other records have dropped what was overwritten. O(writes of contested registers × branches).
  package func settledConflicts(of entity: EntityIndex) -> [SettledConflict] {
    let index = Int(entity.rawValue)
    let causality = causality
    var found: [(register: RegisterID, target: UInt32, conflict: SettledConflict)] = []
    forEachRegister(index) { register, target, cell in
      guard register != .ack, !register.isServer, cell.isContested else { return }
      let key = registerKey(register, target)
      for (settling, heads) in settled(chain(of: cell), causality) {
        let conflict = SettledConflict(
          entity: entity, register: key,
          heads: heads.map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) },
          settling: registerWrite(settling.write, StoredValue(raw: settling.rawValue)))
        found.append((register, target, conflict))
      }
    }
    return found.sorted { left, right in
      let (a, b) = ((left.register, left.target), (right.register, right.target))
      if a.0 == b.0, a.1 == b.1 { return left.conflict.settling.order < right.conflict.settling.order }
      return registerPrecedes(a, b)
    }.map(\.conflict)
  }

  /// For each write, the greatest writes that its author had seen, if there are several that disagree.
  private func settled(
    _ writes: [Contender], _ causality: Causality
  ) -> [(settling: Contender, heads: [Contender])] {
    var lines: [UInt32: [Contender]] = [:]
    for write in writes { lines[write.branch, default: []].append(write) }
    guard lines.count > 1 else { return [] }
    for branch in lines.keys { lines[branch]?.sort { $0.leaf < $1.leaf } }
    var found: [(settling: Contender, heads: [Contender])] = []
    for write in writes {
      let latest = lines.values.compactMap { lastSeen(in: $0, by: write, causality) }
      guard latest.count > 1 else { continue }
      let heads = latest.filter { one in
        !latest.contains { $0.write != one.write && saw($0, one, causality) }
      }.sorted { isLess($1.write, $0.write) }
      guard let first = heads.first, !heads.allSatisfy({ hasEqualValues($0, first) }) else { continue }
      found.append((write, heads))
    }
    return found
  }

  /// The latest of a branch's writes that an author had seen: the seen part of a branch starts at its beginning.
  private func lastSeen(
    in line: [Contender], by author: Contender, _ causality: Causality
  ) -> Contender? {
    var (low, high) = (0, line.count)
    while low < high {
      let middle = (low + high) / 2
      if line[middle].write != author.write, saw(author, line[middle], causality) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > 0 ? line[low - 1] : nil
  }
}
