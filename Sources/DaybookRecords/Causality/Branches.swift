// Who wrote before whom. Commits may arrive in any order, later parts of a branch before earlier ones, so
// what an author had seen is not tracked while folding: each commit's own part of it is kept, and
// the sum is worked out when heads are asked for.

package import DaybookModel

/// The branch of a replica whose tree had this root after `size` leaves; nil if it is not known.
package typealias BranchResolver = @Sendable (ReplicaID, _ size: UInt64, _ root: Hash256) -> BranchIndex?

struct Branch: Sendable {
  var replica: UInt32
  /// The branch whose first `leaf` leaves this one shares.
  var parent: (branch: BranchIndex, leaf: UInt64)?
  /// One above the greatest applied leaf: writes from there on come after all others of the branch.
  var leafEnd: UInt64 = 0
}

/// One part of one commit's `seen`.
struct SeenEntry: BitwiseCopyable {
  var branch: UInt32
  var hasRoot: Bool
  /// The commit's first leaf: its events and all later ones had seen this.
  var leaf: UInt64
  var replica: UInt64
  var first: UInt64
  var end: UInt64
  /// The root of the tree that ends with the leaves.
  var root: (UInt64, UInt64, UInt64, UInt64)
  /// The number of the branch to which that tree belongs.
  var covered = Self.undecided

  /// No branch is known to have this tree, but a held one may turn out to have it.
  static let undecided = UInt32.max
  /// No held branch has this tree or will have it.
  static let nothing = UInt32.max - 1
}

/// What is known of a tree in a commit's `seen`.
package enum SeenTree: Sendable {
  /// Too little of the replica is held.
  case unknown
  /// It belongs to no held branch.
  case foreign
  case branch(BranchIndex)
}

/// Replica ids by number.
struct ReplicaTable: Sendable {
  private(set) var ids: [ReplicaID] = []
  private var numbers: [ReplicaID: UInt32] = [:]

  subscript(number: UInt32) -> ReplicaID { ids[Int(number)] }

  func number(_ id: ReplicaID) -> UInt32? { numbers[id] }

  mutating func intern(_ id: ReplicaID) -> UInt32 {
    if let number = numbers[id] { return number }
    let number = UInt32(ids.count)
    ids.append(id)
    numbers[id] = number
    return number
  }
}

extension Records {
  /// Makes a branch known. `parent` is the branch whose first `leaf` leaves it shares.
  package mutating func declareBranch(
    replica: ReplicaID, parent: (branch: BranchIndex, leaf: UInt64)? = nil
  ) -> BranchIndex {
    precondition(branches.count < 1 << 31, "more branches than a cell can name")
    branches.append(Branch(replica: replicas.intern(replica), parent: parent))
    causalityVersion += 1
    return BranchIndex(rawValue: UInt32(branches.count - 1))
  }

  /// Records where a branch forked, if that became known after it was declared. A parent must not be
  /// the branch itself or one of its descendants.
  package mutating func setParent(of branch: BranchIndex, _ parent: (branch: BranchIndex, leaf: UInt64)?) {
    branches[Int(branch.rawValue)].parent = parent
    causalityVersion += 1
  }

  /// Sets the source that knows the trees in the `seen` of commits applied from now on. Unknown trees wait for
  /// ``decideSeen(_:)``.
  package mutating func setBranchResolver(_ resolver: BranchResolver?) { branchResolver = resolver }

  /// Every tree in a commit's `seen` whose branch is undecided.
  package func forEachUndecidedSeen(_ body: (ReplicaID, _ size: UInt64, _ root: Hash256) -> Void) {
    for place in 0..<undecidedSeen.count {
      let entry = seen[Int(undecidedSeen[place])]
      body(ReplicaID(rawValue: entry.replica), entry.end, Hash256(words: entry.root))
    }
  }

  /// Decides to which branches those trees belong, as far as that is known.
  package mutating func decideSeen(
    _ decide: (ReplicaID, _ size: UInt64, _ root: Hash256) -> SeenTree
  ) {
    var waiting = Arena<UInt32>()
    for place in 0..<undecidedSeen.count {
      let entry = seen.place(Int(undecidedSeen[place]))
      let replica = ReplicaID(rawValue: entry.pointee.replica)
      switch decide(replica, entry.pointee.end, Hash256(words: entry.pointee.root)) {
      case .unknown: waiting.append(undecidedSeen[place])
      case .foreign: entry.pointee.covered = SeenEntry.nothing
      case .branch(let branch): entry.pointee.covered = branch.rawValue
      }
    }
    guard waiting.count < undecidedSeen.count else { return }
    swap(&waiting, &undecidedSeen)
    causalityVersion += 1
  }

  package func replica(of branch: BranchIndex) -> ReplicaID {
    replicas[branches[Int(branch.rawValue)].replica]
  }

  /// One above the greatest applied leaf of a branch.
  package func leafEnd(of branch: BranchIndex) -> UInt64 { branches[Int(branch.rawValue)].leafEnd }

  mutating func keep(_ commitSeen: Seen, branch: BranchIndex, leaf: UInt64) {
    // A history received the `seen` of its records when it was made.
    if isHistory { return }
    for entry in commitSeen.entries {
      for part in entry.parts {
        var kept = SeenEntry(
          branch: branch.rawValue, hasRoot: part.root != nil, leaf: leaf, replica: entry.replica.rawValue,
          first: part.first, end: part.end, root: part.root?.words ?? (0, 0, 0, 0))
        if let root = part.root {
          if let known = branchResolver?(entry.replica, part.end, root) {
            kept.covered = known.rawValue
          } else {
            undecidedSeen.append(UInt32(seen.count))
          }
        }
        seen.append(kept)
      }
    }
    causalityVersion += 1
  }
}
