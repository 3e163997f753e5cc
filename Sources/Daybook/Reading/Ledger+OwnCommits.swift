import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// What this machine's journals hold; the folder may lack the end of it. During a write session, the journal of
  /// that replica; otherwise, the journals that wait to be published.
  func ownCommits() throws -> [OwnCommits] {
    guard let session else { return waiting }
    return [OwnCommits(replica: session.replica, contents: try session.writer.openContents())]
  }

  /// Applies it to records that were read again from the files, up to their cut.
  func attachOwn(to loaded: inout LoadedLedger) throws {
    if var session {
      // A copy: the session itself stays with the records that it writes to.
      try session.attach(to: &loaded, now: options.now(), folder, descriptor)
    } else {
      for commits in waiting { loaded.takeIn(commits, from: loaded.heldSize(of: commits.replica)) }
      if !waiting.isEmpty { try loaded.decideSeen(folder, descriptor) }
    }
  }

  /// Applies what other processes of this machine acknowledged and could not publish. Returns whether anything was
  /// new.
  @discardableResult
  func takeInWaiting() throws -> Bool {
    guard session == nil else { return false }
    var news = News(isWanted: !followers.isEmpty)
    var isNew = false
    let found = try loaded.takeInWaiting(of: machine, descriptor.ledger) { content, commit, replica in
      isNew = true
      news.add(content, commit, replica: replica, file: "")
    }
    // What was applied before stays known: its journal has it, or by now a file.
    for commits in found {
      waiting.removeAll { $0.replica == commits.replica }
      waiting.append(commits)
    }
    if isNew { try loaded.decideSeen(folder, descriptor) }
    announce(news.entries)
    return isNew
  }
}
