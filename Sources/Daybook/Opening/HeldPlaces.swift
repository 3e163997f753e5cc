import DaybookLog
import DaybookModel
import DaybookReplication

/// Where the commits that an earlier reading held lie in a later one, whose branches may have other numbers.
struct HeldPlaces: Sendable {
  private struct Part: Equatable {
    var leaves: Range<UInt64>
    /// By its number in the earlier reading.
    var former: BranchID
  }

  /// By the numbers of the later reading; ascending and apart.
  private var parts: [BranchID: [Part]] = [:]
  private let held: HeldBranches
  /// The replicas whose branches were identified by their roots.
  private let searched: Set<ReplicaID>

  fileprivate init(_ held: HeldBranches, searched: Set<ReplicaID>, _ report: ReadReport) {
    (self.held, self.searched) = (held, searched)
    for (branch, parts) in held.parts where !searched.contains(branch.replica) {
      self.parts[branch] = Self.apart(parts.map { Part(leaves: $0.leaves, former: branch) })
    }
    parts.merge(Self.found(held, searched, report)) { $1 }
  }

  private static func found(
    _ held: HeldBranches, _ replicas: Set<ReplicaID>, _ report: ReadReport
  ) -> [BranchID: [Part]] {
    var found: [BranchID: [Part]] = [:]
    // A part that no branch goes on from, such as one whose end is in no file yet, keeps its number, behind the others.
    for isKnown in [true, false] {
      for (branch, parts) in held.parts.sorted(by: { $0.key < $1.key })
      where replicas.contains(branch.replica) {
        for part in parts {
          let place = held.knownPlace(of: part, branch, report)
          guard (place != nil) == isKnown else { continue }
          var leaves: [BranchID: [Range<UInt64>]] = [:]
          held.add(part, of: place ?? branch, report, to: &leaves)
          for (place, ranges) in leaves {
            found[place, default: []] += ranges.map { Part(leaves: $0, former: branch) }
          }
        }
      }
    }
    return found.mapValues(apart)
  }

  /// Ascending; where parts overlap, the first of them counts. O(n log n) where none do.
  private static func apart(_ parts: [Part]) -> [Part] {
    let sorted = parts.filter { !$0.leaves.isEmpty }.sorted { $0.leaves.lowerBound < $1.leaves.lowerBound }
    if zip(sorted, sorted.dropFirst()).allSatisfy({ $0.leaves.upperBound <= $1.leaves.lowerBound }) {
      return sorted
    }
    var apart: [Part] = []
    for part in parts {
      var rest = part.leaves
      var place = apart.firstPlace { $0.leaves.upperBound > rest.lowerBound }
      while !rest.isEmpty {
        let taken = place < apart.count ? apart[place].leaves : rest.upperBound..<rest.upperBound
        let free = rest.lowerBound..<min(rest.upperBound, max(rest.lowerBound, taken.lowerBound))
        if !free.isEmpty {
          apart.insert(Part(leaves: free, former: part.former), at: place)
          place += 1
        }
        rest = min(rest.upperBound, max(free.upperBound, taken.upperBound))..<rest.upperBound
        place += 1
      }
    }
    return apart
  }

  /// The leaves that were held of a branch of the later reading, whether they counted or not; ascending and apart.
  func heldLeaves(of branch: BranchID) -> [Range<UInt64>] { parts[branch]?.map(\.leaves) ?? [] }

  /// Of those the ones that counted.
  func leaves(of branch: BranchID) -> [Range<UInt64>] { parts[branch].map(counted) ?? [] }

  private func counted(_ parts: [Part]) -> [Range<UInt64>] {
    parts.compactMap { part in
      guard let limit = held.rule.limit(of: part.former) else { return part.leaves }
      return limit > part.leaves.lowerBound ? part.leaves.clamped(to: 0..<limit) : nil
    }
  }

  /// Whether several branches of a replica were held in part.
  var isForked: Bool { parts.keys.contains { $0.ordinal > 0 } }

