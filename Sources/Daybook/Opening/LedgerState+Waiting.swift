// If this machine could not publish what it wrote (a full or read-only disk), only its journal holds it. Readers on
// this machine still see it.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

/// Commits of a replica of this machine, from its journal; in order.
struct OwnCommits: Sendable {
  var replica: ReplicaID
  /// The replica's key, since its files may be gone.
  var publicKey: [UInt8]
  var contents: [(firstLeaf: UInt64, content: FrameContent)]

  var branch: BranchID { BranchID(replica: replica, ordinal: 0) }

  /// The frames that are not among the leaves.
  func contents(besides leaves: [Range<UInt64>]) -> [(firstLeaf: UInt64, content: FrameContent)] {
    contents.filter { !leaves.hold($0.firstLeaf..<$0.firstLeaf + UInt64($0.content.leaves.count)) }
  }

  /// Those that count.
  func counting(by rule: CountingRule) -> OwnCommits {
    guard let limit = rule.limit(of: branch) else { return self }
    var counting = self
    counting.contents = contents.compactMap { firstLeaf, content in
      var content = content
      content.commits.removeAll { firstLeaf + UInt64($0.leaves.upperBound) > limit }
      return content.commits.isEmpty ? nil : (firstLeaf, content)
    }
    return counting
  }

  /// As they are shown.
  func redacted(by erasures: Erasures) -> OwnCommits {
    if erasures.isEmpty { return self }
    var redacted = self
    for index in contents.indices { redacted.contents[index].content.redact(erasures) }
    return redacted
  }
}

extension Machine {
  /// Journals of this machine's replicas in this folder that may hold commits that the folder does not. Empty if the
  /// state cannot be read: then only the folder is shown. O(1) unless a writer left a note that commits wait.
  func waitingJournals(_ ledger: String) -> (state: any FileStore, journals: [OwnJournal])? {
    guard let state = existingState(),
      let journals = try? OwnJournals.waiting(state, ledger: ledger, in: folder), !journals.isEmpty
    else { return nil }
    return (state, journals)
  }
}

extension LedgerState {
  /// Applies the commits that wait in this machine's journals, and reads again as long as that changes what is erased
  /// or what counts.
  mutating func takeInWaiting(
    of machine: Machine, _ folder: any FileStore, _ descriptor: LedgerDescriptor, _ schemas: SchemaRegistry
  ) throws -> [OwnCommits] {
    var waiting = try takeInWaiting(of: machine, descriptor.ledger)
    while true {
      let erasures = settleErasures()
      guard try countsOtherwise(folder, descriptor) || erasures != nil else { return waiting }
      self = try LedgerState.read(
        folder, descriptor, schemas: schemas,
        rootsWanted: machine.claimsRemembered(descriptor.ledger).sizesByReplica, erasures: erasures,
        deciding: .caller)
      waiting = try takeInWaiting(of: machine, descriptor.ledger)
    }
  }

  /// Applies the commits that wait in this machine's journals, if they continue what is held.
  ///
  /// - Parameters:
  ///   - writer: the replica that this process writes: its journal is left out.
  ///   - news: called with each new commit.
  /// - Returns: the commits of those journals; empty if none waits.
  mutating func takeInWaiting(
    of machine: Machine, _ ledger: String, besides writer: ReplicaID? = nil,
    _ news: (FrameContent, Int, ReplicaID) -> Void = { _, _, _ in }
  ) throws -> [OwnCommits] {
    guard let (state, journals) = machine.waitingJournals(ledger) else { return [] }
    var waiting: [OwnCommits] = []
    for journal in journals where journal.replica != writer && report.isContinued(by: journal.summary) {
      let (start, end) = (journal.summary.base.tree.size, journal.summary.head.tree.size)
      guard start < end, !held(of: journal.replica).map(\.leaves).hold(start..<end),
        let contents = try? journal.contents(state)
      else { continue }
      let commits = OwnCommits(
        replica: journal.replica, publicKey: journal.summary.base.publicKey, contents: contents)
      takeIn(commits, news)
      noteOwn(journal)
      waiting.append(commits)
    }
    return waiting
  }

  /// Applies the commits that the records do not hold and that lie before the cut.
  mutating func takeIn(
    _ commits: OwnCommits, _ news: (FrameContent, Int, ReplicaID) -> Void = { _, _, _ in }
  ) {
    let branch = index(of: commits.branch)
    for (firstLeaf, written) in commits.contents(besides: held(of: commits.replica).map(\.leaves)) {
      var content = written
      content.redact(erasing.applied)
      devices.note(
        content, content.commits.indices, of: commits.branch, firstLeaf: firstLeaf, key: commits.publicKey)
      for entry in content.commits { noteOwnRoot(entry.commit, of: commits.replica) }
      let counting = counting(
        content.commits.indices, of: commits.branch, content, firstLeaf: firstLeaf)
      if counting.isEmpty { continue }
      erasing.note(content, events: content.events.indices)
      let selection = selection
      selection.forEachRun(of: counting, in: content, commits.branch, firstLeaf: firstLeaf) {
        run in
        records.apply(content, commits: run, branch: branch, firstLeaf: firstLeaf)
        noteCounted(content.commits[run], firstLeaf, commits.branch)
        for commit in run { news(content, commit, commits.replica) }
      }
      for entry in content.commits {
        guard let key = entry.commit.key else { continue }
        keys[key] = KeyedCommits.Place(replica: commits.replica, commit: entry.commit.number)
      }
    }
  }

  private mutating func noteOwn(_ journal: OwnJournal) {
    let start = journal.summary.base.tree.size
    let before = own[journal.replica]
    let goesOn = before.map { $0.start <= start && start <= $0.tree.size } ?? false
    own[journal.replica] = OwnPart(
      start: goesOn ? before?.start ?? start : start, tree: journal.summary.head.tree)
  }
}

extension ReadReport {
  /// Whether the files of a journal's replica agree with the journal: one history, which the journal ends.
  func isContinued(by journal: JournalSummary) -> Bool {
    let branches = branches(of: journal.base.replica)
    return branches.count <= 1
      && branches.allSatisfy { branch in
        branch.stretches.allSatisfy { journal.knows($0.leaves.upperBound, $0.root) }
      }
  }
}
