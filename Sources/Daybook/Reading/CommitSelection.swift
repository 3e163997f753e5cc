import DaybookLog
import DaybookModel
import DaybookReplication

/// Which commits of a ledger's files lie before a cut.
struct CommitSelection: Sendable {
  private enum Rule: Sendable {
    case all
    case ended(by: Instant)
    case begun(by: Stamp)
    case held(HeldLeaves)
  }

  private let rule: Rule
  /// The only leaves that count; nil: all.
  private var held: HeldLeaves?
  /// Files that could not be read for the selection.
  let unreadable: Set<String>

  static let all = CommitSelection(rule: .all)

  private init(rule: Rule) { (self.rule, unreadable) = (rule, []) }

  /// Only for ``Cut/seen(by:commit:)`` are files read for it.
  init(
    _ cut: Cut, _ inventory: Inventory, _ folder: any FileStore, _ descriptor: LedgerDescriptor,
    own: [OwnCommits]
  ) throws {
    var unreadable: Set<String> = []
    switch cut.bound {
    case .now: rule = .all
    case .asOf(let instant): rule = .ended(by: instant)
    case .until(let stamp): rule = .begun(by: stamp)
    case .seen(let replica, let commit):
      var knowledge = ReplicaKnowledge(
        inventory: inventory, folder: folder, descriptor: descriptor, own: own)
      rule = .held(try knowledge.leaves(of: replica, upTo: commit))
      unreadable = knowledge.unreadable
    }
    self.unreadable = unreadable
  }

  var isAll: Bool { if case .all = rule { held == nil } else { false } }

  /// Leaves out what is not among these leaves.
  mutating func restrict(to leaves: HeldLeaves) { held = leaves }

  /// Those of a frame's commits that lie before the cut, in runs.
  ///
  /// - Parameters:
  ///   - commits: within `content.commits`.
  ///   - firstLeaf: the place of the content's first leaf in the branch's tree.
  func forEachRun(
    of commits: Range<Int>, in content: FrameContent, _ branch: BranchID, firstLeaf: UInt64,
    _ body: (Range<Int>) throws -> Void
  ) rethrows {
    if isAll { return try commits.isEmpty ? () : body(commits) }
    var start = commits.lowerBound
    for index in commits where !includes(content.commits[index], content, branch, firstLeaf) {
      if start < index { try body(start..<index) }
      start = index + 1
    }
    if start < commits.upperBound { try body(start..<commits.upperBound) }
  }

  private func includes(
    _ entry: FrameContent.CommitEntry, _ content: FrameContent, _ branch: BranchID, _ firstLeaf: UInt64
  ) -> Bool {
    guard let first = entry.events.first, let last = entry.events.last else { return false }
    let place = firstLeaf + UInt64(entry.leaves.lowerBound)..<firstLeaf + UInt64(entry.leaves.upperBound)
    if let held, !held.contains(place, of: branch) { return false }
    switch rule {
    case .all: return true
    case .ended(let instant): return content.events[last].line.stamp.instant <= instant
    case .begun(let stamp): return content.events[first].line.stamp <= stamp
    case .held(let leaves): return leaves.contains(place, of: branch)
    }
  }
}

/// Leaves of branches, in ranges.
struct HeldLeaves: Sendable {
  /// Ascending, apart.
  private var ranges: [BranchID: [Range<UInt64>]] = [:]

  mutating func insert(_ leaves: Range<UInt64>, of branch: BranchID) {
    guard !leaves.isEmpty else { return }
    var held = ranges[branch] ?? []
    // Usually they arrive in order.
    if let last = held.last, last.lowerBound <= leaves.lowerBound {
      if leaves.lowerBound <= last.upperBound {
        held[held.count - 1] = last.lowerBound..<max(last.upperBound, leaves.upperBound)
      } else {
        held.append(leaves)
      }
    } else {
      let joined = (held + [leaves]).sorted { $0.lowerBound < $1.lowerBound }
      held = []
      for range in joined {
        if let last = held.last, range.lowerBound <= last.upperBound {
          held[held.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
          held.append(range)
        }
      }
    }
    ranges[branch] = held
  }

  /// Adds all leaves of another set that lie before `end`.
  mutating func insert(_ others: HeldLeaves, of branch: BranchID, before end: UInt64 = .max) {
    for range in others.ranges[branch] ?? [] where range.lowerBound < end {
      insert(range.clamped(to: 0..<end), of: branch)
    }
  }

  var isEmpty: Bool { ranges.isEmpty }

  func hasAny(of branch: BranchID) -> Bool { ranges[branch] != nil }

  func contains(_ leaves: Range<UInt64>, of branch: BranchID) -> Bool {
    guard let held = ranges[branch] else { return false }
    let place = held.firstPlace { $0.upperBound >= leaves.upperBound }
    return place < held.count && held[place].lowerBound <= leaves.lowerBound
  }

  /// Whether the leaf before or behind this place is held: a branch's tree is known there.
  func reaches(_ size: UInt64, of branch: BranchID) -> Bool {
    guard let held = ranges[branch] else { return false }
    let place = held.firstPlace { $0.upperBound >= size }
    return place < held.count && held[place].lowerBound <= size
  }
}
