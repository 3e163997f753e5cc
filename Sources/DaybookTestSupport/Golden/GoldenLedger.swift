package import DaybookLog
package import DaybookModel

/// A small ledger that never changes: one replica with a fixed key, a sealed segment of several frames and, after it,
/// an open one (format 1) or another sealed one (formats 2 and 3); in format 3 the first has stubs. `Fixtures` holds
/// such files as an earlier version wrote them; the same code makes them again, so that a change of the format, or of
/// what a system writes, cannot go unnoticed.
package struct GoldenLedger: Sendable {
  package static let ledger = "0193b2c4-5d6e-7f80-8a1b-2c3d4e5f6071"
  package static let createdAt = Instant(milliseconds: 1_795_241_580_123)

  package let format: Int64
  package let key: SigningKey
  /// Events and commits in order; the first `sealedCount` are sealed.
  package private(set) var commits: [GoldenCommit] = []
  package static let sealedCount = 5
  package static let openRandom = "9f86d081884c7d65"

  /// The ledger of `Fixtures/golden/v1` and so on.
  package init?(format: Int64 = 1) {
    self.init(seed: Array(0..<32), format: format) { GoldenEvents.commits(of: $0, format: format) }
    guard format >= SegmentHeader.stubFormat else { return }
    let before = commits
    self.init(seed: Array(0..<32), format: format) {
      GoldenEvents.commits(of: $0, format: format) + GoldenErasing.commits(of: $0, after: before)
    }
  }

  /// Nil only if the key's 32 bytes are refused.
  package init?(seed: [UInt8], format: Int64 = 1, _ drafts: (ReplicaID) -> [GoldenDraft]) {
    guard let key = SigningKey(seed: seed) else { return nil }
    (self.key, self.format) = (key, format)
    var tree = MerkleTree()
    var seq: UInt64 = 0
    for (index, draft) in drafts(key.replica).enumerated() {
      var commit = GoldenCommit(header: header(seq + 1, tree))
      for var event in draft.events {
        seq += 1
        event.seq = seq
        commit.lines.append(EventLineWriter.line(event))
        commit.events.append(event)
      }
      commit.lines += draft.otherLines
      var end = Commit(
        number: UInt64(index) + 1, events: UInt64(draft.events.count), key: draft.key, seen: draft.seen)
      end.other = draft.other
      let leaf = CommitLine.write(end)
      for line in commit.lines + [leaf] { tree.append(Leaf.hash(line.span)) }
      guard
        let head = try? Signing.head(of: tree, ledger: Self.ledger, replica: key.replica, key: key)
      else { return nil }
      commit.lines.append(CommitLine.adding(head, to: leaf))
      commit.leafCount = commit.lines.count
      commits.append(commit)
    }
  }

  private func header(_ first: UInt64, _ tree: MerkleTree) -> SegmentHeader {
    var header = SegmentHeader(
      ledger: Self.ledger, replica: key.replica, publicKey: key.publicKey, firstSeq: first, size: tree.size,
      peaks: tree.peaks)
    // That of a frame without stubs.
    header.format = min(format, SegmentHeader.formatVersion)
    return header
  }

  package var descriptor: LedgerDescriptor {
    LedgerDescriptor(ledger: Self.ledger, createdAt: Self.createdAt, format: format)
  }

  /// The open segment of these commits.
  package func openSegment(_ range: Range<Int>) -> (name: SegmentName, bytes: [UInt8]) {
    let header = commits[range.lowerBound].header
    var bytes = SegmentWriter.headerFrame(header)
    for commit in commits[range] { bytes += SegmentWriter.commitFrame(lines: commit.content) }
    return (.open(first: header.firstSeq, random: Self.openRandom), bytes)
  }

  /// The sealed segment of these commits; frames so small that there are several.
  package func sealedSegment(_ range: Range<Int>, frameSizeBytes: Int = 1400) throws -> SealedSegment {
    var writer = SealedSegmentWriter(
      header: commits[range.lowerBound].header, level: 9, frameSizeBytes: frameSizeBytes)
    for commit in commits[range] {
      guard case .content(let content) = FrameContent.parse(commit.content) else { continue }
      try writer.append(content, commits: 0..<1)
    }
    return try writer.finish()
  }

  /// The golden files: path within the ledger, and bytes.
  package func files(sealing sealedCount: Int = sealedCount) throws -> [(path: String, bytes: [UInt8])] {
    let sealed = erased(try sealedSegment(0..<sealedCount))
    let last: (name: SegmentName, bytes: [UInt8])
    if format == 1 {
      last = openSegment(sealedCount..<commits.count)
    } else {
      let segment = try sealedSegment(sealedCount..<commits.count)
      last = (segment.name, segment.bytes)
    }
    return [
      (LedgerLayout.descriptor, descriptor.bytes),
      (LedgerLayout.path(of: sealed.name, key.replica), sealed.bytes),
      (LedgerLayout.path(of: last.name, key.replica), last.bytes),
    ]
  }
}

