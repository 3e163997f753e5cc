import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// The commits of this machine's journals; the folder may lack the last of them. The journals that wait to be
  /// published, and that of a write session. As they are shown, without what is erased.
  func ownCommits() throws -> [OwnCommits] { try readSession().ownCommits() }

  /// Those that no file of their replicas holds.
  func ownCommits(besides report: ReadReport) throws -> [OwnCommits] {
    try readSession().ownCommits(besides: report)
  }

  func closeSession() {
    guard let replica = session?.replica else { return }
    let own = endSession() ?? ownCommitsOnDisk(replica)
    waiting.removeAll { $0.replica == replica }
    waiting += own
  }

  /// A writer that failed can no longer read its journal, but the file exists.
  func closeFailedSession() {
    if session?.writer.isDone ?? false { closeSession() }
  }

  /// The commits that the folder may lack; nil if the writer does not know. The lock is released when this returns.
  private func endSession() -> [OwnCommits]? {
    guard let session else { return [] }
    publication.cancel()
    loaded.noteOwn(session)
    var own: [OwnCommits]? = []
    // Called before the journal is closed: later reads here include what could not be published.
    if session.writer.unpublishedCommits > 0 {
      own = (try? session.writer.openContents()).map { contents in
        [
          OwnCommits(
            replica: session.replica, publicKey: session.identity.key.publicKey, contents: contents)
        ]
      }
    }
    session.writer.close()
    // Includes what closing could not publish.
    leaveNotices(of: session)
    self.session = nil
    suspended = session.writer.canResume ? session : nil
    suspended?.turn.others = loaded.inventory.signature(without: session.replica)
    return own
  }

  /// Of those commits that the records hold. Where the journal does not have all of them, the ledger is read again.
  private func ownCommitsOnDisk(_ replica: ReplicaID) -> [OwnCommits] {
    guard let tree = loaded.own[replica]?.tree,
      let journal = machine.waitingJournals(descriptor.ledger, unless: { $0.base.replica != replica }).first,
      journal.summary.knows(tree.size, tree.root)
    else {
      isStale = true
      return []
    }
    var own = journal.commits
    own.contents.removeAll { $0.firstLeaf >= tree.size }
    return [own]
  }

  /// Applies it to records that were read again from the files, up to their cut.
  func attachOwn(to loaded: inout LedgerState) throws {
    if var session {
      // A copy: the session itself stays with the records that it writes to.
      try session.attach(to: &loaded, now: options.now(), folder, descriptor)
    }
    for commits in waiting { loaded.takeIn(commits) }
    if !waiting.isEmpty { try loaded.decideSeen(folder, descriptor) }
  }

  /// What other processes of this machine acknowledged and did not publish; during a write session only if something
  /// waited when it began. To be read before the folder is listed.
  ///
  /// - Parameter besidesHeld: whether journals of which everything is held are left out.
  func waitingJournals(besidesHeld: Bool = true) -> [WaitingJournal] {
    guard session == nil || !waiting.isEmpty else { return [] }
    let writer = session?.replica
    return machine.waitingJournals(descriptor.ledger) { journal in
      journal.base.replica == writer || besidesHeld && loaded.holds(journal)
    }
  }

  /// Applies the commits of those journals. Returns whether anything was new.
  @discardableResult
  func takeIn(waiting journals: [WaitingJournal]) throws -> Bool {
    var notifications = PendingNotifications(isWanted: !followers.isEmpty)
    var isNew = false
    let found = loaded.takeIn(waiting: journals) { content, commit, replica in
      isNew = true
      notifications.add(content, commit, replica: replica, file: "")
    }
    // What was applied before stays known: its journal has it, or by now a file.
    for commits in found {
      waiting.removeAll { $0.replica == commits.replica }
      waiting.append(commits)
    }
    if isNew { try loaded.decideSeen(folder, descriptor) }
    announce(notifications.entries)
    return isNew
  }
}
