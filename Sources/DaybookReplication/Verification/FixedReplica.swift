import DaybookLog
import DaybookModel

/// What a reading found of a replica that forked, has gaps or is damaged. Reading cannot continue from it; it is valid
/// as long as all of the replica's files are the same.
package struct FixedReplica: Sendable, Equatable {
  var branches: [BranchSummary]
  var findings: [Finding]
  var events: UInt64
  var commits: UInt64
  var sizeBytes: Int
  var roots: Set<RootAtSize>
  /// Of every file, by path.
  var identities: [String: FileIdentity]

  /// Nil if a file could not be read, or cannot be recognized later.
  ///
  /// - Parameter settled: the files that can be recognized by their identities.
  init?(
    _ report: ReplicaReport, _ files: [Inventory.SegmentFile], _ inventory: Inventory, settled: Set<String>
  ) {
    guard report.vanished.isEmpty, report.unreadable.isEmpty else { return nil }
    identities = [:]
    for file in files {
      guard settled.contains(file.path), let identity = inventory.identities[file.path] else { return nil }
      identities[file.path] = identity
    }
    (branches, findings, roots) = (report.branches, report.findings, report.roots)
    (events, commits, sizeBytes) = (report.events, report.commits, report.sizeBytes)
  }

  func isSame(_ files: [Inventory.SegmentFile], _ now: [String: FileIdentity]) -> Bool {
    files.count == identities.count
      && files.allSatisfy { file in
        identities[file.path].map { $0 == now[file.path] } ?? false
      }
  }

  package var report: ReplicaReport {
    var report = ReplicaReport()
    (report.branches, report.findings, report.roots) = (branches, findings, roots)
    (report.events, report.commits, report.sizeBytes) = (events, commits, sizeBytes)
    report.files = identities.count
    return report
  }

  /// Whether it can decide a claim about the replica.
  func decides(_ claim: Claim) -> Bool {
    let size = branches.map(\.size).max() ?? 0
    return claim.size > size || claim.root == nil || roots.contains { $0.size == claim.size }
      || branches.contains { $0.stretches.contains { $0.leaves.upperBound == claim.size } }
  }
}

