import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Synchronization

@testable import Daybook

/// Machines that write one ledger and copy files between their folders; and, kept apart from all that the ledgers
/// know, every commit in the frame that its author published, and which others the author had read before.
final class CutWorld {
  struct Machine {
    let store: MemoryFileStore
    let state: MemoryFileStore
    let ledger: Ledger
    let clock: TestClock
    /// The commits that the program has read or written.
    var held: Set<Hash256> = []
    /// Those among them that it wrote, or that its key had written before its machine was cloned.
    var own: Set<Hash256> = []
  }

  /// A commit as its author published it, by the leaves of all its lines: two writers with one key may give the same
  /// stamp to the same first event.
  struct Commit {
    var id: Hash256
    var replica: ReplicaID
    var number: UInt64
    var stamps: [Stamp]
    /// The one before it in its history.
    var previous: Hash256?
    /// All that its author knew then, itself included; but for what another writer with its key wrote, of which its
    /// commits do not speak.
    var known: Set<Hash256>

    var first: Stamp { stamps[0] }
    var last: Stamp { stamps[stamps.count - 1] }
  }

  /// An open segment as its author wrote it: a frame with a header, and one for each commit.
  struct Segment {
    var replica: ReplicaID
    var frames: [Frame] = []
  }

  /// A commit as a journal has it, with the frame of a header that would stand before it.
  struct Frame {
    var commit: Hash256
    var firstSeq: UInt64
    var header: [UInt8]
    var bytes: [UInt8]
  }

  private(set) var machines: [Machine] = []
  private(set) var commits: [Hash256: Commit] = [:]
  private(set) var segments: [String: Segment] = [:]
  /// By the root of the tree that it ends.
  private var lastCommits: [Hash256: Hash256] = [:]
  private(set) var hasForked = false
  private var options: [LedgerOptions] = []

  static let descriptor = LedgerDescriptor(
    ledger: "0193e7a0-0000-7000-8000-000000000007", createdAt: Instant(milliseconds: 0))

  /// - Parameter offsets: of each machine's clock, in milliseconds.
  init(clocks offsets: [Int64], _ random: inout SeededRandom) throws {
    for (index, offset) in offsets.enumerated() {
      let clock = TestClock(1_795_241_580_000 + offset)
      var options = LedgerOptions.prompt
      options.now = { clock.now }
      let keys = Mutex(SeededRandom(seed: random.next()))
      options.makeKey = {
        keys.withLock { keys in
          SigningKey(seed: (0..<32).map { _ in UInt8.random(in: 0...255, using: &keys) })
        } ?? SigningKey()
      }
      let salts = Mutex(SeededRandom(seed: random.next()))
      options.random = { salts.withLock { $0.next() } }
      options.replicaName = "machine \(index)"
      self.options.append(options)
      let store = try Self.emptyFolder()
      let state = MemoryFileStore()
      let ledger = try Ledger.open(store, path: "memory:", [.garden], Self.machine(state), options)
      machines.append(Machine(store: store, state: state, ledger: ledger, clock: clock))
    }
  }

  static func emptyFolder() throws -> MemoryFileStore {
    let store = MemoryFileStore()
    try store.replaceFile(LedgerLayout.descriptor, with: descriptor.bytes)
    try store.createFolder(LedgerLayout.replicas)
    return store
  }

  static func machine(_ state: MemoryFileStore) -> Daybook.Machine {
    var machine = Daybook.Machine.inMemory()
    machine.state = { state }
    machine.existingState = { state }
    return machine
  }

  // MARK: What happens

  func write(_ index: Int, _ mutations: [Mutation]) async throws {
    // Whoever takes the right to write reads what came.
    if await !machines[index].ledger.isWriting { try await refresh(index) }
    // One that a rule refuses may have introduced its author all the same.
    do { _ = try await machines[index].ledger.append(mutations) } catch is LedgerError {}
    for replica in try await machines[index].ledger.replicas.own() { try note(index, replica) }
  }

  func refresh(_ index: Int) async throws {
    try await machines[index].ledger.refresh()
    machines[index].held.formUnion(try Self.commits(in: machines[index].store))
  }

  func seal(_ index: Int) async throws {
    if await machines[index].ledger.isWriting { _ = try await machines[index].ledger.maintenance.seal() }
  }

  /// Some files, or all.
  func copy(from: Int, to: Int, all: Bool = false, _ random: inout SeededRandom) throws {
    try copy(from: from, to: machines[to].store, all: all, &random)
  }

  func copy(from: Int, to target: MemoryFileStore, all: Bool, _ random: inout SeededRandom) throws {
    let source = machines[from].store
    for file in try Inventory.scan(source).replicas.flatMap(\.segments) where all || random.chance(60) {
      if try target.status(file.path) != nil { continue }
      try target.createFolder(target.folder(of: file.path))
      try target.replaceFile(file.path, with: source.readAll(file.path))
    }
  }

  /// Another machine with this one's folder, state and key.
  func fork(_ index: Int) async throws {
    await machines[index].ledger.close()
    let store = MemoryFileStore(machines[index].store.image)
    let state = MemoryFileStore(machines[index].state.image)
    let ledger = try Ledger.open(store, path: "memory:", [.garden], Self.machine(state), options[index])
    options.append(options[index])
    machines.append(
      Machine(
        store: store, state: state, ledger: ledger, clock: machines[index].clock, held: machines[index].held,
        own: machines[index].own))
    try await refresh(machines.count - 1)
    try await refresh(index)
    hasForked = true
  }

