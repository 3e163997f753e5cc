import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

/// A writer seals and compacts during a reading: at whichever call of the reader it does so, everything is read once
/// and in order, and there are no findings.
@Suite struct ChangingFolderTests {
  enum Act: CaseIterable {
    case seal, compact, compactAndWrite, republish, growCopy
  }

  /// Ann's files: two sealed ones and an open one; Ben's say what he had seen of her.
  private struct World {
    let memory = MemoryFileStore()
    var ann = TestReplica(1)
    var ben = TestReplica(2)

    init() throws {
      for _ in 0..<14 { try ann.write() }
      for commit in [2, 5, 7, 9] {
        let tree = ann.commits[commit].before
        try ben.write(seen: Seen([(ann.id, [Seen.Part(end: tree.size, root: tree.root)])]))
      }
      try memory.putSealed(ann, 0..<3)
      try memory.putSealed(ann, 3..<6)
      try memory.putOpen(ann, 6..<9)
      // An older form of it that a tool left beside it.
      try memory.putOpen(ann, 6..<8, random: 7)
      try memory.putOpen(ben, 0..<4)
    }

    var openPath: String { LedgerLayout.path(of: ann.openName(6..<9), ann.id) }

    func sealedPath(_ range: Range<Int>) throws -> String {
      LedgerLayout.path(of: try ann.sealed(range).name, ann.id)
    }

    func perform(_ act: Act) throws {
      switch act {
      case .seal:
        try memory.putSealed(ann, 6..<9)
        try memory.putOpen(ann, 9..<10)
        try memory.remove(openPath)
      case .compact:
        try memory.putSealed(ann, 0..<6)
        try memory.remove(sealedPath(0..<3))
        try memory.remove(sealedPath(3..<6))
      case .compactAndWrite:
        try memory.putSealed(ann, 0..<9)
        try memory.putOpen(ann, 9..<14)
        for path in [try sealedPath(0..<3), try sealedPath(3..<6), openPath] { try memory.remove(path) }
      case .republish:
        try memory.putOpen(ann, 6..<11, random: 5)
        try memory.remove(openPath)
      case .growCopy:
        let path = LedgerLayout.path(of: ann.openName(6..<8, random: 7), ann.id)
        try memory.replaceFile(path, with: ann.open(6..<12))
      }
    }
  }

