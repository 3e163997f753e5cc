import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// How far each replica is held: for each branch, its whole tree and earlier trees. O(their logs).
  func heads(of replicas: Set<ReplicaID>? = nil) throws -> [ReplicaID: [Head]] {
    let inventory = try Inventory.scan(folder)
    var ends: [BranchID: [UInt64]] = [:]
    // Including what does not count, since the folder holds it.
    let reader = LedgerReader(store: folder, descriptor: descriptor)
    let report = try reader.read(inventory, replicas: replicas) { frame in
      for entry in frame.content.commits[frame.commits] {
        ends[frame.branch, default: []].append(frame.firstLeaf + UInt64(entry.leaves.upperBound))
      }
    }
    try requireWhole(report)
    // Of 2⁶⁴ leaves a head names 16: those that end 0, 1, 4, 16, … before.
    var wanted: [ReplicaID: Set<UInt64>] = [:]
    for (branch, ends) in ends { wanted[branch.replica, default: []].formUnion(Self.distant(ends.sorted())) }
    let roots = try reader.treeRoots(at: wanted, inventory, report)
    var heads: [ReplicaID: [Head]] = [:]
    for (branch, ends) in ends.sorted(by: { $0.key.ordinal < $1.key.ordinal }) {
      let trees = Self.distant(ends.sorted()).compactMap { size in
        roots[branch.replica, size].first { $0.branch == branch }.map { Waypoint(size: size, root: $0.root) }
      }
      if let head = Head(branch: trees) { heads[branch.replica, default: []].append(head) }
    }
    return heads
  }

  /// The last of some ascending sizes, and the last ones that are at least 1, 4, 16, … less.
  private static func distant(_ sizes: [UInt64]) -> [UInt64] {
    guard let last = sizes.last else { return [] }
    var found: Set<UInt64> = [last]
    var step: UInt64 = 1
    while step <= last {
      let place = sizes.firstPlace { $0 > last - step }
      if place > 0 { found.insert(sizes[place - 1]) }
      let (next, isTooMuch) = step.multipliedReportingOverflow(by: 4)
      if isTooMuch { break }
      step = next
    }
    return found.sorted()
  }
}
