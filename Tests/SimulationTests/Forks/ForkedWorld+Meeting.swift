import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

extension ForkedWorld {
  mutating func meet() async throws {
    try copySome()
    if !isForked, let computer = sites.randomElement(using: &random) { try await requireNoFork(computer) }
    try await copyAll()
    // Of two files with one name only one is copied: the other's writer publishes it anew, for the next copy.
    for _ in 0..<2 {
      for computer in sites { try await goOn(computer) }
      try await copyAll()
    }
    let forked = forkedReplicas
    if !forked.isEmpty, !accident.mayFork { throw Wrong("a numbering was continued twice") }
    try await judge(forked)
  }

  /// Everybody goes on; whoever has met another history of its own replica not with that.
  private mutating func goOn(_ computer: Computer) async throws {
    let met = try replicasMet(by: computer)
    try await computer.refresh()
    writes += 1
    let last = Mutation(.upsert, kind: "planner.note", id: "r2", set: ["text": .string("w\(writes)")])
    let receipt = try await history.append([last], why: "after \(writes)", on: computer)
    guard let receipt, let replica = receipt.replica else {
      throw Wrong("computer \(computer.number) could not write after it met the others")
    }
    story += "\(computer.number) writes as \(replica) \(receipt.notices)\n  "
    if met.contains(replica) { throw Wrong("computer \(computer.number) goes on with a forked numbering") }
    if let notice = receipt.notices.first(where: { $0.code == "new-replica" }),
      met.isEmpty || !notice.text.contains(IdentityReason.unknownCommit.text)
    {
      throw Wrong("computer \(computer.number) changed its replica when it met the others: \(notice.text)")
    }
  }

  /// The replicas it wrote as of which its folder shows events that it did not write.
  private func replicasMet(by computer: Computer) throws -> Set<ReplicaID> {
    var own: [ReplicaID: [UInt64: EventKey]] = [:]
    for written in history.events where written.writer.computer == computer.number {
      own[written.writer.replica, default: [:]][written.event.seq] = written.key
    }
    let found = try FolderContent(computer.folder).events
    return Set(
      found.filter { event in own[event.replica]?[event.seq].map { $0 != event.key } ?? false }.map(\.replica)
    )
  }

  /// Whether somebody wrote under a number that was taken.
  var isForked: Bool { !forkedReplicas.isEmpty }

  /// Replicas with two histories that do not go on from one another.
  private var forkedReplicas: Set<ReplicaID> {
    var seqs: [ReplicaID: [UInt64: EventKey]] = [:]
    var forked: Set<ReplicaID> = []
    for written in history.events {
      let replica = written.writer.replica
      if let other = seqs[replica, default: [:]].updateValue(written.key, forKey: written.event.seq),
        other != written.key
      {
        forked.insert(replica)
      }
    }
    return forked
  }

  /// What is merely missing is not called a fork.
  func requireNoFork(_ computer: Computer) async throws {
    let ledger = try computer.running()
    for finding in try await ledger.audit.verify().findings where finding.kind == .fork {
      throw Wrong("computer \(computer.number): \(finding)")
    }
  }

  private mutating func judge(_ forked: Set<ReplicaID>) async throws {
    let conflicts = history.conflicts
    var digest: Hash256?
    for computer in sites {
      let ledger = try computer.running()
      try await computer.refresh()
      let (live, told) = try await ledger.withRecords { ($0.digest(), $0.conflictTexts()) }
      if let digest, digest != live {
        throw Wrong("computer \(computer.number) has other records than the first")
      }
      digest = live
      try history.requireConflicts(of: "computer \(computer.number)", told, conflicts)
    }
    // They have the same commits now: what one of them shows beside its records, all do.
    guard let computer = sites.randomElement(using: &random) else { return }
    let (name, ledger) = ("computer \(computer.number)", try computer.running())
    try history.requireLog(of: name, try await ledger.events())
    if try await computer.stranger().withRecords({ $0.digest() }) != digest {
      throw Wrong("\(name) reads other records than a program that starts")
    }
    for (place, findings) in [
      ("verify", try await ledger.audit.verify().findings),
      ("status", try await ledger.replicas.status().findings),
    ] {
      let named = Set(findings.filter { $0.kind == .fork }.compactMap(\.replica))
      if named != forked { throw Wrong("\(name): \(place) names the forks of \(named), not of \(forked)") }
      for finding in findings where finding.isFailure && finding.kind != .fork {
        throw Wrong("\(name): \(place): \(finding)")
      }
    }
  }
}