  /// Runs an action at each call of `body` in turn, each time from a fresh start.
  private func atEachCall(
    _ act: Act, _ body: (any FileStore, World, _ call: Int) throws -> Void
  ) throws {
    var call = 1
    while true {
      let world = try World()
      let number = call
      let control = FaultControl(
        observingReading: true,
        observer: { count, _ in
          if count == number { #expect(throws: Never.self) { try world.perform(act) } }
        })
      try body(FaultFileStore(world.memory, control), world, call)
      if control.count < call { break }
      call += 1
    }
    #expect(call > 10)
  }

  @Test(arguments: Act.allCases) func everythingIsReadOnceAndInOrder(_ act: Act) throws {
    try atEachCall(act) { store, world, call in
      var seqs: [UInt64] = []
      let report = try LedgerReader(store: store, descriptor: Reading.descriptor)
        .read(Inventory.scan(store), replicas: [world.ann.id]) { frame in
          for entry in frame.content.commits[frame.commits] {
            seqs += frame.content.events[entry.events].map(\.line.seq)
          }
        }
      #expect(report.vanished == [] && report.findings == [], "\(act) at call \(call): \(report.findings)")
      #expect(seqs.count >= 9 && seqs == Array(1...UInt64(seqs.count)), "\(act) at call \(call): \(seqs)")
      #expect(report.branches.first?.lastSeq == seqs.last)
    }
  }

  @Test(arguments: Act.allCases) func nothingIsFoundWrong(_ act: Act) throws {
    try atEachCall(act) { store, world, call in
      var witness = Witness()
      witness.heads[world.ann.id] = [
        Witness.Head(
          size: world.ann.commits[4].before.size, root: world.ann.commits[4].before.root, lastSeq: 4)
      ]
      let verification = try Verifier(
        store: store, descriptor: Reading.descriptor, witness: witness,
        now: Instant(milliseconds: 1_790_000_100_000)
      ).verify()
      #expect(verification.findings == [], "\(act) at call \(call)")
      #expect(verification.report.events >= 13, "\(act) at call \(call)")
    }
  }

  /// A second verification, which reads what changed since the first alone.
  @Test(arguments: Act.allCases) func norByOneThatGoesOn(_ act: Act) throws {
    try atEachCall(act) { store, world, call in
      var verifier = Verifier(
        store: world.memory, descriptor: Reading.descriptor, witness: nil,
        now: Instant(milliseconds: 1_790_000_100_000))
      verifier.clock = { 1 << 60 }
      let checkpoint = try verifier.verify().checkpoint
      verifier = Verifier(
        store: store, descriptor: Reading.descriptor, witness: nil,
        now: Instant(milliseconds: 1_790_000_100_000))
      verifier.clock = { 1 << 60 }
      verifier.checkpoint = checkpoint
      let verification = try verifier.verify()
      #expect(verification.findings == [], "\(act) at call \(call)")
      #expect(verification.report.events >= 13, "\(act) at call \(call)")
    }
  }

  @Test(arguments: Act.allCases) func theHeadsAreTheLastOnes(_ act: Act) throws {
    try atEachCall(act) { store, world, call in
      let heads = try HeadSurvey(store: store, descriptor: Reading.descriptor, checkpoint: nil).heads()
      #expect(heads.map(\.branch.replica) == [world.ann.id, world.ben.id].sorted())
      let ann = try #require(heads.first { $0.branch.replica == world.ann.id })
      #expect(ann.lastSeq >= 9, "\(act) at call \(call)")
    }
  }

  /// A real loss is told, though the folder changes all the time.
  @Test func whatIsReallyLackingIsFoundWhileSomebodyWrites() throws {
    let world = try World()
    try world.memory.remove(world.sealedPath(3..<6))
    let changes = SharedCount(9)
    let control = FaultControl(
      observingReading: true,
      observer: { _, operation in
        guard operation.name == .list, operation.path.hasSuffix(world.ann.id.description) else { return }
        let count = changes.next()
        #expect(throws: Never.self) { try world.memory.putOpen(world.ann, 6..<min(count, 14)) }
      })
    let verification = try Verifier(
      store: FaultFileStore(world.memory, control), descriptor: Reading.descriptor, witness: nil,
      now: Instant(milliseconds: 1_790_000_100_000)
    ).verify()
    #expect(changes.next() > 11 && verification.findings.contains { $0.kind == .gap && $0.seqs == 4...6 })
  }

  /// A file that a process is writing on this disk is not reported; a leftover of an ended process is.
  @Test func unfinishedFilesAreStrangersOnceTheyAreOld() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskFileStore(path: folder.path)
    let ann = TestReplica(1)
    let path = "\(LedgerLayout.folder(of: ann.id))/writing.0123456789abcdef.tmp"
    try store.put([1], at: path)
    try store.put([1], at: "daybook.json.0123456789abcdef.new")
    try store.put([1], at: "notes.tmp")
    let inventory = try Inventory.scan(store)
    #expect(inventory.strangers.map(\.path) == ["notes.tmp"])
    #expect(Set(inventory.unfinished.map(\.path)) == [path, "daybook.json.0123456789abcdef.new"])
    // A store whose times are long past.
    let memory = MemoryFileStore()
    try memory.put([1], at: path)
    #expect(try Inventory.scan(memory).strangers.map(\.path) == [path])
  }
}

/// A number that grows.
private final class SharedCount: Sendable {
  private let count: Mutex<Int>
  init(_ start: Int) { count = Mutex(start) }
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
