import DaybookLog
public import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// Lends the present state to an importer or a sync, for a plan that is worked out against it. An app reads with
  /// `get`, `fetch` or `withView`.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing LedgerState) throws -> Result
  ) throws -> Result {
    try requireFresh()
    loaded.holders.schemas = schemas
    loaded.holders.view = view(for: nil)
    return try body(loaded)
  }
}

extension Ledger {
  /// The sources, from the ledger and from what this machine remembers.
  func sources() throws -> [StatusReport.Source] {
    var runs: SourceRuns?
    if let state = machine.existingState() { runs = SourceRuns.read(state, ledger: descriptor.ledger) }
    var sources: [String: StatusReport.Source] = [:]
    for row in try answer(Query(Source.kind)).rows {
      sources[row.id] = StatusReport.Source(
        id: row.id, name: row["name"]?.string ?? "", format: row["format"]?.string ?? "",
        lastSyncedAt: row["lastSyncedAt"]?.string.flatMap { Instant($0) })
    }
    for (id, time) in runs?.times ?? [:] {
      // A source that never changed anything is not in the ledger; its id has the rest.
      let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
      let unknown = StatusReport.Source(id: id, name: parts.last ?? id, format: parts.first ?? "")
      sources[id, default: unknown].lastReadAt = time
    }
    return sources.values.sorted { $0.id < $1.id }
  }
}

/// The result of a sync.
public struct SyncReceipt: Sendable {
  /// What was read, with the resulting plan; includes the mutations, written or not, except for an import.
  public var plan = SyncPlan()
  /// The events as written; none in a dry run.
  public var events = 0
  /// How many commits were written; 0 if nothing changed, and in a dry run.
  public var commits = 0
  /// The stamp of the last event that was written; nil where none was.
  public var lastStamp: Stamp?
  /// What the caller should show besides the plan's own remarks, such as erased values that were left out.
  public var notices: [Notice] = []
}

extension Ledger {
  /// Plans against the present state and writes the plan, in commits of bounded size; an empty plan writes
  /// nothing. No other process of this machine writes between the planning and the writing, unless this machine writes
  /// here for the first time.
  ///
  /// - Parameters:
  ///   - options: how the commits are written; a dry run plans, and writes nothing.
  ///   - plan: reads the source. It passes values too large for an event to `store`, which makes them durable before
  ///     it returns, and does nothing in a dry run.
  public func sync(
    _ options: AppendOptions = AppendOptions(),
    _ plan: @Sendable (borrowing LedgerState, _ store: ([UInt8]) throws -> Void) throws -> SyncPlan
  ) async throws -> SyncReceipt {
    if !options.isDryRun { try beginPlanning() }
    let blobs = options.isDryRun ? nil : BlobStore(folder)
    var receipt = SyncReceipt()
    try requireFresh()
    beginWeighing()
    loaded.holders.erased.begin(options)
    defer { try? endWeighing() }
    let moment = WriteMoment(self.options.now(), in: self.options.zone)
    receipt.plan = try read { state in
      var made = try plan(state) { content in _ = try blobs?.write(content) }
      for blob in made.blobs { _ = try blobs?.write(blob) }
      made.mutations = state.withoutErased(made.mutations, of: .sync)
      made.notices += state.remarks(on: made.mutations, at: moment)
      return made
    }
    try endWeighing()
    if let notice = loaded.holders.erased.notice { receipt.notices.append(notice) }
    if options.isDryRun { return receipt }
    for commit in SyncCommits(receipt.plan.mutations) {
      let written = try await append(commit, options: options)
      receipt.events += written.events.count
      receipt.commits += 1
      receipt.lastStamp = written.lastStamp
      receipt.notices += written.notices
    }
    receipt.notices += takeNotices()
    if let notice = remember(receipt.plan.sources) { receipt.notices.append(notice) }
    return receipt
  }

  /// Remembers that the sources were read, even if nothing had changed.
  func remember(_ sources: [String]) -> Notice? {
    guard !sources.isEmpty else { return nil }
    do {
      let state = try machine.state()
      try SourceRuns.note(sources, at: options.now(), in: state, ledger: descriptor.ledger)
      return nil
    } catch {
      return Notice("state", "the time of this run could not be saved on this machine: \(error)")
    }
  }
}

/// A plan's mutations in commits that are neither too long nor too large; consecutive mutations of one entity stay
/// together, such as evidence and its links.
struct SyncCommits: Sequence, IteratorProtocol {
  private var rest: ArraySlice<Mutation>

  static let countMax = 2000
  static let sizeBytesMax = 4 << 20

  init(_ mutations: [Mutation]) { rest = mutations[...] }

  mutating func next() -> [Mutation]? {
    guard !rest.isEmpty else { return nil }
    var commit: [Mutation] = []
    var sizeBytes = 0
    while let mutation = rest.first {
      if commit.count >= Self.countMax, commit.last?.id != mutation.id { break }
      sizeBytes += JSONValue.object(mutation.json).canonicalBytes.count
      if !commit.isEmpty, sizeBytes > Self.sizeBytesMax { break }
      commit.append(mutation)
      rest.removeFirst()
    }
    return commit
  }
}
