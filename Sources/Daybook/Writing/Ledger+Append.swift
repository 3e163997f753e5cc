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
  public func append(
    _ mutations: [Mutation], options: AppendOptions = AppendOptions()
  ) throws -> AppendReceipt {
    guard !mutations.isEmpty else { return AppendReceipt() }
    if options.isDryRun { return try plan(mutations, options) }
    try beginSession()
    try requireFresh()
    return try write(mutations, options)
  }

  /// Within a session, on fresh records.
  func write(_ mutations: [Mutation], _ options: AppendOptions) throws -> AppendReceipt {
    guard session != nil else { return AppendReceipt() }
    if let key = options.key, let place = loaded.keys[key] {
      return try repeated(mutations, place, key: key)
    }
    try requireUnmoved(mutations, since: options.expect)
    let draft = try draft(mutations, options)
    guard let outcome = try flush([draft]).first else { return AppendReceipt() }
    var receipt = AppendReceipt()
    receipt.replica = session?.replica
    switch outcome {
    case .written(let written):
      receipt.commit = written.commit.number
      receipt.events = take(written)
    case .held(let number):
      (receipt.isRepeat, receipt.commit) = (true, number)
    case .refused(let error):
      session?.planner.reset()
      throw error
    }
    receipt.notices = session?.takeNotices() ?? []
    return receipt
  }

  /// Checks mutations and spells them out as a commit's events.
  private func draft(_ mutations: [Mutation], _ options: AppendOptions) throws -> CommitDraft {
    guard var session else { return CommitDraft(events: []) }
    let now = self.options.now()
    let clock = session.clock
    do {
      let plans = try session.planner.plan(signed(mutations, options), loaded.records) {
        session.clock.next(now: now)
      }
      self.session = session
      return CommitDraft(
        events: plans.map { $0.event(salt: $0.isSalted ? salt() : nil) }, key: options.key,
        seen: session.seen(loaded))
    } catch let refusal {
      session.planner.reset()
      session.clock = clock
      self.session = session
      throw refusal.located
    }
  }

  /// Makes commits durable. When that fails nothing is known any more about what the journal holds: the
  /// next use opens it anew.
  private func flush(_ drafts: [CommitDraft]) throws -> [AppendOutcome] {
    do {
      return try session?.writer.append(drafts) ?? []
    } catch {
      close()
      isStale = true
      throw error
    }
  }

  /// A commit became durable: it is part of the records, and told to those who watch.
  private func take(_ written: WrittenCommit) -> [Event] {
    guard let session else { return [] }
    let content = written.content()
    loaded.records.apply(content, commits: 0..<1, branch: session.branch, firstLeaf: written.firstLeaf)
    if let key = written.commit.key {
      loaded.keys[key] = LoadedLedger.KeyedPlace(replica: session.replica, commit: written.commit.number)
    }
    let events = content.decodedEvents
    announce(events)
    return events
  }

  /// Checks and spells out, and writes nothing.
  private func plan(_ mutations: [Mutation], _ options: AppendOptions) throws -> AppendReceipt {
    try requireFresh()
    try requireUnmoved(mutations, since: options.expect)
    let now = self.options.now()
    let replica = session?.replica ?? ReplicaID(rawValue: 0)
    var clock = session?.clock ?? HybridClock(replica: replica)
    for branch in loaded.report.branches { if let stamp = branch.lastStamp { clock.adopt(stamp, now: now) } }
    var planner = MutationPlanner(schemas: schemas, replica: replica)
    var receipt = AppendReceipt()
    do {
      let plans = try planner.plan(signed(mutations, options), loaded.records) { clock.next(now: now) }
      receipt.events = plans.map { $0.event(salt: nil) }
    } catch let refusal {
      throw refusal.located
    }
    return receipt
  }

  private func signed(_ mutations: [Mutation], _ options: AppendOptions) -> [Mutation] {
    guard options.by != nil || options.why != nil else { return mutations }
    return mutations.map { mutation in
      var mutation = mutation
      mutation.by = mutation.by ?? options.by
      mutation.why = mutation.why ?? options.why
      return mutation
    }
  }

  private func requireUnmoved(_ mutations: [Mutation], since expected: Stamp?) throws {
    guard let expected else { return }
    for mutation in mutations {
      guard let entity = loaded.records.entity(mutation.kind, mutation.id) else { continue }
      let last = loaded.records.lastStamp(entity)
      guard last > expected else { continue }
      throw LedgerError(
        .moved, "\(mutation.kind) \(mutation.id) was written at \(last), after the stamp that was expected",
        advice: "read it again and decide anew")
    }
  }

  /// 12 random bytes in base64.
  private func salt() -> String {
    let words = [options.random(), options.random()]
    return Base64.text((0..<12).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) })
  }
}

extension MutationRefusal {
  /// The error, with the mutation's place.
  var located: LedgerError {
    var located = error
    located.line = index + 1
    return located
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