  // MARK: What was written

  /// Takes what a machine has written since, from its journal.
  private func note(_ index: Int, _ replica: ReplicaID) throws {
    let state = machines[index].state
    let folder = StateLayout.folder(ledger: Self.descriptor.ledger, replica: replica)
    guard let journal = try JournalSummary.read(state, folder: folder), journal.commits > 0 else { return }
    let contents = try JournalSummary.contents(state, folder: folder).map(\.content)
    let ids = contents.map { Self.id(of: $0.commits[0], in: $0) }
    let key = self.key(of: replica, behind: journal.base, at: index, ids)
    let known = segments[key]?.frames.count ?? 0
    if known == 0 { segments[key] = Segment(replica: replica) }
    var header = journal.base.header
    for (place, content) in contents.enumerated() {
      let id = ids[place]
      let before = header
      var tree = header.tree ?? MerkleTree()
      let previous = lastCommits[tree.root]
      tree.append(content.leaves[...])
      lastCommits[tree.root] = id
      header.firstSeq += UInt64(content.events.count)
      (header.size, header.peaks) = (tree.size, tree.peaks)
      if place < known { continue }
      segments[key]?.frames.append(
        Frame(
          commit: id, firstSeq: before.firstSeq, header: SegmentWriter.headerFrame(before),
          bytes: SegmentWriter.commitFrame(lines: content.bytes)))
      machines[index].held.insert(id)
      if commits[id] != nil { continue }
      machines[index].own.insert(id)
      let others = machines[index].held.filter { commits[$0].map { $0.replica != replica } ?? false }
      commits[id] = Commit(
        id: id, replica: replica, number: content.commits[0].commit.number,
        stamps: content.events.map(\.line.stamp), previous: previous,
        known: others.union(machines[index].own))
    }
  }

  /// Whether who has only these commits cannot tell to which history of a fork some of them belong: they come behind a
  /// gap, and others of their replica are of another history.
  func isUndecided(_ ids: Set<Hash256>) -> Bool {
    let known = ids.compactMap { commits[$0] }
    let lines = Dictionary(uniqueKeysWithValues: known.map { ($0.id, history(of: $0)) })
    return known.contains { commit in
      guard let previous = commit.previous, !ids.contains(previous) else { return false }
      return known.contains { other in
        other.replica == commit.replica && lines[commit.id]?.contains(other.id) == false
          && lines[other.id]?.contains(commit.id) == false
      }
    }
  }

  /// A commit and all before it in its history.
  private func history(of commit: Commit) -> Set<Hash256> {
    var (history, next): (Set<Hash256>, Hash256?) = ([], commit.id)
    while let id = next, history.insert(id).inserted { next = commits[id]?.previous }
    return history
  }

  /// Of a journal as it goes on from what was noted of it. The histories of a forked replica may each have had a journal
  /// with the same beginning.
  private func key(
    of replica: ReplicaID, behind base: JournalBase, at machine: Int, _ commits: [Hash256]
  ) -> String {
    let name = "\(machine) \(replica) \(base.seq)"
    var (key, number) = (name, 0)
    while let known = segments[key]?.frames, !zip(known, commits).allSatisfy({ $0.commit == $1 }) {
      number += 1
      key = "\(name) \(number)"
    }
    return key
  }

  private static func id(of commit: FrameContent.CommitEntry, in content: FrameContent) -> Hash256 {
    content.leaves[commit.leaves].map(\.hash).reduce(MerkleTree.emptyRoot, Leaf.node)
  }

  /// The commits that lie in a folder, read without the reader that is under test.
  static func commits(in store: MemoryFileStore) throws -> Set<Hash256> {
    var found: Set<Hash256> = []
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) {
      try forEachFrame(of: store.readAll(file.path), isSealed: file.isSealed) { content, _ in
        for commit in content.commits { found.insert(id(of: commit, in: content)) }
      }
    }
    return found
  }

  private static func forEachFrame(
    of bytes: [UInt8], isSealed: Bool, _ body: (FrameContent, Range<Int>) throws -> Void
  ) throws {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    while let part = reader.next() {
      switch part {
      case .frame(let content, let offset, let sizeBytes): try body(content, offset..<offset + sizeBytes)
      case .skippable: continue
      case .damage: return
      }
    }
  }

  // MARK: A fresh ledger

  /// One that was fed nothing but these commits.
  func fresh(_ wanted: Set<Hash256>) throws -> Ledger {
    let store = try Self.emptyFolder()
    var files = 0
    for (_, segment) in segments.sorted(by: { $0.key < $1.key }) {
      for run in segment.frames.split(whereSeparator: { !wanted.contains($0.commit) }) {
        files += 1
        let name = SegmentName.open(first: run[run.startIndex].firstSeq, random: Self.random(files))
        try store.createFolder(LedgerLayout.folder(of: segment.replica))
        try store.replaceFile(
          LedgerLayout.path(of: name, segment.replica),
          with: run[run.startIndex].header + run.flatMap(\.bytes))
      }
    }
    return try Self.reader(of: store)
  }

  /// Somebody who writes nothing.
  static func reader(of store: MemoryFileStore) throws -> Ledger {
    try Ledger.open(store, path: "memory:", [.garden], .inMemory(), LedgerOptions.prompt)
  }

  private static func random(_ number: Int) -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, width: 16)
    return String(decoding: text, as: UTF8.self)
  }
}

extension SeededRandom {
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
