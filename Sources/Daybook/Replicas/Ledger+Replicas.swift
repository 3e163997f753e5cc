import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// The replicas with files here, or that other replicas report to have written; ascending.
  func replicaStatuses(
    _ inventory: Inventory, _ report: ReadReport, _ witness: Witness?, _ own: ReplicaID?,
    unpublished: [OwnCommits]
  ) -> [StatusReport.Replica] {
    var files: [ReplicaID: [Inventory.SegmentFile]] = [:]
    for replica in inventory.replicas { files[replica.id] = replica.segments }
    let claims = report.claims + (witness?.claims ?? [])
    // Each list is scanned once, however many replicas there are.
    var claimed: [ReplicaID: UInt64] = [:]
    for claim in claims { claimed[claim.replica] = max(claimed[claim.replica] ?? 0, claim.size) }
    var kinds: [ReplicaID: [Finding.Kind]] = [:]
    for finding in report.findings where !finding.isSuperseded {
      guard let id = finding.replica, kinds[id]?.contains(finding.kind) != true else { continue }
      kinds[id, default: []].append(finding.kind)
    }
    return Set(files.keys).union(claimed.keys).union(unpublished.map(\.replica)).sorted().map { id in
      var replica = StatusReport.Replica(id: id, name: name(of: id), isOwn: id == own)
      replica.add(report.branches(of: id))
      for (_, content) in unpublished.filter({ $0.replica == id }).flatMap(\.contents) {
        replica.add(content)
      }
      let known = claimed[id] ?? 0
      let held = report.branches(of: id).map(\.size).max() ?? 0
      replica.linesBehind = known - min(known, held)
      replica.lastSeenAt = id == own ? nil : witness?.newsAt[id]
      replica.forkedFrom = text("forkedFrom", of: id)
      replica.retiredAt = text("retiredAt", of: id).flatMap { Instant($0) }
      replica.files = files[id]?.count ?? 0
      replica.sizeBytes = files[id]?.reduce(0) { $0 + $1.sizeBytes } ?? 0
      replica.findings = kinds[id] ?? []
      return replica
    }
  }

  /// See ``LedgerReplicas/rename(_:to:options:)``.
  func rename(
    _ replica: ReplicaID, to name: String, options: AppendOptions
  ) async throws -> AppendReceipt {
    let others = try await replicaStatuses().filter { $0.id != replica && $0.retiredAt == nil }
    if let other = others.first(where: { $0.name == name }) {
      throw LedgerError(.refused, "\(other.id) is called '\(name)' already", advice: "choose another name")
    }
    let isBlank = name.allSatisfy(\.isWhitespace)
    guard !isBlank, name != "own", name.utf8.count <= Self.nameSizeBytesMax else {
      throw LedgerError(
        .badData, "'\(name)' cannot be a replica's name",
        advice: "choose a word or two, at most \(Self.nameSizeBytesMax) bytes")
    }
    return try await append(
      [Mutation(.upsert, kind: Replica.kind, id: replica.description, set: ["name": .string(name)])],
      options: options)
  }

  private static var nameSizeBytesMax: Int { 200 }

  /// See ``LedgerReplicas/retire(_:options:)``.
  func retire(
    _ replica: ReplicaID, options: AppendOptions
  ) async throws -> AppendReceipt {
    if let since = text("retiredAt", of: replica) {
      throw LedgerError(.refused, "\(replica) has been retired since \(since)")
    }
    let set: JSONObject = ["retiredAt": .string(self.options.now().description)]
    let receipt = try await append(
      [Mutation(.upsert, kind: Replica.kind, id: replica.description, set: set)], options: options)
    if !options.isDryRun, session?.replica == replica {
      _ = try seal()
      close()
    }
    return receipt
  }

  /// See ``LedgerReplicas/name(of:)``.
  func name(of replica: ReplicaID) -> String? { text("name", of: replica) }

  /// See ``LedgerReplicas/names()``.
  func replicaNames() -> [ReplicaID: String] {
    var names: [ReplicaID: String] = [:]
    for branch in loaded.branches.keys { names[branch.replica] = name(of: branch.replica) }
    return names
  }

  func isRetired(_ replica: ReplicaID) -> Bool { text("retiredAt", of: replica) != nil }

  /// A field of a replica's entity.
  private func text(_ field: String, of replica: ReplicaID) -> String? { loaded.text(field, of: replica) }
}

extension LedgerState {
  /// The name of a replica; nil where its own first event is not here.
  func name(of replica: ReplicaID) -> String? { text("name", of: replica) }

  fileprivate func text(_ field: String, of replica: ReplicaID) -> String? {
    guard let entity = records.entity(Replica.kind, replica.description),
      let field = records.field(field), let value = records.value(entity, field)
    else { return nil }
    return records.json(value).string
  }
}

extension StatusReport.Replica {
  fileprivate mutating func add(_ branches: [BranchSummary]) {
    for branch in branches {
      for stretch in branch.stretches { events += UInt64(stretch.seqs.count) }
      commits = max(commits, branch.lastCommit)
      gaps += branch.gaps.map { $0.lowerBound...$0.upperBound - 1 }
      if let stamp = branch.lastStamp { lastStamp = max(lastStamp ?? stamp, stamp) }
    }
    forks = max(branches.count - 1, 0)
  }

  /// Commits that only this machine's journal holds.
  fileprivate mutating func add(_ content: FrameContent) {
    events += UInt64(content.events.count)
    commits = max(commits, content.commits.last?.commit.number ?? 0)
    if let stamp = content.events.last?.line.stamp { lastStamp = max(lastStamp ?? stamp, stamp) }
  }
}
