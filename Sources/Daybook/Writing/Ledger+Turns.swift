// Processes of one machine that have one ledger open (an app and a shell) write as one replica, in turn.

import DaybookLog
import DaybookModel
import DaybookReplication

/// When a ledger lets another process of its machine write.
package struct TurnPolicy: Sendable, Equatable {
  /// A turn lasts this long at least while there is more to write, and longer if it took long to begin: so that taking
  /// turns costs little.
  package var leastDuration: Duration = .milliseconds(20)
  /// Without a write for this long, the lock is let go although nobody waits.
  package var idleDuration: Duration = .seconds(1)

  package init() {}
}

/// A session's time with the lock.
struct Turn {
  private var begun: ContinuousClock.Instant
  private var beginningDuration: Duration
  private var lastWrite: ContinuousClock.Instant
  /// As whom it writes and where; nil while it is not known.
  let place: WritingPlace?
  /// What the folder held of the other replicas when it ended.
  var others: Inventory.Signature?

  init(begun: ContinuousClock.Instant = .now, place: WritingPlace? = nil) {
    (self.begun, self.place, lastWrite) = (begun, place, .now)
    beginningDuration = begun.duration(to: .now)
  }

  mutating func noteWrite() { lastWrite = .now }

  var idleDuration: Duration { lastWrite.duration(to: .now) }

  func hasLasted(_ policy: TurnPolicy) -> Bool {
    begun.duration(to: .now) >= max(policy.leastDuration, beginningDuration * 4)
  }
}

/// What makes this machine's replica the one that writes in this folder.
struct WritingPlace: Equatable {
  var folder: FolderMark
  var machine: MachineID
  /// The replica's identity.
  var identityFile: FileStatus
}

extension Ledger {
  /// After some commits: lets go of the lock if another process waits and this one has had its turn.
  func endTurnIfDue() {
    guard let policy = options.turns, let session, session.turn.hasLasted(policy), session.writer.isWaitedFor
    else { return }
    close()
  }

  /// Lets go of the lock while nothing is written.
  func watchTurn() {
    guard let policy = options.turns, turnWatch == nil else { return }
    turnWatch = Task { [weak self] in
      repeat {
        guard (try? await Task.sleep(for: policy.leastDuration)) != nil else { return }
      } while await self?.keepsTurn(policy) ?? false
    }
  }

  private func keepsTurn(_ policy: TurnPolicy) -> Bool {
    if let session {
      let idle = session.turn.idleDuration
      guard idle >= policy.idleDuration || idle >= policy.leastDuration && session.writer.isWaitedFor else {
        return true
      }
      close()
    }
    turnWatch = nil
    return false
  }

  /// Takes the lock again and goes on with the last session, if it is still this machine's to write here.
  ///
  /// - Returns: false if that is to be found out from the beginning.
  func resumeSession(
    _ state: any FileStore, _ begun: ContinuousClock.Instant, _ wait: Duration?
  ) throws -> Bool {
    guard var made = lent else { return false }
    let lock = try writerLock(of: made.identity, state, wait)
    lent = nil
    guard made.writer.resume(lock) else { return false }
    do {
      try catchUp()
      guard let place = made.turn.place, try place == self.place(of: made.identity, state),
        isWhole(made.writer)
      else {
        made.writer.close()
        return false
      }
      made.clock = HybridClock(replica: made.replica, latest: made.writer.lastStamp?.time ?? 0)
      try made.attach(to: &loaded, now: options.now(), folder, descriptor)
      made.writer.forgetFiles(besides: loaded.inventory.names(of: made.replica))
      if made.turn.others != loaded.inventory.signature(without: made.replica) {
        made.notices += remember(state).notices
      }
      made.turn = Turn(begun: begun, place: place)
    } catch {
      made.writer.close()
      throw error
    }
    session = made
    watchTurn()
    return true
  }

  func writerLock(of identity: Identity, _ state: any FileStore, _ wait: Duration?) throws -> WriterLock {
    try WriterLock.acquireInTurn(
      state: state, folder: identity.stateFolder, wait: wait ?? options.wait, &placeInFront)
  }

  /// Begins the session for a commit, or keeps a place in front of the others who wait for the lock. This thread does not
  /// wait: the process that has the lock may be this one.
  ///
  /// - Returns: whether another process writes.
  func isLockedOut() -> Bool {
    guard session == nil, (try? mayHaveReplica()) ?? false else { return false }
    do {
      try beginSession(wait: .zero)
      return false
    } catch {
      // What else is wrong the commit finds out.
      return (error as? LedgerError)?.code == .locked
    }
  }

  /// Whether the folder shows all that the replica wrote and nothing else, and nobody knows more of it.
  private func isWhole(_ writer: LogWriter) -> Bool {
    let branches = loaded.report.branches(of: writer.replica)
    let latest = writer.lastStamp?.milliseconds ?? 0
    return branches.count == 1 && branches[0].stretches.count == 1
      && branches[0].stretches[0].leaves == 0..<writer.tree.size && branches[0].root == writer.tree.root
      && loaded.report.greatestSize(seenOf: writer.replica) <= writer.tree.size
      && latest <= options.now().milliseconds + IdentityFacts.clockAheadMaxMilliseconds
      && !isRetired(writer.replica)
  }

  func place(of identity: Identity, _ state: any FileStore) throws -> WritingPlace? {
    guard let file = try state.status(joined(identity.stateFolder, StateLayout.identity)) else { return nil }
    return WritingPlace(folder: try machine.folder(), machine: try machine.id(state), identityFile: file)
  }
}
