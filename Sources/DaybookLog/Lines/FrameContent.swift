package import DaybookModel

/// The lines of one decompressed frame, parsed and hashed: what a segment reader yields and what
/// the records fold. Sound in itself; whether a signature covers it is for the caller to check.
package struct FrameContent: Sendable {
  /// The frame's content.
  package var bytes: [UInt8]
  /// The header line, if the frame begins with one.
  package var header: SegmentHeader?
  /// Every leaf in order: events, commits and line types that this version does not know.
  package var leaves: [Leaf] = []
  package var events: [EventEntry] = []
  package var commits: [CommitEntry] = []
  /// The events whose line is a stub; in order.
  package var stubs: [StubEntry] = []

  package struct Leaf: Sendable {
    /// Within `bytes`, without LF.
    package var range: ByteRange
    package var hash: Hash256

    package init(range: ByteRange, hash: Hash256) {
      self.range = range
      self.hash = hash
    }
  }

  package struct EventEntry: Sendable {
    package var line: EventLine
    /// Index into `leaves`; the line's bytes and hash are there.
    package var leaf: Int

    package init(line: EventLine, leaf: Int) {
      self.line = line
      self.leaf = leaf
    }
  }

  package struct StubEntry: Sendable {
    /// Index into `events`.
    package var event: Int
    package var mark: StubMark

    package init(event: Int, mark: StubMark) { (self.event, self.mark) = (event, mark) }
  }

  package struct CommitEntry: Sendable {
    package var commit: Commit
    /// Its events, within `events`.
    package var events: Range<Int>
    /// Its leaves, within `leaves`; the last is the commit's own line.
    package var leaves: Range<Int>

    package init(commit: Commit, events: Range<Int>, leaves: Range<Int>) {
      (self.commit, self.events, self.leaves) = (commit, events, leaves)
    }
  }

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Forgets all but the bytes, keeping the memory.
  mutating func removeAll() {
    header = nil
    leaves.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    commits.removeAll(keepingCapacity: true)
    stubs.removeAll()
  }
}

/// The line that begins every open segment and every sealed frame.
package struct SegmentHeader: Sendable, Equatable {
  /// What this version writes where nothing was erased.
  package static let formatVersion: Int64 = 2
  /// From this format on, a frame may have stubs.
  package static let stubFormat: Int64 = 3
  /// The first format whose readers know that a ledger may be locked.
  package static let lockedFormat: Int64 = 3
  /// The formats that it reads. Any other format is refused, and nothing is written beside it.
  package static let formats: ClosedRange<Int64> = 1...stubFormat

  package var format: Int64 = formatVersion
  package var ledger: String
  package var replica: ReplicaID
  /// Ed25519, 32 bytes.
  package var publicKey: [UInt8]
  /// The seq of the next event.
  package var firstSeq: UInt64
  /// Leaves of the replica's tree before this place, and the peaks of that tree, largest first.
  package var size: UInt64
  package var peaks: [Hash256]

  package init(
    ledger: String, replica: ReplicaID, publicKey: [UInt8], firstSeq: UInt64, size: UInt64, peaks: [Hash256]
  ) {
    (self.ledger, self.replica, self.publicKey) = (ledger, replica, publicKey)
    (self.firstSeq, self.size, self.peaks) = (firstSeq, size, peaks)
  }
}
