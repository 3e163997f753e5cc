import DaybookModel
import Synchronization

extension Records {
  /// Summarises what was seen, or reuses the last summary if nothing has changed.
  var causality: Causality {
    causalityCache.withLock { cache in
      if let cache, cache.version == causalityVersion { return cache.causality }
      var entries: [SeenEntry] = []
      entries.reserveCapacity(seen.count)
      for index in 0..<seen.count { entries.append(seen[index]) }
      let causality = Causality(
        branches: branches, entries: entries, replicas: replicas)
      cache = (causalityVersion, causality)
      return causality
    }
  }

  /// The writes of a register that no other write to it had seen, the greatest first.
  func heads(_ cell: Cell) -> [Contender] {
    guard cell.isContested else { return [contender(of: cell)] }
    return heads(among: chain(of: cell))
  }

  /// Those of the given writes that no other had seen, the greatest first. O(writes × log writes), plus what their
  /// branches had seen of one another.
  func heads(among all: [Contender]) -> [Contender] {
    unseen(among: all, causality).sorted { isLess($1.write, $0.write) }
  }

  private func unseen(among all: [Contender], _ causality: Causality) -> [Contender] {
    if all.count <= HeadSearch.fewMax {
      return all.filter { one in !all.contains { $0.write != one.write && saw($0, one, causality) } }
    }
    let writes = all.sorted { ($0.branch, $0.leaf) < ($1.branch, $1.leaf) }
    var search = HeadSearch(writes, orders: writes.map { order(of: $0.write) }, causality)
    return search.heads()
  }

  /// Whether a register has several heads; for a few writes, without computing them.
  func hasSeveralHeads(_ cell: Cell, _ causality: Causality) -> Bool {
    guard cell.isContested else { return false }
    guard isFew(cell) else { return unseen(among: chain(of: cell), causality).count > 1 }
    var heads = 0
    var next = cell.write + 1
    while next != 0 {
      let one = contenders.base + Int(next - 1)
      next = one.pointee.next
      if !isSeen(one.pointee, in: cell, causality) { heads += 1 }
    }
    return heads > 1
  }

  private func isFew(_ cell: Cell) -> Bool {
    var next = cell.write + 1
    for _ in 0..<HeadSearch.fewMax {
      next = contenders[Int(next - 1)].next
      if next == 0 { return true }
    }
    return false
  }

  private func isSeen(_ one: Contender, in cell: Cell, _ causality: Causality) -> Bool {
    var next = cell.write + 1
    while next != 0 {
      let other = contenders.base + Int(next - 1)
      next = other.pointee.next
      if other.pointee.write != one.write, saw(other.pointee, one, causality) { return true }
    }
    return false
  }

  /// The writes in the chain of a contested register, the winner first. Of a long one some may be superseded.
  func chain(of cell: Cell) -> [Contender] {
    let all = chain(from: Int(cell.write))
    guard all.contains(where: \.isRaised) else { return all }
    let superseding = Superseding(all)
    return all.filter { !superseding.isFormer($0) }
  }

  func chain(from front: Int) -> [Contender] {
    var all: [Contender] = []
    var next = UInt32(front + 1)
    while next != 0 {
      all.append(contenders[Int(next - 1)])
      next = contenders[Int(next - 1)].next
    }
    return all
  }

  /// The writes that are kept for a register, the winner first; apart from the winner, none is superseded (see
  /// ``Contender``), so they do not depend on the order of arrival.
  func kept(_ cell: Cell) -> [Contender] {
    guard cell.isContested else { return [contender(of: cell)] }
    let all = chain(of: cell)
    let superseding = Superseding(all)
    return all.enumerated().filter { $0.offset == 0 || !superseding.covers($0.element) }.map(\.element)
  }

  func saw(_ author: Contender, _ other: Contender, _ causality: Causality) -> Bool {
    switch author.was {
    case Contender.Was.nothing.rawValue: return false
    case Contender.Was.upTo.rawValue:
      let was = Stamp(time: author.wasTime, replica: ReplicaID(rawValue: author.wasReplica))
      if order(of: other.write) > was { return false }
    default: break
    }
    return causality.saw(author, other)
  }

  func contender(of cell: Cell) -> Contender {
    Contender(
      write: cell.write, rawValue: cell.rawValue, leaf: leaf(of: cell.write),
      branch: origin(of: cell.write).branch)
  }
}