extension GoldenLedger {
  /// The erasures that result from the erase events.
  package var erasures: Erasures {
    Erasures(
      commits.flatMap { commit in
        commit.events.compactMap { event in
          event.mutation.other[EraseEvent.key].flatMap {
            EraseEvent(author: key.replica, kind: event.mutation.kind, id: event.mutation.id, $0)
          }
        }
      })
  }

  /// With stubs in the place of what is erased.
  private func erased(_ segment: SealedSegment) -> SealedSegment {
    guard format >= SegmentHeader.stubFormat,
      case .made(let erased, _) = SegmentErasing.erase(
        segment.bytes, segment.name, erasures, vouching: erasures, level: 9)
    else { return segment }
    return erased
  }
}

/// The content of a commit of a golden ledger, before it is numbered and signed.
package struct GoldenDraft {
  package var events: [Event]
  package var key: String?
  package var seen = Seen()
  package var other: JSONObject = [:]
  /// Lines of a type that this version does not know.
  package var otherLines: [[UInt8]] = []

  package init(
    events: [Event], key: String? = nil, seen: Seen = Seen(), other: JSONObject = [:],
    otherLines: [[UInt8]] = []
  ) {
    (self.events, self.key, self.seen) = (events, key, seen)
    (self.other, self.otherLines) = (other, otherLines)
  }
}

/// One commit of the golden ledger.
package struct GoldenCommit: Sendable {
  /// The header that would stand before it.
  package var header: SegmentHeader
  package var events: [Event] = []
  /// Without LF; the commit's own, with its head, is the last.
  package var lines: [[UInt8]] = []
  package var leafCount = 0

  package var content: [UInt8] { lines.flatMap { $0 + [0x0a] } }
}

/// Writes a golden ledger's events as a program with some version of a system did: each event has its data and the
/// version, and a minute passes between two events.
package struct GoldenAuthor {
  package let version: Int64
  private let author: String
  private var clock: HybridClock
  private var now: Int64
  private let replica: ReplicaID

  package init(version: Int64, by author: String, replica: ReplicaID, start: Instant) {
    (self.version, self.author, self.replica) = (version, author, replica)
    clock = HybridClock(replica: replica)
    now = start.milliseconds
  }

  package mutating func replicaMade() -> GoldenDraft {
    let mutation = Mutation(
      .upsert, kind: "daybook.replica", id: replica.description,
      set: ["name": .string("version \(version)"), "createdAt": .string(instant.description)])
    return GoldenDraft(events: [stamped(mutation, salt: nil)])
  }

  package mutating func upsert(_ kind: String, _ id: String, _ set: JSONObject) -> Event {
    write(Mutation(.upsert, kind: kind, id: id, set: set))
  }

  package mutating func link(_ kind: String, _ id: String, _ rel: String, to target: String) -> Event {
    write(Mutation(.link, kind: kind, id: id, rel: rel, to: target))
  }

  /// Values carry a salt, as those of personal kinds do.
  package mutating func write(_ mutation: Mutation) -> Event {
    var mutation = mutation
    mutation.v = version
    return stamped(mutation, salt: mutation.set == nil ? nil : "AAECAwQFBgcICQoL")
  }

  private var instant: Instant { Instant(milliseconds: now) }

  private mutating func stamped(_ mutation: Mutation, salt: String?) -> Event {
    now += 60_000
    var mutation = mutation
    mutation.by = author
    return Event(stamp: clock.next(now: instant), seq: 0, mutation: mutation, salt: salt)
  }
}
