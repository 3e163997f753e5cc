package import DaybookLog
package import DaybookModel

/// What this machine remembers of every replica: the heads it has read. A file in its state, updated after each
/// reading, so that nobody can remove or rewrite what was once here without being noticed. So each machine is a witness
/// for the others.
package struct Witness: Sendable, Equatable {
  package struct Head: Sendable, Hashable {
    package var size: UInt64
    package var root: Hash256
    package var lastSeq: UInt64

    package init(size: UInt64, root: Hash256, lastSeq: UInt64) {
      (self.size, self.root, self.lastSeq) = (size, root, lastSeq)
    }
  }

  /// For each replica, the heads of its branches; a head that a longer one continues is dropped.
  package var heads: [ReplicaID: [Head]] = [:]
  /// When this machine last read something of a replica that it had not read before.
  package var newsAt: [ReplicaID: Instant] = [:]

  /// The limit of one replica; only a flood of forks exceeds it. Reaching it is a finding.
  package static let headsMax = 64

  package init() {}

  /// What must be in a reading's options for it to be judged.
  package var rootsWanted: [ReplicaID: [UInt64]] { heads.mapValues { Array(Set($0.map(\.size))).sorted() } }

  package var claims: [Claim] {
    heads.keys.sorted().flatMap { replica in
      (heads[replica] ?? []).map {
        Claim(witness: .machine, replica: replica, size: $0.size, root: $0.root, lastSeq: $0.lastSeq)
      }
    }
  }

  /// Records the result of a reading at `time`. Heads that it contradicts or lacks stay recorded.
  ///
  /// - Parameter withheld: replicas of which some commits do not count: if a stranger removes those again, nothing is
  ///   missing.
  package mutating func note(_ report: ReadReport, at time: Instant, besides withheld: Set<ReplicaID> = []) {
    for (replica, branches) in Dictionary(grouping: report.branches, by: \.id.replica)
    where !withheld.contains(replica) {
      let now = branches.compactMap { branch -> Head? in
        branch.root.map { Head(size: branch.size, root: $0, lastSeq: branch.lastSeq) }
      }
      let before = (heads[replica] ?? []).filter { head in
        if now.contains(where: { $0.size == head.size && $0.root == head.root }) { return false }
        // A header after a gap may name any root: only a run that holds the lines before it continues a head.
        return !report.holds(head.size, of: replica)
          || !branches.contains {
            report.knows(RootAtSize(branch: $0.id, size: head.size, root: head.root))
          }
      }
      let known = Set(heads[replica] ?? [])
      if !known.isSuperset(of: now) { newsAt[replica] = time }
      // Missing or contradicted heads come first: nobody else may remember them.
      heads[replica] = Array((before + now).prefix(Self.headsMax))
    }
  }

  /// Replicas of which it records no more heads.
  package var full: [ReplicaID] { heads.filter { $0.value.count >= Self.headsMax }.keys.sorted() }
}

extension Witness {
  /// One for each replica of which no more heads are remembered.
  var limitFindings: [Finding] {
    full.map { replica in
      Finding(
        .limit, replica: replica,
        "it has so many histories that this machine remembers only \(Self.headsMax) of its heads",
        advice: "its key is in the wrong hands: do not trust anything that it signed after the first fork")
    }
  }
}

// The memory's file in this machine's state. Several processes read and change it: one at a time, each change starts
// from the latest content and replaces the whole file.

extension Witness {
  /// The memory in the state folder.
  package enum Stored: Sendable, Equatable {
    /// This machine has remembered nothing of the ledger yet.
    case absent
    case whole(Witness)
    /// Empty, truncated or changed, so that nothing in it can be trusted.
    case damaged

    package var witness: Witness? { if case .whole(let witness) = self { witness } else { nil } }
  }

  package static func stored(_ state: any FileStore, ledger: String) throws(FileError) -> Stored {
    let path = StateLayout.witness(ledger: ledger)
    guard let status = try state.status(path) else { return .absent }
    guard status.kind == .file, status.sizeBytes <= sizeBytesMax else { return .damaged }
    do throws(FileError) {
      return Witness(try state.readAll(path, sizeBytesMax: sizeBytesMax)).map(Stored.whole) ?? .damaged
    } catch  where error.reason == .missing {
      return .absent
    }
  }

  /// Nil when this machine has remembered nothing of the ledger yet, or the file is damaged.
  package static func read(_ state: any FileStore, ledger: String) throws(FileError) -> Witness? {
    try stored(state, ledger: ledger).witness
  }