extension FixedReplica {
  var json: JSONValue {
    .object([
      "branches": .array(branches.map(\.json)), "findings": .array(findings.map(\.json)),
      "events": .int(Int64(clamping: events)), "commits": .int(Int64(clamping: commits)),
      "bytes": .int(Int64(sizeBytes)),
      "roots": .array(
        roots.sorted { ($0.branch, $0.size) < ($1.branch, $1.size) }.map {
          [.int(Int64($0.branch.ordinal)), .int(Int64(clamping: $0.size)), .string($0.root.description)]
        }),
      "files": .object(JSONObject(identities.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
    ])
  }

  init?(_ json: JSONValue, _ id: ReplicaID) {
    guard let object = json.object, let branches = object["branches"]?.array,
      let findings = object["findings"]?.array, let roots = object["roots"]?.array,
      let files = object["files"]?.object, let events = object["events"]?.unsigned,
      let commits = object["commits"]?.unsigned, let bytes = object["bytes"]?.int
    else { return nil }
    self.branches = branches.compactMap { BranchSummary($0, id) }
    self.findings = findings.compactMap { Finding($0) }
    self.roots = Set(roots.compactMap { RootAtSize($0, id) })
    identities = [:]
    for member in files { identities[member.key] = FileIdentity(member.value) }
    (self.events, self.commits, sizeBytes) = (events, commits, Int(bytes))
    guard self.branches.count == branches.count, self.findings.count == findings.count,
      self.roots.count == roots.count, identities.count == files.count
    else { return nil }
  }
}

extension RootAtSize {
  fileprivate init?(_ json: JSONValue, _ id: ReplicaID) {
    guard let parts = json.array, parts.count == 3, let ordinal = parts[0].int, let size = parts[1].unsigned,
      let root = parts[2].string.flatMap({ Hash256($0) })
    else { return nil }
    self.init(branch: BranchID(replica: id, ordinal: Int(ordinal)), size: size, root: root)
  }
}

extension BranchSummary {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "branch": .int(Int64(id.ordinal)), "key": .string(Base64.text(publicKey)),
      "stretches": .array(
        stretches.map { stretch in
          .array(
            [
              stretch.leaves.lowerBound, stretch.leaves.upperBound, stretch.seqs.lowerBound,
              stretch.seqs.upperBound,
            ]
            .map { .int(Int64(clamping: $0)) } + [.string(stretch.root.description)])
        }),
      "commit": .int(Int64(clamping: lastCommit)), "seen": .object(seen.json),
    ]
    if let origin {
      object["origin"] = [.int(Int64(origin.branch.ordinal)), .int(Int64(clamping: origin.leaf))]
    }
    if let lastStamp { object["stamp"] = .string(lastStamp.description) }
    if let head {
      object["head"] = [
        .int(Int64(clamping: head.size)), .string(head.root.description),
        .string(Base64.text(head.signature)),
      ]
    }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue, _ replica: ReplicaID) {
    guard let object = json.object, let ordinal = object["branch"]?.int,
      let key = object["key"]?.string.flatMap({ Base64.bytes($0) }), key.count == Signing.publicKeySizeBytes,
      let parts = object["stretches"]?.array, let commit = object["commit"]?.unsigned,
      let seen = object["seen"]?.object.flatMap({ Seen($0) })
    else { return nil }
    let stretches = parts.compactMap { Stretch($0) }
    guard stretches.count == parts.count, !stretches.isEmpty else { return nil }
    self.init(
      id: BranchID(replica: replica, ordinal: Int(ordinal)), publicKey: key, stretches: stretches)
    (lastCommit, self.seen) = (commit, seen)
    if let origin = object["origin"] {
      guard let parts = origin.array, parts.count == 2, let ordinal = parts[0].int,
        let leaf = parts[1].unsigned
      else { return nil }
      self.origin = BranchOrigin(branch: BranchID(replica: replica, ordinal: Int(ordinal)), leaf: leaf)
    }
    if let text = object["stamp"]?.string {
      guard let stamp = Stamp(text) else { return nil }
      lastStamp = stamp
    }
    if let head = object["head"] {
      guard let parts = head.array, parts.count == 3, let size = parts[0].unsigned,
        let root = parts[1].string.flatMap({ Hash256($0) }),
        let signature = parts[2].string.flatMap({ Base64.bytes($0) })
      else { return nil }
      self.head = SignedHead(size: size, root: root, signature: signature)
    }
  }
}

extension BranchSummary.Stretch {
  fileprivate init?(_ json: JSONValue) {
    guard let parts = json.array, parts.count == 5, let root = parts[4].string.flatMap({ Hash256($0) }) else {
      return nil
    }
    let numbers = parts[..<4].compactMap(\.unsigned)
    guard numbers.count == 4, numbers[0] <= numbers[1], numbers[2] <= numbers[3] else { return nil }
    self.init(leaves: numbers[0]..<numbers[1], seqs: numbers[2]..<numbers[3], root: root)
  }
}

extension Finding {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "kind": .string(kind.rawValue), "what": .string(what), "advice": .string(advice),
    ]
    object["replica"] = replica.map { .string($0.description) }
    object["file"] = file.map { .string($0) }
    object["offset"] = offset.map { .int(Int64($0)) }
    object["seqs"] = seqs.map {
      [.int(Int64(clamping: $0.lowerBound)), .int(Int64(clamping: $0.upperBound))]
    }
    if isSuperseded { object["superseded"] = true }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, let kind = object["kind"]?.string.flatMap({ Kind(rawValue: $0) }),
      let what = object["what"]?.string, let advice = object["advice"]?.string
    else { return nil }
    self.init(
      kind, replica: object["replica"]?.string.flatMap { ReplicaID($0) }, file: object["file"]?.string,
      offset: object["offset"]?.int.flatMap { Int(exactly: $0) }, what, advice: advice)
    if let seqs = object["seqs"]?.array?.compactMap(\.unsigned), seqs.count == 2, seqs[0] <= seqs[1] {
      self.seqs = seqs[0]...seqs[1]
    }
    isSuperseded = object["superseded"] == true
  }
}

extension JSONValue {
  fileprivate var unsigned: UInt64? { int.flatMap { UInt64(exactly: $0) } }
}
