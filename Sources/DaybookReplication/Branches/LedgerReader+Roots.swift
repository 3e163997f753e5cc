import DaybookLog
package import DaybookModel

/// The roots of the trees of each branch.
package struct TreeRoots: Sendable {
  private var branches: [ReplicaID: [UInt64: [RootAtSize]]] = [:]
  /// Files that could not be read for them.
  package var unreadable: Set<String> = []

  package init() {}

  package mutating func insert(_ root: RootAtSize) {
    branches[root.branch.replica, default: [:]][root.size, default: []].append(root)
  }

  /// The roots at a size that are known, of each branch that is held there.
  package subscript(replica: ReplicaID, size: UInt64) -> [RootAtSize] { branches[replica]?[size] ?? [] }
}

extension LedgerReader {
  /// The roots that replicas' trees had at some sizes, for each branch that is held there: from the reading that gave
  /// the report if it has them, otherwise from the files.
  ///
  /// - Parameters:
  ///   - inventory: of all files, even if the reading began in the middle.
  ///   - ends: the numbers of leaves of replicas whose files hold more than the reading showed.
  package func treeRoots(
    at wanted: [ReplicaID: Set<UInt64>], _ inventory: Inventory, _ report: ReadReport,
    writtenSince ends: [ReplicaID: UInt64] = [:]
  ) throws -> TreeRoots {
    var roots = TreeRoots()
    for (replica, sizes) in wanted {
      let last = report.branches(of: replica).map(\.size).max() ?? 0
      var missing = sizes.filter { $0 > last && $0 <= ends[replica] ?? 0 }
      for branch in report.branches(of: replica) {
        let known = report.roots(of: branch, at: sizes)
        for (size, root) in known { roots.insert(RootAtSize(branch: branch.id, size: size, root: root)) }
        missing.formUnion(sizes.filter { known[$0] == nil && branch.holds($0) })
      }
      if missing.isEmpty { continue }
      let isOne = report.branches(of: replica).count == 1
      if isOne, let read = report.replicas[replica]?.passing {
        var search = RootSearch(store, read.sealed)
        for (size, root) in search.roots(at: missing) {
          let branch = BranchID(replica: replica, ordinal: 0)
          roots.insert(RootAtSize(branch: branch, size: size, root: root))
          missing.remove(size)
        }
      }
      try readAgain([replica: missing.sorted()], inventory, &roots)
    }
    return roots
  }

  private func readAgain(
    _ wanted: [ReplicaID: [UInt64]], _ inventory: Inventory, _ roots: inout TreeRoots
  ) throws {
    let replicas = Set(wanted.filter { !$0.value.isEmpty }.keys)
    if replicas.isEmpty { return }
    let survey = try wanting(wanted).survey(inventory, replicas: replicas)
    roots.unreadable.formUnion(survey.unreadable)
    for root in survey.replicas.values.flatMap(\.roots) { roots.insert(root) }
  }
}

extension ReadReport {
  /// The roots that the reading has.
  fileprivate func roots(of branch: BranchSummary, at sizes: Set<UInt64>) -> [UInt64: Hash256] {
    var known = replicas[branch.id.replica]?.trails[branch.id]?.roots(at: sizes) ?? [:]
    for root in replicas[branch.id.replica]?.roots ?? []
    where root.branch == branch.id && sizes.contains(root.size) {
      known[root.size] = root.root
    }
    for stretch in branch.stretches where sizes.contains(stretch.leaves.upperBound) {
      known[stretch.leaves.upperBound] = stretch.root
    }
    return known
  }
}

extension BranchSummary {
  /// Whether leaves on both sides of this place are held, or the branch ends there.
  package func holds(_ size: UInt64) -> Bool {
    stretches.contains { $0.leaves.lowerBound <= size && size <= $0.leaves.upperBound }
  }
}