  /// Records a change durably. Writes nothing if nothing changes. A damaged memory is kept beside the new one, and is a
  /// finding until `repair` moves it away; an empty file means that it was removed.
  ///
  /// - Parameter wait: how long to wait for other processes that are doing the same.
  /// - Returns: the new memory, and whether the one before it was damaged or removed.
  /// - Throws: ``LedgerError/Code/locked`` if `wait` is over; then nothing is written.
  @discardableResult
  package static func remember(
    _ state: any FileStore, ledger: String, wait: Duration = .seconds(1), _ note: (inout Witness) -> Void
  ) throws -> (witness: Witness, wasLost: Bool) {
    if case .whole(let known) = try stored(state, ledger: ledger) {
      var now = known
      note(&now)
      if now == known { return (known, false) }
    }
    return try SharedState.changing(state, ledger: ledger, wait: wait) {
      let before = try stored(state, ledger: ledger)
      let isLost = try before == .damaged || before == .absent && hasWritten(state, ledger: ledger)
      if before == .damaged {
        try putAside(state, ledger: ledger)
      } else if isLost {
        try state.create(damagedPath(ledger)).close()
      }
      var now = before.witness ?? Witness()
      note(&now)
      if now != before.witness {
        try state.replaceFile(
          StateLayout.witness(ledger: ledger), with: now.bytes, removingLeftovers: true)
      }
      return (now, isLost)
    }
  }

  /// Whether this machine has written to the ledger: a writer remembers before its first commit.
  private static func hasWritten(_ state: any FileStore, ledger: String) throws(FileError) -> Bool {
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      let folder = StateLayout.folder(ledger: ledger, replica: replica)
      if let journal = (try? JournalSummary.read(state, folder: folder)) ?? nil, journal.head.commit > 0 {
        return true
      }
    }
    return false
  }

  private static func putAside(_ state: any FileStore, ledger: String) throws(FileError) {
    try state.rename(StateLayout.witness(ledger: ledger), to: damagedPath(ledger), replacing: false)
  }

  private static func damagedPath(_ ledger: String) -> String {
    "\(StateLayout.witness(ledger: ledger)).\(TemporaryName.random())\(damagedSuffix)"
  }

  /// The damaged memories that were moved aside, by their paths in the state folder.
  package static func damaged(_ state: any FileStore, ledger: String) throws(FileError) -> [String] {
    let folder = StateLayout.folder(ledger: ledger)
    return (try state.list(folder) ?? []).map { joined(folder, $0.name) }
      .filter { $0.hasPrefix(StateLayout.witness(ledger: ledger)) && $0.hasSuffix(damagedSuffix) }
  }

  private static let damagedSuffix = ".damaged"
  /// More than a million replicas.
  private static let sizeBytesMax = 1 << 30

  // MARK: Bytes

  /// One JSON object and LF, and then the SHA-256 of that line in hex and LF.
  var bytes: [UInt8] {
    let replicas = heads.map { replica, heads -> (String, JSONValue) in
      let items = heads.map { head -> JSONValue in
        [
          "size": .int(Int64(clamping: head.size)), "root": .string(head.root.description),
          "seq": .int(Int64(clamping: head.lastSeq)),
        ]
      }
      return (replica.description, .array(items))
    }
    let times = newsAt.map { ($0.key.description, JSONValue.string($0.value.description)) }
    let object: JSONObject = [
      "daybook": 1, "news": .object(JSONObject(times)), "replicas": .object(JSONObject(replicas)),
    ]
    let line = JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
    return line + Array("\(Hash256.of(line.span))\n".utf8)
  }

  init?(_ bytes: [UInt8]) {
    let sumSizeBytes = 65
    guard bytes.count > sumSizeBytes else { return nil }
    let line = Array(bytes.dropLast(sumSizeBytes))
    guard Array("\(Hash256.of(line.span))\n".utf8) == bytes.suffix(sumSizeBytes),
      let object = (try? JSONParser.parse(line))?.object, object["daybook"]?.int == 1,
      let replicas = object["replicas"]?.object
    else { return nil }
    for member in object["news"]?.object ?? [:] {
      if let replica = ReplicaID(member.key) { newsAt[replica] = member.value.string.flatMap { Instant($0) } }
    }
    for member in replicas {
      guard let replica = ReplicaID(member.key), let items = member.value.array else { return nil }
      heads[replica] = []
      for item in items {
        guard let head = Head(item) else { return nil }
        heads[replica, default: []].append(head)
      }
    }
  }
}

extension Witness.Head {
  fileprivate init?(_ json: JSONValue) {
    guard let item = json.object, let size = item["size"]?.int.flatMap({ UInt64(exactly: $0) }),
      let root = item["root"]?.string.flatMap({ Hash256($0) }),
      let seq = item["seq"]?.int.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(size: size, root: root, lastSeq: seq)
  }
}
