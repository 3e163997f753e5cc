public import Daybook
import DaybookModel

/// The result of a run of a ``RemoteSync``.
public struct RemoteSyncReport: Sendable, Equatable {
  /// Documents that the remote store reported and that are new here.
  public var received = 0
  /// Documents that were removed on the remote store.
  public var removed = 0
  /// Entities that the remote store has accepted.
  public var sent = 0
  /// Messages that are given up, by this run or one before it.
  public var failed = 0
  /// Entities that still wait.
  public var waiting = 0
  /// Descriptions of what was not done, without any stored value.
  public var remarks: [String] = []
  /// Why the run ended early; the next run sends what still waits.
  public var unreachable: String?

  public init() {}
}

/// Carries messages between a ledger and a remote store, for one user: sends local writes to the remote store, and writes its
/// reports into the ledger.
///
/// Everything is in the ledger before it is sent, and the queue is computed from the ledger, so a run may end at any
/// point, even by a crash: the next run continues. Nothing that was acknowledged is sent again, and repeats of what may
/// have been sent do no harm.
///
/// One run at a time for a ledger on a device; others of the same user on other devices do no harm.
public struct RemoteSync: Sendable {
  let ledger: Ledger
  let far: any RemoteStore
  let user: String
  let policy: RetryPolicy
  /// The entity that records how far the remote store's changes were read.
  let source: String
  let name: String

  /// - Parameters:
  ///   - ledger: the ledger that holds the messages.
  ///   - far: the remote store to exchange them with.
  ///   - name: the name of the remote store: a folder's path, or an address. The same remote store must have the same name on
  ///     every device; with another name, it only reports everything again.
  ///   - user: the id of this device's user on the remote store.
  ///   - policy: how often, and after which pauses, a request without an answer is repeated.
  public init(
    _ ledger: Ledger, with far: any RemoteStore, named name: String, as user: Ref<User>,
    policy: RetryPolicy = RetryPolicy()
  ) {
    (self.ledger, self.far, self.user, self.policy) = (ledger, far, user.rawValue, policy)
    self.name = name
    source = "messaging:\(name)#\(user.rawValue)"
  }

  /// Receives new changes, sends what waits, and receives the results.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be written, or the remote store refuses the user altogether. If it does
  ///   not answer, the report says so.
  public func run() async throws -> RemoteSyncReport {
    var report = RemoteSyncReport()
    // Events that an earlier run wrote before it was killed count, too.
    try await ledger.maintenance.resumeWriting()
    let mark = try await ledger.read { $0.touchMark }
    do {
      try await receive(&report)
      try await introduce()
      if try await send(&report) { try await receive(&report) }
      try await settleOverruled(&report)
      try await tellPreviews(since: mark)
    } catch let error as RemoteStoreError {
      guard error.mayPass else { throw error.ledgerError }
      report.unreachable = "\(error)"
    }
    let entries = try await entries()
    report.waiting = entries.count { $0.failure == nil }
    report.failed = entries.count - report.waiting
    return report
  }

  func entries() async throws -> [OutboxEntry] {
    let survey = OutboxSurvey(user: user, own: try await ledger.replicas.own())
    return try await ledger.read { survey.entries(in: $0) }
  }

  /// Updates the name that others see in every conversation, if the user has changed it.
  private func introduce() async throws {
    let mutations = try await ledger.withView { [user] view -> [Mutation] in
      view.read(User.kind, user) { own -> [Mutation] in
        var wanted = JSONObject()
        for name in ["displayName", "photoURL"] {
          if let text = own.text(name), !text.isEmpty { wanted[name] = .string(text) }
        }
        return own.map("participations") { part -> Mutation? in
          let set = wanted.filter { part.value($0.key) != $0.value }
          if set.isEmpty { return nil }
          return Mutation(
            .upsert, kind: Participant.kind, id: part.id, set: JSONObject(set.map { ($0.key, $0.value) }))
        }.compactMap { $0 }
      } ?? []
    }
    if !mutations.isEmpty { try await ledger.append(mutations) }
  }

  // MARK: receiving

  private func receive(_ report: inout RemoteSyncReport) async throws {
    var cursor = try await ledger.cursor(of: source)
    while true {
      let page = try await asking { () throws(RemoteStoreError) in
        try await far.changes(for: user, since: cursor.map { RemoteCursor($0) })
      }
      let reading = try await ledger.read { [user] state in
        var reading = RemoteReading(user: user)
        reading.take(page.changes, in: state)
        return reading
      }
      var mutations = reading.mutations
      if !mutations.isEmpty {
        mutations.append(
          Mutation(
            .sync, kind: Source.kind, id: source,
            set: ["name": .string(name), "format": "messaging", "cursor": .string(page.cursor.text)]))
        try await ledger.append(mutations)
      }
      report.received += reading.changed
      report.removed += reading.removed
      report.remarks += reading.skipped.map {
        "'\($0)' was skipped: its id belongs to a document in another conversation"
      }
      cursor = page.cursor.text
      if !page.hasMore { return }
    }
  }

  /// Repeats a request without an answer as often as the policy says.
  func asking<Answer: Sendable>(
    _ question: () async throws(RemoteStoreError) -> Answer
  ) async throws -> Answer {
    var retry = 0
    while true {
      do throws(RemoteStoreError) {
        return try await question()
      } catch {
        guard case .unreachable(_, let asked) = error, retry < policy.retriesMax else { throw error }
        retry += 1
        try await policy.sleep(policy.pause(before: retry, atLeast: asked))
      }
    }
  }
}

extension Ledger {
  /// The recorded position up to which a source was read.
  nonisolated func cursor(of source: String) async throws -> String? {
    try await withView { view in view.read(Source.kind, source) { $0.text("cursor") } ?? nil }
  }
}

/// When to repeat a request that the remote store did not answer: after a pause that doubles with each try, and is randomly
/// shortened so that many devices that lost the same server do not return at once ("exponential backoff with jitter").
public struct RetryPolicy: Sendable {
  /// The number of retries after the first try; then it is given up.
  public var retriesMax = 3
  /// The pause before the first retry, before chance shortens it; one second by default. It doubles with each retry.
  public var firstPause: Duration = .seconds(1)
  /// The longest of all pauses, also of those that the remote store asks for; 60 seconds by default.
  public var pauseMax: Duration = .seconds(60)
  /// From 0 up to 1.
  public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  /// How to wait; a test may return at once.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  public init() {}

  /// Before the `retry`-th retry, from 1: between half of the doubled pause and all of it, but never less than the
  /// remote store asked for.
  public func pause(before retry: Int, atLeast asked: Duration? = nil) -> Duration {
    var pause = firstPause
    for _ in 1..<max(1, min(retry, 32)) { pause = min(pauseMax, pause * 2) }
    pause = min(pauseMax, pause) * (0.5 + random() / 2)
    return max(pause, min(asked ?? .zero, pauseMax))
  }
}
