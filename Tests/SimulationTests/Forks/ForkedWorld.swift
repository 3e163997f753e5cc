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
  private var workload: Workload
  private var sites: [Computer] = []
  private var number = 0

  init(_ accident: Accident, now: Point, then: Point, seed: UInt64) {
    (self.accident, self.now, self.then, history) = (accident, now, then, now.history)
    random = SeededRandom(seed: seed)
    workload = Workload(random: SeededRandom(seed: seed &+ 1))
  }

  /// What a computer is expected to say with its first write.
  private enum Expected {
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
      number += 1
      let peer = try Computer(
        2, folder: now.disks[1].ledger, state: now.disks[1].state, seed: random.next(), clock: now.clock)
      sites.append(peer)
      expectations.append(nil)
    }
    try await writeApart()
    try await meet()
  }

  private var expectations: [Expected?] = []

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

  // MARK: Apart

  private mutating func writeApart() async throws {
    if let computer = sites.randomElement(using: &random) { try await requireNoFork(computer) }
    for (computer, expected) in zip(sites, expectations) {
      try await write(computer, expected)
      for _ in 0..<Int.random(in: 0...2, using: &random) { try await write(computer, .same, first: false) }
      if Int.random(in: 0..<4, using: &random) == 0 { _ = try await computer.running().seal() }
      if Bool.random(using: &random) { await computer.stop(orderly: Bool.random(using: &random)) }
    }
  }

  private var writes = 0
  /// What was written after the accident, for whoever looks at a failure.
  private(set) var story = ""

  private mutating func write(_ computer: Computer, _ expected: Expected?, first: Bool = true) async throws {
    writes += 1
    let mutations =
      first
      ? [Mutation(.upsert, kind: "planner.note", id: "r1", set: ["text": .string("w\(writes)")])]
      : workload.mutations()
    let receipt = try await history.append(mutations, why: "after \(writes)", on: computer)
    guard let receipt else {
      if first { throw Wrong("computer \(computer.number) could not write") }
      return
    }
    story += "\(computer.number) writes as \(receipt.replica.map { "\($0)" } ?? "") \(receipt.notices)\n  "
    let notice = receipt.notices.first { $0.code == "new-replica" }
    switch expected {
    case .same?:
      if let notice { throw Wrong("computer \(computer.number) changed its replica: \(notice.text)") }
    case .new(let reason)?:
      guard let notice else {
        throw Wrong("computer \(computer.number) did not say that it has a new replica")
      }
      if !notice.text.contains(reason.text) { throw Wrong("expected \(reason), not: \(notice.text)") }
      if receipt.replica == now.replica { throw Wrong("the numbering was continued") }
    case nil: break
    }
  }

  // MARK: Meeting

  private mutating func meet() async throws {
    try copySome()
    if !isForked, let computer = sites.randomElement(using: &random) { try await requireNoFork(computer) }
    try await copyAll()
    // Of two files with one name only one is copied: the other's writer publishes it anew, for the next copy.
    for _ in 0..<2 {
      for computer in sites { try await goOn(computer) }
      try await copyAll()
    }
    let forked = forkedReplicas
    if !forked.isEmpty, !accident.mayFork { throw Wrong("a numbering was continued twice") }
    try await judge(forked)
  }

  /// Everybody goes on; whoever has met another history of its own replica not with that.
  private mutating func goOn(_ computer: Computer) async throws {
    let met = try replicasMet(by: computer)
    try await computer.refresh()
    writes += 1
    let last = Mutation(.upsert, kind: "planner.note", id: "r2", set: ["text": .string("w\(writes)")])
    let receipt = try await history.append([last], why: "after \(writes)", on: computer)
    guard let receipt, let replica = receipt.replica else {
      throw Wrong("computer \(computer.number) could not write after it met the others")
    }
    story += "\(computer.number) writes as \(replica) \(receipt.notices)\n  "
    if met.contains(replica) { throw Wrong("computer \(computer.number) goes on with a forked numbering") }
    if let notice = receipt.notices.first(where: { $0.code == "new-replica" }),
      met.isEmpty || !notice.text.contains(IdentityReason.unknownCommit.text)
    {
      throw Wrong("computer \(computer.number) changed its replica when it met the others: \(notice.text)")
    }
  }

  /// The replicas it wrote as of which its folder shows events that it did not write.
  private func replicasMet(by computer: Computer) throws -> Set<ReplicaID> {
    var own: [ReplicaID: [UInt64: EventKey]] = [:]
    for written in history.events where written.writer.computer == computer.number {
      own[written.writer.replica, default: [:]][written.event.seq] = written.key
    }
    let found = try FolderContent(computer.folder).events
    return Set(
      found.filter { event in own[event.replica]?[event.seq].map { $0 != event.key } ?? false }.map(\.replica)
    )
  }

  /// Whether somebody wrote under a number that was taken.
  var isForked: Bool { !forkedReplicas.isEmpty }

  /// Replicas with two histories that do not go on from one another.
  private var forkedReplicas: Set<ReplicaID> {
    var seqs: [ReplicaID: [UInt64: EventKey]] = [:]
    var forked: Set<ReplicaID> = []
    for written in history.events {
      let replica = written.writer.replica
      if let other = seqs[replica, default: [:]].updateValue(written.key, forKey: written.event.seq),
        other != written.key
      {
        forked.insert(replica)
      }
    }
    return forked
  }

  /// Some of what lies anywhere, by a tool that knows names alone and overwrites nothing.
  private mutating func copySome() throws {
    let union = try CopyingTools(random: random).union(stores)
    for computer in sites {
      let present = try CopyingTools.files(computer.folder)
      for path in union.keys.sorted() where present[path] == nil && Int.random(in: 0..<3, using: &random) > 0
      {
        guard var bytes = union[path] else { continue }
        if path.hasSuffix(".open.jsonl.zst"), Bool.random(using: &random) {
          bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        }
        try CopyingTools.lay([path: bytes], over: computer.folder)
      }
    }
  }

  /// Everything that lies anywhere, that which a restored folder lacks too: others have it. By replicating with a
  /// stick, or by a tool that keeps both of two files with one name, which repairing then takes in.
  private mutating func copyAll() async throws {
    if Bool.random(using: &random) {
      let stick = try Computer(0, seed: 0).folder
      try CopyingTools.lay(CopyingTools.files(MemoryFileStore(now.disks[0].ledger)), over: stick)
      for computer in sites + sites { try await computer.replicate(with: stick) }
      return
    }
    let union = try CopyingTools(random: random).unionWithConflicts(stores)
    for computer in sites {
      try CopyingTools.lay(union, over: computer.folder)
      guard
        union.keys.contains(where: {
          SegmentName($0.split(separator: "/").last.map(String.init) ?? "") == nil
        })
      else { continue }
      let ledger = try computer.running()
      _ = try await ledger.repair()
      try await history.takeIntroduction(of: computer, ledger)
      await computer.stop(orderly: true)
    }
  }

  private var stores: [MemoryFileStore] { sites.map(\.folder) + [MemoryFileStore(now.disks[0].ledger)] }

  /// What is merely missing is not called a fork.
  private func requireNoFork(_ computer: Computer) async throws {
    let ledger = try computer.running()
    for finding in try await ledger.verify().findings where finding.kind == .fork {
      throw Wrong("computer \(computer.number): \(finding)")
    }
  }

  private mutating func judge(_ forked: Set<ReplicaID>) async throws {
    let conflicts = history.conflicts
    var digest: Hash256?
    for computer in sites {
      let ledger = try computer.running()
      try await computer.refresh()
      let (live, told) = try await ledger.withRecords { ($0.digest(), $0.conflictTexts()) }
      if let digest, digest != live {
        throw Wrong("computer \(computer.number) has other records than the first")
      }
      digest = live
      try history.requireConflicts(of: "computer \(computer.number)", told, conflicts)
    }
    // They have the same commits now: what one of them shows beside its records, all do.
    guard let computer = sites.randomElement(using: &random) else { return }
    let (name, ledger) = ("computer \(computer.number)", try computer.running())
    try history.requireLog(of: name, try await ledger.events())
    if try await computer.stranger().withRecords({ $0.digest() }) != digest {
      throw Wrong("\(name) reads other records than a program that starts")
    }
    for (place, findings) in [
      ("verify", try await ledger.verify().findings), ("status", try await ledger.status().findings),
    ] {
      let named = Set(findings.filter { $0.kind == .fork }.compactMap(\.replica))
      if named != forked { throw Wrong("\(name): \(place) names the forks of \(named), not of \(forked)") }
      for finding in findings where finding.isFailure && finding.kind != .fork {
        throw Wrong("\(name): \(place): \(finding)")
      }
    }
  }
}