  /// The leaves that were held and counted, by the branches of the later reading.
  var leaves: HeldLeaves {
    var leaves = HeldLeaves()
    for (branch, parts) in parts {
      for part in counted(parts) { leaves.insert(part, of: branch) }
    }
    return leaves
  }

  /// How many leaves were held.
  var leafCount: UInt64 {
    held.parts.values.joined().reduce(0) { $0 + UInt64($1.leaves.count) }
  }

  /// The commits of a frame that were held and counted, in runs, each with its branch's number in the earlier reading.
  func forEachRun(
    of frame: borrowing AttestedFrame, _ body: (_ former: BranchID, _ commits: Range<Int>) throws -> Void
  ) rethrows {
    guard let parts = parts[frame.branch] else { return }
    var (run, former): (Range<Int>, BranchID?) = (0..<0, nil)
    var place = parts.firstPlace { $0.leaves.upperBound > frame.firstLeaf }
    for index in frame.commits {
      let leaf = frame.firstLeaf + UInt64(frame.content.commits[index].leaves.lowerBound)
      while place < parts.count, parts[place].leaves.upperBound <= leaf { place += 1 }
      var next = place < parts.count && parts[place].leaves.contains(leaf) ? parts[place].former : nil
      if let former = next, let limit = held.rule.limit(of: former), leaf >= limit { next = nil }
      if next != former {
        if let former { try body(former, run) }
        (run, former) = (index..<index, next)
      }
      run = run.lowerBound..<index + 1
    }
    if let former { try body(former, run) }
  }

  /// - Parameter report: of a reading that noted the roots of ``HeldBranches/rootsWanted(without:)``.
  /// - Throws: ``LedgerError`` if the branches of the reading have other numbers than those that were looked for, because
  ///   files changed in between.
  func require(_ report: ReadReport) throws(LedgerError) {
    let forked = report.replicas.filter { $0.value.branches.count > 1 }.keys
    let found = Self.found(held, searched.union(forked), report)
    guard found.allSatisfy({ parts[$0.key] == $0.value }) else {
      throw LedgerError(.inputOutput, "the ledger's files changed while they were read", advice: "try again")
    }
  }
}

extension HeldBranches {
  /// The tree sizes whose roots a reading has to note for ``HeldPlaces/require(_:)``.
  func rootsWanted(without own: ReplicaID?) -> [ReplicaID: [UInt64]] {
    rootsWanted(besides: [:]).filter { $0.key != own }
  }

  /// Finds what was held in files as they are now. Reads those replicas whose files changed since and that may have
  /// forked; O(1) if there are none.
  ///
  /// - Parameter own: the replica that a session of this process writes: it has one history.
  func places(
    in inventory: Inventory, of replicas: Set<ReplicaID>? = nil, without own: ReplicaID?,
    _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> HeldPlaces {
    var searched = changed(inventory, without: own)
    if let replicas { searched.formIntersection(replicas) }
    if searched.isEmpty { return HeldPlaces(self, searched: [], ReadReport()) }
    var options = ReadOptions()
    (options.comparesSeen, options.rootsWanted) = (false, rootsWanted(without: own))
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .survey(inventory, replicas: searched)
    try report.requireWhole()
    return HeldPlaces(self, searched: searched, report)
  }

  /// Replicas with other files than were read, whose branches may have other numbers in them. One file holds one
  /// history.
  private func changed(_ inventory: Inventory, without own: ReplicaID?) -> Set<ReplicaID> {
    let forked = Set(parts.keys.filter { $0.ordinal > 0 }.map(\.replica))
    var changed: Set<ReplicaID> = []
    for replica in inventory.replicas where replica.id != own && replica.segments != files[replica.id] {
      if replica.segments.count > 1 || forked.contains(replica.id) { changed.insert(replica.id) }
    }
    return changed
  }
}

extension Ledger {
  /// What the records hold now. Changes nothing: some who ask for it are reading the records.
  func heldBranches() -> HeldBranches {
    var held = HeldBranches(loaded)
    if let session { held.hold(session.writer.tree, of: session.replica) }
    return held
  }
}
