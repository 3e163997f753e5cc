import DaybookLog
import DaybookModel
import Testing

/// A replica with its two stores, and drafts for it.
struct WriterFixture {
  let ledger: any FileStore
  let state: any FileStore
  let key = SigningKey(seed: Array(repeating: 7, count: 32))!
  let descriptor = LedgerDescriptor(
    ledger: "0193aaaa-0000-4000-8000-000000000001", createdAt: Instant(milliseconds: 1_790_000_000_000))
  var options = {
    var options = WriterOptions()
    options.publishing = .atOnce
    return options
  }()
  private var time: UInt64 = UInt64(1_790_000_000_000) << 16

  static let stateFolder = "ledgers/one/own"

  init(_ ledger: any FileStore, _ state: any FileStore) { (self.ledger, self.state) = (ledger, state) }

  init() { self.init(MemoryFileStore(), MemoryFileStore()) }

  var replica: ReplicaID { key.replica }
  var folder: String { LedgerLayout.folder(of: replica) }

  func open() throws -> LogWriter { try openReporting().0 }

  func openReporting() throws -> (LogWriter, RecoveryReport) {
    try LogWriter.open(
      ledger: ledger, state: state, stateFolder: Self.stateFolder, descriptor: descriptor, key: key,
      options: options)
  }

  /// A commit of events whose values tell them apart.
  mutating func draft(_ count: Int = 1, key: String? = nil, text: String = "x") -> CommitDraft {
    let events = (0..<count).map { index -> Event in
      time += 1
      let set: JSONObject = ["text": .string("\(text) \(index)")]
      return Event(
        stamp: Stamp(time: time, replica: replica), seq: 0,
        mutation: Mutation(.upsert, kind: "planner.note", id: "note-\(index)", set: set))
    }
    return CommitDraft(events: events, key: key)
  }

  /// The own files that are there, as names.
  func segments() throws -> [SegmentName] {
    (try ledger.list(folder) ?? []).compactMap { SegmentName($0.name) }
  }

  /// Every own file in the ledger's folder.
  func names() throws -> [String] { (try ledger.list(folder) ?? []).map(\.name) }

  /// Reads the folder as a stranger does, checks every root and signature, and gives the texts of
  /// the commits by number.
  func published() throws -> [UInt64: [String]] {
    try PublishedReader(ledger, folder: folder, publicKey: key.publicKey).commits
  }
}

/// A reader that trusts nothing: every file sound, every root recomputed, every signature checked.
struct PublishedReader {
  private(set) var commits: [UInt64: [String]] = [:]
  private(set) var lastSeq: UInt64 = 0

  init(_ store: any FileStore, folder: String, publicKey: [UInt8]) throws {
    for entry in try store.list(folder) ?? [] {
      guard let name = SegmentName(entry.name) else { continue }
      let bytes = try store.readAll(joined(folder, entry.name))
      let isNamedTruly = name.matches(bytes.span)
      try #require(isNamedTruly, "\(name)")
      var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
      var tree: MerkleTree?
      var seq = name.first
      var header: SegmentHeader?
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else {
          if case .damage(let damage) = part { throw damage }
          continue
        }
        if let found = content.header {
          try #require(found.publicKey == publicKey && found.firstSeq == seq)
          if let tree { try #require(found.tree == tree) }
          (header, tree) = (found, found.tree)
        }
        for entry in content.commits {
          for leaf in content.leaves[entry.leaves] { tree?.append(leaf.hash) }
          for event in content.events[entry.events] {
            try #require(event.line.seq == seq)
            seq += 1
          }
          commits[entry.commit.number] = content.texts(of: entry)
        }
        if let last = content.commits.last?.commit {
          let head = try #require(last.head)
          try #require(head.root == tree?.root && head.size == tree?.size)
          try #require(Signing.verify(head, header: try #require(header)))
        }
      }
      lastSeq = max(lastSeq, seq - 1)
    }
  }
}

extension FrameContent {
  func texts(of entry: CommitEntry) -> [String] {
    events[entry.events].map { event in
      let range = leaves[event.leaf].range
      let set = event.line.event(bytes.span.extracting(range.start..<range.end)).mutation.set
      return set?["text"]?.string ?? ""
    }
  }
}
