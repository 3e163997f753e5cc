import DaybookLog
import DaybookModel
import DaybookReplication

/// An honest ledger, as files, with which the tamperings begin: Ann's replica of twelve commits in two sealed files
/// and an open one, Ben's with three, and a blob.
struct FraudLedger {
  static let base: UInt64 = 1_700_000_000_000
  static let now = Instant(milliseconds: Int64(base) + 100_000)
  static let honest = "of ann", forged = "FORGED"

  var ann: TestReplica
  var ben: TestReplica
  /// The folder's files, by their paths.
  var files: [String: [UInt8]] = [:]
  let blob = Array("a scan of a letter".utf8)

  /// - Parameter isSeen: whether Ben says in his commits what he held of Ann.
  init(isSeen: Bool) throws {
    ann = try Self.ann()
    ben = Self.replica(2)
    for commits in [0, 6, 12] {
      let tree = ann.header(before: commits).tree ?? MerkleTree()
      let seen = Seen([(ann.id, [Seen.Part(end: tree.size, root: tree.root)])])
      try ben.write(text: "of ben", seen: isSeen && commits > 0 ? seen : Seen())
    }
    files[LedgerLayout.descriptor] =
      LedgerDescriptor(ledger: TestReplica.ledger, createdAt: Instant(milliseconds: Int64(Self.base))).bytes
    files[blobPath] = ZstdFrame.compress(blob, level: 3)
    try putAnn(ann)
    putOpen(ben, 0..<3)
  }

  static func replica(_ number: UInt8) -> TestReplica {
    var replica = TestReplica(number)
    replica.time = base << 16
    return replica
  }

  /// Ann's history, or another one that her key signs: with other texts, or of another length.
  static func ann(commits: Int = 12, forging: Set<Int> = []) throws -> TestReplica {
    var ann = replica(1)
    for index in 0..<commits {
      try ann.write(events: index % 2 + 1, text: forging.contains(index) ? forged : honest)
    }
    return ann
  }

  var blobPath: String { LedgerLayout.path(ofBlob: Hash256.of(blob.span)) }

  // MARK: Files

  mutating func putAnn(_ ann: TestReplica) throws {
    let count = ann.commits.count
    for range in [0..<min(4, count), min(4, count)..<min(8, count)] where !range.isEmpty {
      try putSealed(ann, range)
    }
    if count > 8 { putOpen(ann, 8..<count) }
  }

  @discardableResult
  mutating func putOpen(_ replica: TestReplica, _ range: Range<Int>, random: UInt64 = 1) -> String {
    let path = LedgerLayout.path(of: replica.openName(range, random: random), replica.id)
    files[path] = replica.open(range)
    return path
  }

  mutating func putSealed(_ replica: TestReplica, _ range: Range<Int>) throws {
    let sealed = try replica.sealed(range, frameSizeBytes: 500)
    files[LedgerLayout.path(of: sealed.name, replica.id)] = sealed.bytes
  }

  /// The paths of Ann's files, the first seqs first; the open one is the last.
  var annsPaths: [String] { paths(of: ann.id) }

  func paths(of replica: ReplicaID) -> [String] {
    files.keys.filter { $0.hasPrefix(LedgerLayout.folder(of: replica) + "/") }.sorted()
  }

  var annsOpenPath: String { annsPaths[2] }
  var bensPath: String { paths(of: ben.id)[0] }

  mutating func removeAll(of replica: ReplicaID) {
    for path in paths(of: replica) { files[path] = nil }
  }

  mutating func move(_ path: String, to target: String) {
    files[target] = files[path]
    files[path] = nil
  }

  /// A memory's store, or a folder, with these files and no others. In the same order whatever they hold.
  func write(to store: any FileStore) throws {
    try store.createFolderDurably(LedgerLayout.replicas)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { try store.put(bytes, at: path) }
  }

  /// The same where others lie: what is not different is not touched.
  func write(to store: any FileStore, over others: FraudLedger) throws {
    for path in others.files.keys where files[path] == nil { try store.remove(path) }
    for (path, bytes) in files where others.files[path] != bytes { try store.put(bytes, at: path) }
  }
}
