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

/// A journal of this machine that may hold commits that the folder does not.
struct WaitingJournal: Sendable {
  var summary: JournalSummary
  var commits: OwnCommits

  var replica: ReplicaID { commits.replica }
}

extension Machine {
  /// Journals of this machine's replicas in this folder that may hold commits that the folder does not. Empty if the
  /// state cannot be read: then only the folder is shown. O(1) unless a writer left a note that commits wait.
  ///
  /// Read them before the folder is listed: a writer publishes into the folder and then begins its journal anew, so
  /// a reader that looks in the other order may find a commit in neither.
  ///
  /// - Parameter isHeld: whether a reader has all commits of a journal: then they are not read.
  func waitingJournals(
    _ ledger: String, unless isHeld: (JournalSummary) -> Bool = { _ in false }
  ) -> [WaitingJournal] {
    guard let state = existingState(),
      let journals = try? OwnJournals.waiting(state, ledger: ledger, in: folder)
    else { return [] }
    return journals.compactMap { journal in
      let summary = journal.summary
      let leaves = summary.base.tree.size..<summary.head.tree.size
      // A journal that its writer began anew since was published.
      guard !leaves.isEmpty, !isHeld(summary), let contents = try? journal.contents(state),
        contents.first?.firstLeaf == leaves.lowerBound
      else { return nil }
      return WaitingJournal(
        summary: summary,
        commits: OwnCommits(
          replica: journal.replica, publicKey: summary.base.publicKey,
          contents: contents.filter { leaves.contains($0.firstLeaf) }))
    }
  }
}

extension LedgerState {
  /// Applies the commits that waited in this machine's journals, and reads again as long as that changes what is erased
  /// or what counts.
  ///
  /// - Parameter journals: read before the folder was listed.
  mutating func takeIn(
    waiting journals: [WaitingJournal], of machine: Machine, _ folder: any FileStore,
    _ descriptor: LedgerDescriptor, _ schemas: SchemaRegistry
  ) throws -> [OwnCommits] {
    var waiting = takeIn(waiting: journals)
    while true {
      let erasures = settleErasures()
      guard try countsOtherwise(folder, descriptor) || erasures != nil else { return waiting }
      let journals = machine.waitingJournals(descriptor.ledger)
      self = try LedgerState.read(
        folder, descriptor, schemas: schemas,
        rootsWanted: machine.claimsRemembered(descriptor.ledger).sizesByReplica, erasures: erasures,
        deciding: .caller)
      waiting = takeIn(waiting: journals)
    }
  }

  /// Applies the commits of journals, if they continue what is held.
  ///
  /// - Parameters:
  ///   - journals: read before the folder was listed.
  ///   - news: called with each new commit.
  /// - Returns: the commits of those journals that were not held.
  mutating func takeIn(
    waiting journals: [WaitingJournal], _ news: (FrameContent, Int, ReplicaID) -> Void = { _, _, _ in }
  ) -> [OwnCommits] {
    var waiting: [OwnCommits] = []
    for journal in journals where report.isContinued(by: journal.summary) && !holds(journal.summary) {
      takeIn(journal.commits, news)
      noteOwn(journal.summary)
      waiting.append(journal.commits)
    }
    return waiting
  }

  /// Whether all commits of a journal are held.
  func holds(_ journal: JournalSummary) -> Bool {
    held(of: journal.base.replica).map(\.leaves).hold(journal.base.tree.size..<journal.head.tree.size)
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

  private mutating func noteOwn(_ journal: JournalSummary) {
    let (replica, start) = (journal.base.replica, journal.base.tree.size)
    let before = own[replica]
    let goesOn = before.map { $0.start <= start && start <= $0.tree.size } ?? false
    own[replica] = OwnPart(start: goesOn ? before?.start ?? start : start, tree: journal.head.tree)
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
