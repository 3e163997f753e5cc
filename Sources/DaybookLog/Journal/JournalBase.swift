package import DaybookModel

/// Where a journal begins: everything that a replica knows about itself without reading its sealed segments again. What
/// was sealed needs no journal, and a writer needs nothing but its journal.
package struct JournalBase: Sendable, Equatable {
  package var ledger: String
  package var replica: ReplicaID
  /// Ed25519, 32 bytes.
  package var publicKey: [UInt8]
  /// The number of the last event before the journal; 0 at the beginning.
  package var seq: UInt64 = 0
  /// The number of the last commit before the journal; 0 at the beginning.
  package var commit: UInt64 = 0
  package var tree = MerkleTree()
  /// What the replica last stated that it held of others: each mention of a replica replaces the previous one.
  package var seen = Seen()
  /// The latest stamp before the journal.
  package var stamp: Stamp?

  package init(ledger: String, publicKey: [UInt8]) {
    (self.ledger, self.publicKey) = (ledger, publicKey)
    replica = Signing.replicaID(ofPublicKey: publicKey)
  }

  /// The header of a segment that begins here.
  package var header: SegmentHeader {
    SegmentHeader(
      ledger: ledger, replica: replica, publicKey: publicKey, firstSeq: seq + 1, size: tree.size,
      peaks: tree.peaks)
  }

  /// Whether this line, with its LF, is that header, possibly as an earlier version wrote it.
  func isHeader(_ line: [UInt8]) -> Bool {
    var header = header
    return SegmentHeader.formats.contains { format in
      header.format = format
      return line == header.line() + [0x0a]
    }
  }

  /// Makes the first journal of a replica, durably.
  package func beginJournal(_ state: any FileStore, folder: String) throws(FileError) {
    _ = try Journal.begin(self, state, folder: folder)
  }

  /// Moves past a commit whose leaves the tree has already.
  mutating func advance(over commit: Commit, lastStamp: Stamp?) {
    seq += commit.events
    self.commit = commit.number
    seen.update(with: commit.seen)
    if let lastStamp { stamp = max(stamp ?? lastStamp, lastStamp) }
  }
}

extension Seen {
  /// Adds a later commit's `seen`, which replaces the entry of each replica that it names.
  package mutating func update(with later: Seen) {
    if later.isEmpty { return }
    var parts: [ReplicaID: [Part]] = [:]
    for entry in entries + later.entries { parts[entry.replica] = entry.parts }
    self = Seen(parts.map { ($0.key, $0.value) })
  }
}

extension JournalBase {
  static let version: Int64 = 1

  /// One line of JSON with LF.
  var line: [UInt8] {
    var object: JSONObject = [
      "journal": .int(Self.version), "ledger": .string(ledger), "key": .string(Base64.text(publicKey)),
      "seq": .int(Int64(seq)), "commit": .int(Int64(commit)), "size": .int(Int64(tree.size)),
      "peaks": .array(tree.peaks.map { .string($0.description) }), "seen": .object(seen.json),
    ]
    if let stamp { object["stamp"] = .string(stamp.description) }
    return JSONValue.object(object).canonicalBytes + [0x0a]
  }

  /// Nil unless it is exactly such a line.
  init?(line: [UInt8]) {
    guard let object = (try? JSONParser.parse(line))?.object, object["journal"]?.int == Self.version,
      let ledger = object["ledger"]?.string, let key = object["key"]?.string.flatMap({ Base64.bytes($0) }),
      key.count == Signing.publicKeySizeBytes,
      let seq = object["seq"]?.int.flatMap({ UInt64(exactly: $0) }),
      let commit = object["commit"]?.int.flatMap({ UInt64(exactly: $0) }),
      let size = object["size"]?.int.flatMap({ UInt64(exactly: $0) }),
      let peaks = object["peaks"]?.array?.compactMap({ $0.string.flatMap { Hash256($0) } }),
      let tree = MerkleTree(size: size, peaks: peaks),
      let seen = object["seen"]?.object.flatMap({ Seen($0) })
    else { return nil }
    self.init(ledger: ledger, publicKey: key)
    (self.seq, self.commit, self.tree, self.seen) = (seq, commit, tree, seen)
    if let text = object["stamp"]?.string {
      guard let stamp = Stamp(text) else { return nil }
      self.stamp = stamp
    }
  }
}
