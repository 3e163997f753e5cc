import DaybookLog
import DaybookReplication

extension Ledger {
  /// Begins a reading of what the ledger holds now. O(replicas and their files), plus a copy of the journal. Refresh
  /// first, if it should include new events: see ``refreshWhole()`` and ``requireFresh()``.
  func readSession() throws -> ReadSession {
    closeFailedSession()
    var journal: OwnJournalCopy?
    if let session, !session.writer.leaves.isEmpty {
      journal = OwnJournalCopy(
        replica: session.replica, publicKey: session.identity.key.publicKey, leaves: session.writer.leaves,
        copy: try session.writer.journalCopy())
    }
    return ReadSession(
      self, held: heldBranches(), journal: journal,
      waiting: waiting.map { $0.redacted(by: appliedErasures) })
  }

  /// The same of what is in the folder now.
  func freshSession() throws -> ReadSession {
    try refreshWhole()
    return try readSession()
  }

  /// The same of what the records hold, if everything in them is durable.
  func requiredSession() throws -> ReadSession {
    try requireFresh()
    return try readSession()
  }

  /// Reads outside the actor; notes the files that could not be read.
  nonisolated func read<Result>(
    in session: ReadSession, _ body: (ReadSession) throws -> Result
  ) async throws -> Result {
    do {
      let result = try body(session)
      await note(session)
      return result
    } catch {
      await note(session)
      throw error
    }
  }

  func note(_ session: ReadSession) { unreadable.formUnion(session.unreadable) }
}
