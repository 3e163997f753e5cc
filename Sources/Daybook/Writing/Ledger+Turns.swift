// Processes on one machine that have the same ledger open, such as an app and a shell, write as one replica, in turn.

import DaybookLog
import DaybookModel
import DaybookReplication

/// When a ledger lets another process on its machine write.
package struct TurnPolicy: Sendable, Equatable {
  /// A turn lasts at least this long while there is more to write, and longer if beginning it took long, so that taking
  /// turns costs little.
  package var leastDuration: Duration = .milliseconds(50)
  /// Without a write for this long, a turn ends if a process waits.
  package var pauseDuration: Duration = .milliseconds(20)
  /// A turn that has lasted long enough checks this often whether a process waits.
  package var askingDuration: Duration = .milliseconds(2)
  /// After this long without a write, the lock is released even if no process waits.
  package var idleDuration: Duration = .seconds(1)

  package init() {}
}

/// The time for which a session holds the lock.
struct Turn {
  private var begun: ContinuousClock.Instant
  private var beginningDuration: Duration
  private var lastWrite: ContinuousClock.Instant
  private var lastAsked: ContinuousClock.Instant
  /// The replica that it writes as, and where; nil while unknown.
  let place: WritingPlace?
  /// The other replicas' files in the folder when the turn ended.
  var others: Inventory.Signature?

  init(begun: ContinuousClock.Instant = .now, place: WritingPlace? = nil) {
    (self.begun, self.place, lastWrite, lastAsked) = (begun, place, .now, begun)
    beginningDuration = begun.duration(to: .now)
  }

  mutating func noteWrite() { lastWrite = .now }

  var idleDuration: Duration { lastWrite.duration(to: .now) }

  /// Whether it has lasted long enough, and the last check for a waiting process is not too recent.
  mutating func isToAsk(_ policy: TurnPolicy) -> Bool {
    let now = ContinuousClock.now
    guard begun.duration(to: now) >= max(policy.leastDuration, beginningDuration * 4),
      lastAsked.duration(to: now) >= policy.askingDuration
    else { return false }
    lastAsked = now
    return true
  }
}

/// What must stay the same for a session to continue writing as its replica.
struct WritingPlace: Equatable {
  var folder: FolderMark
  var machine: MachineID
  /// The replica's identity.
  var identityFile: FileStatus
}

extension Ledger {
  /// Releases the lock if another process waits and this one has had its turn. Called after each group of commits.
  func endTurnIfDue() {
    guard let policy = options.turns, session?.turn.isToAsk(policy) ?? false, let session,
      session.writer.isWaitedFor
    else { return }
    close()
  }

  /// Releases the lock when nothing is written for a while.
  func watchTurn() {
    guard let policy = options.turns, turnWatch == nil else { return }
    turnWatch = Task { [weak self] in
      repeat {
        guard (try? await Task.sleep(for: policy.pauseDuration)) != nil else { return }
      } while await self?.keepsTurn(policy) ?? false
    }
  }

  private func keepsTurn(_ policy: TurnPolicy) -> Bool {
    if let session {
      let idle = session.turn.idleDuration
      guard idle >= policy.idleDuration || idle >= policy.pauseDuration && session.writer.isWaitedFor else {
        return true
      }
      close()
    }
    turnWatch = nil
    return false
  }

  /// Acquires the lock again and continues the last session, if this machine may still write here as its replica.
  ///
  /// - Returns: false if a session must begin anew.
  func resumeSession(
    _ state: any FileStore, _ begun: ContinuousClock.Instant, _ wait: Duration?
  ) throws -> Bool {
    guard var made = suspended else { return false }
    let lock = try writerLock(of: made.identity, state, wait)
    suspended = nil
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

  /// Begins the session for a commit, or stays first in line for the lock. Does not block the thread: the process that
  /// holds the lock may be this one.
  ///
  /// - Returns: whether another process writes.
  func isLockedOut() -> Bool {
    guard session == nil, (try? mayHaveReplica()) ?? false else { return false }
    do {
      try beginSession(wait: .zero)
      return false
    } catch {
      // The commit itself reports any other error.
      return (error as? LedgerError)?.code == .busy
    }
  }

  /// Whether the folder shows exactly what the replica wrote, and no peer has seen more of it.
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
