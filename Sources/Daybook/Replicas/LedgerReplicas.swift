package import DaybookLog
public import DaybookModel
public import DaybookReplication

/// The machines that write a ledger: their state, their names, and bringing copies of the ledger together.
///
///     let report = try await ledger.replicas.replicate(with: "/media/stick/family.daybook")
///     for replica in try await ledger.replicas.status().replicas { print(replica.name ?? "", replica.events) }
public struct LedgerReplicas: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// The machines that write the ledger, and its copies.
  public nonisolated var replicas: LedgerReplicas { LedgerReplicas(ledger: self) }
}

extension LedgerReplicas {
  /// The ledger as this machine sees it, once what was written here is published. Takes no lock; writes nothing else but,
  /// in the state of a machine that writes the ledger, what it saw of the others. O(what came since the last reading),
  /// and the logs of replicas of which others say what they held.
  public func status() async throws -> StatusReport {
    await ledger.publish()
    var status = try await ledger.look()
    let rest = try await ledger.statusOfRecords()
    (status.lock, status.encryptedFiles, status.copies) = (rest.lock, rest.encryptedFiles, rest.copies)
    (status.sources, status.conflicts, status.digest) = (rest.sources, rest.conflicts, rest.digest)
    status.notices += rest.notices
    return status
  }

  /// Brings this ledger and another copy of it to the same events and blobs: a folder on a stick, a mounted share, one
  /// that Syncthing or rclone copies further. Every file is checked before it is accepted, and gets its name only when
  /// it is complete and flushed. The run can be repeated: it continues what an interrupted run left.
  ///
  /// Commits of this machine that are not yet in the folder are published first. Files that are not part of the
  /// ledger are left alone, and nothing that only one side holds is removed. Costs listings and what differs.
  ///
  /// - Parameters:
  ///   - path: a copy of this ledger; or an empty folder, or a new one in an existing folder, which becomes a copy.
  ///   - direction: which way files go; by default both, so that each side gets what it lacks.
  ///   - comparingAll: also reads and compares files that both sides have by name and size, and so repairs files that
  ///     decayed on one of the disks (reading has already found damage on this side, which is repaired in any case).
  ///     Costs reading both.
  ///   - dryRun: reports what would be done, and writes nothing.
  ///   - progress: called now and then, from another thread.
  /// - Throws: ``LedgerError`` with code `unreachable` when neither the folder nor the one above it exists, `refused`
  ///   when it is another ledger, or neither a ledger nor empty, `no-ledger` when there is nothing to pull, `busy`
  ///   while another replication of this ledger runs on this machine.
  @discardableResult
  public func replicate(
    with path: String, direction: ReplicationDirection = .both, comparingAll: Bool = false,
    dryRun: Bool = false, progress: @escaping @Sendable (ReplicationProgress) -> Void = { _ in }
  ) async throws -> ReplicationReport {
    try await ledger.replicate(
      with: path, direction: direction, comparingAll: comparingAll, dryRun: dryRun, progress: progress)
  }

  /// The same, with a copy in a store of any kind.
  @discardableResult
  package func replicate(
    with store: any FileStore, path: String, direction: ReplicationDirection = .both,
    comparingAll: Bool = false, dryRun: Bool = false,
    progress: @escaping @Sendable (ReplicationProgress) -> Void = { _ in }
  ) async throws -> ReplicationReport {
    try await ledger.replicate(
      with: store, path: path, direction: direction, comparingAll: comparingAll, dryRun: dryRun,
      progress: progress)
  }

  /// The replica that `text` means: its id or the beginning of it, its name, or `own`.
  ///
  /// - Throws: ``LedgerError``: `not-found`, or `usage` where several are meant.
  public func replica(matching text: String) async throws -> StatusReport.Replica {
    let all = try await ledger.replicaStatuses()
    if text == "own" {
      guard let own = all.first(where: \.isOwn) else {
        try await ledger.requireSoundState()
        throw LedgerError(
          .notFound, "this machine has no replica of the ledger yet", advice: "its first write makes one")
      }
      return own
    }
    let named = all.filter { $0.name == text }
    let meant = named.isEmpty ? all.filter { $0.id.description.hasPrefix(text) && !text.isEmpty } : named
    if meant.count == 1 { return meant[0] }
    let list = (meant.isEmpty ? all : meant).map { (name: $0.name ?? "unnamed", id: $0.id.description) }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { "\($0.id) \($0.name)" }
    throw LedgerError(
      meant.isEmpty ? .notFound : .usage,
      meant.isEmpty ? "there is no replica '\(text)'" : "'\(text)' matches several replicas",
      advice: "the replicas are: \(list.joined(separator: ", "))")
  }

  /// The name of a replica; nil where its own first event is not here.
  public func name(of replica: ReplicaID) async -> String? {
    await ledger.name(of: replica)
  }

  /// The names of all machines that wrote, as far as they have one.
  public func names() async -> [ReplicaID: String] {
    await ledger.replicaNames()
  }

  /// The replicas as which this machine writes to the ledger, or has written; empty if it has never written. Takes no lock.
  public func own() async throws -> Set<ReplicaID> {
    try await ledger.ownReplicas()
  }
}

// MARK: Administration

extension LedgerReplicas {
  /// Gives a replica another name, for all machines.
  @discardableResult
  public func rename(_ replica: ReplicaID, to name: String, options: AppendOptions = AppendOptions())
    async throws -> AppendReceipt
  {
    try await ledger.rename(replica, to: name, options: options)
  }

  /// Retires a replica, which then writes no more: its machine is gone, or continues as a new replica with its next
  /// write once it learns of this. What it wrote stays. An own replica is sealed.
  @discardableResult
  public func retire(_ replica: ReplicaID, options: AppendOptions = AppendOptions()) async throws
    -> AppendReceipt
  {
    try await ledger.retire(replica, options: options)
  }
}
