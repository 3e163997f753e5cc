package import DaybookLog
package import DaybookModel

/// What this machine remembers of every replica: the heads it has read. A file in its state, brought
/// up to date after a reading, so that nobody can take away or rewrite what was once here without its
/// being noticed. Each machine so witnesses for the others.
package struct Witness: Sendable, Equatable {
  package struct Head: Sendable, Hashable {
    package var size: UInt64
    package var root: Hash256
    package var lastSeq: UInt64
  }

  /// Of each replica the heads of its branches; one that a longer one continues is dropped.
  package private(set) var heads: [ReplicaID: [Head]] = [:]
  /// When this machine last read something of a replica that it had not read before.
  package private(set) var newsAt: [ReplicaID: Instant] = [:]

  /// Of one replica; more would take a flood of forks.
  static let headsMax = 64

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

  /// Takes up what a reading at `time` showed. What it contradicts or lacks stays remembered.
  package mutating func note(_ report: ReadReport, at time: Instant) {
    for (replica, branches) in Dictionary(grouping: report.branches, by: \.id.replica) {
      let now = branches.compactMap { branch -> Head? in
        branch.root.map { Head(size: branch.size, root: $0, lastSeq: branch.lastSeq) }
      }
      let before = (heads[replica] ?? []).filter { head in
        !now.contains { $0.size == head.size && $0.root == head.root }
          && !branches.contains {
            report.knows(RootAtSize(branch: $0.id, size: head.size, root: head.root))
          }
      }
      let known = Set(heads[replica] ?? [])
      if !known.isSuperset(of: now) { newsAt[replica] = time }
      heads[replica] = Array((now + before).prefix(Self.headsMax))
    }
  }
}

extension Witness {
  /// Nil when this machine has read nothing of the ledger yet, or the file is damaged.
  package static func read(_ state: any FileStore, ledger: String) throws(FileError) -> Witness? {
    let path = StateLayout.witness(ledger: ledger)
    guard let status = try state.status(path), status.kind == .file else { return nil }
    return Witness(try state.readAll(path, sizeBytesMax: 16 << 20))
  }

  /// Writes it, durably; nothing when it says what `before` said.
  package func write(_ state: any FileStore, ledger: String, unless before: Witness?) throws(FileError) {
    if self == before { return }
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    try state.replaceFile(StateLayout.witness(ledger: ledger), with: bytes)
  }

  /// One JSON object and LF.
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
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  init?(_ bytes: [UInt8]) {
    guard let object = (try? JSONParser.parse(bytes))?.object, object["daybook"]?.int == 1,
      let replicas = object["replicas"]?.object
    else { return nil }
    for member in object["news"]?.object ?? [:] {
      if let replica = ReplicaID(member.key) { newsAt[replica] = member.value.string.flatMap { Instant($0) } }
    }
    for member in replicas {
      guard let replica = ReplicaID(member.key), let items = member.value.array else { return nil }
      heads[replica] = items.compactMap { item in
        guard let item = item.object, let size = item["size"]?.int.flatMap({ UInt64(exactly: $0) }),
          let root = item["root"]?.string.flatMap({ Hash256($0) }),
          let seq = item["seq"]?.int.flatMap({ UInt64(exactly: $0) })
        else { return nil }
        return Head(size: size, root: root, lastSeq: seq)
      }
    }
  }
}
