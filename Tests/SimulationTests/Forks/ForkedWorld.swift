import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport

/// One accident at one point of a history, what everybody writes after it, and what they find when they meet.
struct ForkedWorld {
  /// A history as it was at some point.
  struct Point {
    var disks: [Disks]
    var clock: Int64
    var history: WrittenHistory
    /// The replica that the first computer wrote as.
    var replica: ReplicaID?
  }

  let accident: Accident
  /// Where the accident happens, and where what comes back was taken.
  let now: Point
  let then: Point
  var random: SeededRandom
  var history: WrittenHistory
  var workload: Workload
  private(set) var sites: [Computer] = []
  /// What each of them is expected to say; nil for one that has nothing to do with it.
  private(set) var expectations: [Expected?] = []
  var writes = 0
  /// What was written after the accident, for whoever looks at a failure.
  var story = ""

  init(_ accident: Accident, now: Point, then: Point, seed: UInt64) {
    (self.accident, self.now, self.then, history) = (accident, now, then, now.history)
    random = SeededRandom(seed: seed)
    workload = Workload(random: SeededRandom(seed: seed &+ 1))
  }

  /// What a computer is expected to say with its first write.
  enum Expected {
    case same
    case new(IdentityReason)
  }

  mutating func run() async throws {
    let own = now.disks[0]
    let unwritten = then.history.events.filter { $0.writer.replica == now.replica }.count
    let isBehind = now.history.events.filter { $0.writer.replica == now.replica }.count > unwritten
    let wasMade = then.replica != nil
    switch accident {
    case .otherMachine:
      try site(own, expecting: .same)
      try site(own, machine: 9, place: (9, 9), expecting: now.replica == nil ? .same : .new(.otherMachine))
    case .container:
      try site(own, expecting: .same)
      try site(
        Disks(ledger: own.ledger, state: copied(own.state)),
        expecting: now.replica == nil ? .same : .new(.copiedState))
    case .identicalClone:
      try site(own, expecting: .same)
      let clone = try site(own, expecting: .same)
      split(into: clone, asOf: now)
    case .stateRolledBack:
      let back = try site(
        Disks(ledger: own.ledger, state: then.disks[0].state),
        expecting: isBehind && wasMade ? .new(.unknownCommit) : .same)
      // With nothing written since it goes on.
      if !isBehind { split(into: back, asOf: now) }
    case .stateRestored:
      try site(
        Disks(ledger: own.ledger, state: copied(then.disks[0].state)),
        expecting: wasMade ? .new(.copiedState) : .same)
    case .folderRestored:
      try site(Disks(ledger: then.disks[0].ledger, state: own.state), expecting: .same)
    case .bothRolledBack:
      let back = try site(then.disks[0], expecting: .same)
      split(into: back, asOf: then)
    case .bothRolledBackAndMet:
      let back = try site(then.disks[0], expecting: isBehind && wasMade ? .new(.unknownCommit) : .same)
      try CopyingTools.lay(CopyingTools.files(MemoryFileStore(own.ledger)), over: back.folder)
      if !isBehind { split(into: back, asOf: now) }
    case .folderMoved: try site(own, place: (1, 9), expecting: .same)
    case .folderCopied:
      let first = try site(own, expecting: .same)
      try site(
        own, place: (9, 9), sharing: first, expecting: .new(.otherFolder))
    case .networkHome:
      let first = try site(own, expecting: .same)
      try site(
        own, machine: 9, place: (9, 1), sharing: first, expecting: .new(.otherMachine))
    case .networkLedger:
      let first = try site(own, expecting: .same)
      try site(
        own, machine: 9, sharing: first, sharingFolder: true, expecting: .new(.otherMachine))
    }
    if now.disks.count > 1 {
      let peer = try Computer(
        2, folder: now.disks[1].ledger, state: now.disks[1].state, seed: random.next(), clock: now.clock)
      sites.append(peer)
      expectations.append(nil)
    }
    try await writeApart()
    try await meet()
  }

  // MARK: The sites

  /// `place`: the inode and the path's number.
  @discardableResult
  private mutating func site(
    _ disks: Disks, machine: Int = 1, place: (inode: UInt64, path: Int) = (1, 1), sharing: Computer? = nil,
    sharingFolder: Bool = false, expecting: Expected
  ) throws -> Computer {
    let number = sites.isEmpty && !accident.isReturn ? 1 : 10 + sites.count
    let computer = try Computer(
      number, folder: disks.ledger, state: disks.state, seed: random.next(),
      machine: Computer.machine(machine),
      place: FolderMark(
        realPath: "/home/\(place.path)/l", mark: FileMark(inode: place.inode, birthTime: 1)),
      clock: now.clock)
    if let sharing { computer.share(sharing, folder: sharingFolder) }
    sites.append(computer)
    expectations.append(expecting)
    if number != 1, case .same = expecting, accident == .folderRestored {
      split(into: computer, asOf: now)
    }
    return computer
  }

  /// Says that a computer goes on with the numbering of the first one as it was at a point.
  private mutating func split(into computer: Computer, asOf point: Point) {
    guard let replica = point.replica else { return }
    history.split(
      WrittenHistory.Writer(replica: replica, computer: 1),
      into: WrittenHistory.Writer(replica: replica, computer: computer.number), asOf: point.history)
  }

  /// Copied file by file: every inode is another.
  private func copied(_ image: MemoryImage) -> MemoryImage {
    let (store, copy) = (MemoryFileStore(image), MemoryFileStore())
    var folders = [""]
    _ = try? copy.createFolder("lost+found")
    while let folder = folders.popLast() {
      for entry in (try? store.list(folder)) ?? [] {
        let path = joined(folder, entry.name)
        if entry.kind == .folder {
          try? copy.createFolder(path)
          folders.append(path)
        } else if let bytes = try? store.readAll(path) {
          try? copy.tamper { (image) throws(FileError) in
            // As many files as make every number another one.
            for _ in 0..<3 { try image.plant(bytes, at: path) }
          }
        }
      }
    }
    return copy.image
  }
}
