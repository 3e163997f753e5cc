import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport

@testable import Daybook

/// Files of a replica whose histories part. Whatever lies in which file, and whatever copies are rotten, equal sets of
/// events must read alike.
struct ForkLayout {
  private(set) var files: [(path: String, bytes: [UInt8])] = []

  static let descriptor = LedgerDescriptor(
    ledger: OddReplica.ledger, createdAt: Instant(milliseconds: 1_795_000_000_000))

  mutating func add(_ file: (path: String, bytes: [UInt8])) { files.append(file) }

  /// Adds a sealed file of so many commits a frame, of which some frames cannot be read.
  mutating func add(
    _ history: OddReplica, sealed range: Range<Int>, frames count: Int, rotten frames: Set<Int> = []
  ) {
    var bytes = history.sealed(range, frames: count).bytes
    var start = 0
    for (number, entry) in (SeekTable(endOf: bytes.span)?.entries ?? []).enumerated() {
      if frames.contains(number) { bytes[start + Int(entry.compressedSizeBytes) / 2] ^= 0x55 }
      start += Int(entry.compressedSizeBytes)
    }
    let name = SegmentName.sealed(
      first: history.commits[range.lowerBound].firstSeq, last: history.commits[range.upperBound - 1].lastSeq,
      file: bytes.span)
    files.append((LedgerLayout.path(of: name, history.id), bytes))
  }

  func store() throws -> MemoryFileStore {
    let store = MemoryFileStore()
    for (path, bytes) in [(LedgerLayout.descriptor, Self.descriptor.bytes)] + files {
      try store.createFolder(store.folder(of: path))
      try store.replaceFile(path, with: bytes)
    }
    return store
  }

  /// What a reading comes to.
  struct Outcome: Equatable {
    var events: UInt64
    var conflicts: Int
    var histories: Int
    var digest: String
  }

  func outcome() throws -> Outcome {
    let loaded = try LedgerState.read(store(), Self.descriptor)
    let digest = loaded.records.digest()
    return Outcome(
      events: loaded.report.events, conflicts: loaded.records.conflicts().count,
      histories: loaded.report.branches.count, digest: "\(digest)")
  }
}

extension OddReplica {
  init?(seed: UInt8) {
    guard let key = SigningKey(seed: [UInt8](repeating: seed, count: 32)) else { return nil }
    self.init(key: key)
  }

  /// A commit of one event.
  mutating func set(_ id: String, to value: String) throws {
    try write([.event(",\"op\":\"upsert\",\"kind\":\"k.one\",\"id\":\"\(id)\",\"set\":{\"f\":\"\(value)\"}}")]
    )
  }
}

extension ForkLayout {
  /// Two histories that part after 24 commits and both set x, neither having seen the other.
  static func twoHistories() throws -> (a: OddReplica, b: OddReplica) {
    guard var a = OddReplica(seed: 31) else { throw CancellationError() }
    for index in 0..<24 { try a.set("e\(index)", to: "\(index)") }
    var b = a
    b.time += 500
    for index in 24..<35 { try a.set(index == 27 ? "x" : "a\(index)", to: "of a \(index)") }
    for index in 24..<50 { try b.set(index == 40 ? "x" : "b\(index)", to: "of b \(index)") }
    return (a, b)
  }

  /// Both histories, in several forms.
  static func whole() throws -> [ForkLayout] {
    let (a, b) = try twoHistories()
    var open = ForkLayout()
    open.add(a.open(0..<35, random: 1))
    open.add(b.open(0..<50, random: 2))
    var parts = ForkLayout()
    parts.add(a, sealed: 0..<25, frames: 25)
    parts.add(b, sealed: 24..<50, frames: 6, rotten: [0])
    parts.add(b.open(24..<30, random: 3))
    parts.add(a.open(25..<35, random: 4))
    var twice = ForkLayout()
    twice.add(a, sealed: 0..<25, frames: 25)
    twice.add(b, sealed: 24..<50, frames: 6, rotten: [0])
    twice.add(b.open(24..<50, random: 3))
    twice.add(a.open(25..<35, random: 4))
    return [open, parts, twice]
  }

  /// All of one history, and of the other the first commit that differs.
  static func cut() throws -> [ForkLayout] {
    let (a, b) = try twoHistories()
    var rotten = ForkLayout()
    rotten.add(a, sealed: 0..<25, frames: 25)
    rotten.add(b, sealed: 24..<50, frames: 6, rotten: [0])
    rotten.add(b.open(24..<50, random: 3))
    var sound = ForkLayout()
    sound.add(a, sealed: 0..<25, frames: 25)
    sound.add(b.open(24..<50, random: 3))
    return [rotten, sound]
  }
}
