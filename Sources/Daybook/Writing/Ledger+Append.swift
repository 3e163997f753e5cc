import DaybookLog
public import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// Writes mutations as one commit: all of them durably, or none.
  ///
  /// - Throws: ``LedgerError``; for a mutation that is refused its `line` is its place, from 1.
  @discardableResult
  public nonisolated func append(
    _ mutations: [Mutation], options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await commit(CommitRequest(content: Batch(mutations), options: options))
  }

  /// Writes the changes that `body` makes as one commit: all of them durably, or none. Nothing is written
  /// when they change nothing. `body` runs at once, where the caller runs, so it may use anything that the caller may;
  /// the closures that it passes to `update` run later, with the commit.
  ///
  /// - Parameters:
  ///   - author: the author of the mutations that name none themselves; nil: none.
  ///   - why: the reason of the mutations that give none themselves; nil: none.
  ///   - key: an idempotency key. Repeating the same commit writes nothing, and the receipt says so; a different
  ///     commit under the same key is refused. What the closure of `update` changes is not compared.
  ///   - expect: refuses the commit with ``LedgerError/Code/moved`` if an entity that it changes or saves has a later
  ///     write. A value that was read has this stamp as its `readStamp`.
  ///   - viewer: the viewer: mutations that the viewer may not write or see are refused; nil: nothing is refused for
  ///     that.
  ///   - body: adds the changes to the batch; an error that it throws is rethrown, and nothing is written.
  /// - Throws: ``LedgerError``. `CancellationError` if the task was cancelled before the commit's turn: then nothing
  ///   was written. If it is cancelled later, the commit is written and returns its receipt.
  @discardableResult
  public nonisolated(nonsending) func commit(
    by author: String? = nil, why: String? = nil, key: String? = nil, expect: Stamp? = nil,
    as viewer: Viewer? = nil, _ body: (inout Batch) throws -> Void
  ) async throws -> AppendReceipt {
    var batch = Batch()
    try body(&batch)
    return try await commit(batch, by: author, why: why, key: key, expect: expect, as: viewer)
  }

  /// Writes a batch that was made elsewhere as one commit, as ``commit(by:why:key:expect:as:_:)`` does. A batch is a
  /// value: it may be built up over time, passed on, and committed to several ledgers.
  ///
  ///     var batch = Batch()
  ///     for line in lines { try batch.upsert(Item(line)) }
  ///     try await ledger.commit(batch, by: "import")
  @discardableResult
  public nonisolated func commit(
    _ batch: Batch, by author: String? = nil, why: String? = nil, key: String? = nil, expect: Stamp? = nil,
    as viewer: Viewer? = nil
  ) async throws -> AppendReceipt {
    var options = AppendOptions(by: author, why: why, key: key, as: viewer)
    options.expect = expect
    return try await commit(CommitRequest(content: batch, options: options))
  }

  /// Commits that arrive while one is being flushed share the next flush: each joins the queue before it waits for its
  /// turn, and the first whose turn comes writes all that have joined.
  nonisolated func commit(_ request: CommitRequest) async throws -> AppendReceipt {
    try Task.checkCancellation()
    if request.content.isEmpty { return AppendReceipt() }
    if request.options.isDryRun { return try await plan(request) }
    return try await commit(all: [request]).first ?? AppendReceipt()
  }

  /// Several commits, in their order and with one flush; those before one that fails are written.
  nonisolated func commit(all requests: [CommitRequest]) async throws -> [AppendReceipt] {
    if requests.isEmpty { return [] }
    let commits = requests.map { PendingCommit($0) }
    queue.join(commits)
    let end = ContinuousClock.now + options.wait
    // Where tasks get little time, the one that has to release the lock gets little, too.
    let triesMin = min(50, Int(options.wait / .milliseconds(20)))
    var (tries, pause) = (0, Duration.milliseconds(1))
    while true {
      let isLastTry = .now >= end && tries >= triesMin
      if let receipts = try await settle(commits, isLastTry: isLastTry) { return receipts }
      // Cancelled: the next try reports it.
      try? await Task.sleep(for: pause)
      (tries, pause) = (tries + 1, min(pause * 2, await longestPause))
    }
  }

  /// The time between two tries for the lock: continuing a session needs a few system calls, beginning a new one reads
  /// the journal.
  private var longestPause: Duration { suspended == nil ? .milliseconds(20) : .milliseconds(2) }

  /// Nil while another process writes. Commits that joined the queue together are written together.
  private func settle(_ commits: [PendingCommit], isLastTry: Bool) throws -> [AppendReceipt]? {
    if let receipts = try Self.receipts(of: commits) { return receipts }
    if Task.isCancelled {
      queue.leave(commits)
      placeInFront = nil
      throw CancellationError()
    }
    if isLockedOut(), !isLastTry { return nil }
    defer { placeInFront = nil }
    let group = queue.takeAll()
    // A machine's first write waits for another process that makes the replica.
    let outcomes = write(group.map(\.request), wait: isLastTry ? .zero : nil)
    for (outcome, commit) in zip(outcomes, group) { commit.settle(outcome) }
    guard let receipts = try Self.receipts(of: commits) else {
      preconditionFailure("a commit that joined the queue is in its turn")
    }
    return receipts
  }

  /// Nil until it was their turn.
  private static func receipts(of commits: [PendingCommit]) throws -> [AppendReceipt]? {
    var receipts: [AppendReceipt] = []
    for commit in commits {
      guard let outcome = commit.outcome else { return nil }
      receipts.append(try outcome.get())
    }
    return receipts
  }

  // No `await` from here on: nobody sees the records between the numbering of a commit and its flush.

  private func write(_ requests: [CommitRequest], wait: Duration?) -> [Result<AppendReceipt, any Error>] {
    do {
      if session == nil, let outcomes = try outcomesWithoutReplica(requests) { return outcomes }
      try beginSession(wait: wait)
      try requireFresh()
      return try flush(requests)
    } catch {
      return requests.map { _ in .failure(error) }
    }
  }

  /// Within a session, on fresh records. Throws when the journal cannot be written: then nothing is
  /// acknowledged, and the next use opens it anew.
  func flush(_ requests: [CommitRequest]) throws -> [Result<AppendReceipt, any Error>] {
    guard let writer = session?.writer else { return [] }
    var results: [Result<AppendReceipt, any Error>] = []
    var drafted: [Int: DraftedBatch] = [:]
    var next = 0
    notifications = PendingNotifications(isWanted: !followers.isEmpty)
    do {
      try writer.append(
        next: {
          while next < requests.count {
            let request = requests[next]
            next += 1
            do {
              if let draft = try draft(request, &results, &drafted) { return draft }
            } catch {
              results.append(.failure(error))
            }
          }
          return nil
        },
        added: { results.append(take($0)) })
    } catch {
      close()
      isStale = true
      throw error
    }
    // If all requests were refused, the notices stay for the next receipt, or until somebody asks for them.
    let isAnyTold = results.contains { if case .success = $0 { true } else { false } }
    let notices = isAnyTold ? takeNotices() : []
    if !isAnyTold { _ = session?.takeRawKindNotices() }
    // The writer found that somebody else continued its numbering: which replica writes here is decided anew.
    if writer.isDone { close() }
    for index in results.indices {
      guard case .success(var receipt) = results[index] else { continue }
      receipt.notices += notices
      results[index] = .success(receipt)
      drafted[index]?.savedValues.values.forEach { $0.settle(at: receipt.lastStamp, state: fieldState) }
    }
    session?.turn.noteWrite()
    endTurnIfDue()
    schedulePublication()
    announce(notifications.entries)
    return results
  }

  /// Checks a request and turns it into a commit's events; nil if there is nothing to write, which is then the result.
  private func draft(
    _ request: CommitRequest, _ results: inout [Result<AppendReceipt, any Error>],
    _ drafted: inout [Int: DraftedBatch]
  ) throws -> CommitDraft? {
    let key = request.options.key.map { CommitKey($0, ledger: descriptor.ledger) }
    if let key, let place = loaded.keys[key] {
      results.append(.success(try repeated(request.content, place, key: key)))
      return nil
    }
    let (asked, batch) = try asked(request, isWritten: true)
    if let batch, !batch.savedValues.isEmpty { drafted[results.count] = batch }
    try requireRight(to: asked, batch, request.options)
    if asked.isEmpty {
      results.append(.success(AppendReceipt()))
      return nil
    }
    guard var clock = session?.clock, let seen = session?.seen(loaded) else { return nil }
    let now = options.now()
    do {
      // In place: a copy of the session would copy the planner's table of all unique values.
      guard
        let bodies = try session?.plan(
          asked, batch, loaded.records, request.options, options.zone,
          {
            clock.next(now: now)
          })
      else { return nil }
      try requireAccess(bodies, as: request.options.viewer)
      session?.clock = clock
      return CommitDraft(bodies, key: key?.written, seen: seen)
    } catch let refusal as MutationRefusal {
      throw told(refusal, of: asked, to: request.options.viewer)
    } catch {
      // What was planned is not written.
      session?.planner.reset()
      throw error
    }
  }

  /// Applies a commit that is being flushed to the records, so that later commits of the same flush can build on it.
  private func take(_ outcome: AppendOutcome) -> Result<AppendReceipt, any Error> {
    guard let session else { return .success(AppendReceipt()) }
    var receipt = AppendReceipt()
    receipt.replica = session.replica
    switch outcome {
    case .refused(let error):
      self.session?.planner.reset()
      return .failure(error)
    case .held(let number):
      (receipt.isRepeat, receipt.commit) = (true, number)
    case .written(let written):
      let content = written.content
      loaded.records.apply(content, commits: 0..<1, branch: session.branch, firstLeaf: written.firstLeaf)
      loaded.noteOwnRoot(written.commit, of: session.replica)
      loaded.erasing.note(content, events: content.events.indices)
      loaded.devices.note(
        content, 0..<1, of: BranchID(replica: session.replica, ordinal: 0), firstLeaf: written.firstLeaf,
        key: session.identity.key.publicKey)
      receipt.commit = written.commit.number
      receipt.written = content
      notifications.add(content, 0, replica: session.replica, file: "")
      if let key = written.commit.key {
        loaded.keys[key] = KeyedCommits.Place(
          replica: session.replica, commit: written.commit.number, events: receipt.events)
      }
    }
    return .success(receipt)
  }
}

extension FrameContent {
  /// Every event with its payload.
  var decodedEvents: [Event] {
    events.map { entry in
      let range = leaves[entry.leaf].range
      return entry.line.event(bytes.span.extracting(range.start..<range.end))
    }
  }
}
