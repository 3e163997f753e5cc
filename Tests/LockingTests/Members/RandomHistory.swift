import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport

@testable import DaybookLocking

/// A ledger of a few machines, honest and not: they approve and revoke, go on from old copies of themselves, name what
/// they hold and what never was; and one machine holds some of it.
struct RandomHistory {
  let pinned: PinnedLock
  let held: HeldCommits
  /// A machine that nobody approved and that the lock does not name.
  let strangers: Set<ReplicaID>

  init(seed: UInt64) throws {
    var world = try World(seed: seed)
    try world.live()
    pinned = world.pinned
    strangers = world.strangers
    let whatIsHeld = world.whatIsHeld()
    held = HeldCommits(world.tree, whatIsHeld)
  }
}

/// Made once: keys are slow.
private struct Cast: Sendable {
  let devices: [DeviceFile]
  /// With recipients that others chose, or that the devices chose later.
  let otherApprovals: [Approval]
  let recoveries: [RecoveryKey]

  static let shared: Cast? = try? Cast()

  static let count = 7

  init() throws {
    devices = try (0..<UInt64(Self.count)).map { try Samples.device(100 + $0) }
    let later = try (0..<UInt64(Self.count)).map { number in
      Approval(
        try DeviceFile(
          ledger: Samples.ledger, number: 2, recipient: Samples.identity(200 + number).recipient,
          key: Samples.signing(100 + number)))
    }
    let forged = try later.map { approval in
      var set = approval.set
      set["recipient"] = .string("\(Samples.identity(300).recipient)")
      guard let forged = Approval(set) else { throw LockingError(.deviceFile, .key) }
      return forged
    }
    otherApprovals = later + forged
    recoveries = (0..<3).map { Samples.recovery(400 + $0) }
  }
}

private struct World {
  struct Machine {
    let device: DeviceFile
    let keys: [UInt8]
    /// Its last commit.
    var tip: Int?
    /// The last commits that it holds of others' branches.
    var view: [ReplicaID: Set<Int>] = [:]
    /// What its commits have named.
    var named: [ReplicaID: Set<Int>] = [:]
    /// The device that it revoked last.
    var revoked: DeviceFile?
  }

  let cast: Cast
  var random: SeededRandom
  var tree = CommitTree()
  var machines: [Machine] = []
  var pinned: PinnedLock
  var approved: Set<ReplicaID> = []
  /// Half of the histories are about one machine that revokes another, again and again.
  var author: Int?
  var accused: Int?
  var statementNumber: UInt64 = 0
  var statements: [RecoveryStatement] = []

  init(seed: UInt64) throws {
    guard let cast = Cast.shared else { throw LockingError(.deviceFile, .key) }
    self.cast = cast
    random = SeededRandom(seed: seed)
    let count = [2, 3, 3, 4, 4, 5, 6].randomElement(using: &random) ?? 6
    for device in cast.devices.shuffled(using: &random).prefix(count + 1) {
      machines.append(Machine(device: device, keys: device.keys.key))
    }
    pinned = PinnedLock(
      ledger: Samples.ledger,
      lock: try DeviceLock(
        ledger: Samples.ledger, devices: [machines[0].device.keys], heads: [:], recovery: cast.recoveries[0]),
      leaf: Samples.hash(1))
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }
  private mutating func hash() -> Hash256 {
    Hash256(words: (random.next(), random.next(), random.next(), random.next()))
  }

  // MARK: Living

  mutating func live() throws {
    for _ in 0..<Int.random(in: 0...(chance(30) ? 14 : 6), using: &random) { try act(isLocked: false) }
    try lock()
    if machines.count > 3, chance(50) {
      accused = Int.random(in: 1..<machines.count - 1, using: &random)
      author = (1..<machines.count - 1).filter { $0 != accused }.randomElement(using: &random)
    }
    for _ in 0..<Int.random(in: 5...(chance(20) ? 80 : 35), using: &random) { try act(isLocked: true) }
  }

  private mutating func lock() throws {
    var heads: [ReplicaID: [Head]] = [:]
    for (replica, tips) in machines[0].view {
      heads[replica] = tips.sorted().compactMap { tree.head(of: $0) }
    }
    if let tip = machines[0].tip {
      heads[machines[0].device.replica] = [tip].compactMap { tree.head(of: $0) }
    }
    let roots = chance(40) ? 2 : 1
    pinned.lock = try DeviceLock(
      ledger: Samples.ledger, devices: machines.prefix(roots).map(\.device.keys), heads: heads,
      recovery: cast.recoveries[0])
    if chance(70) { try befriend() }
  }

  /// Most ledgers begin with machines that the first one approves, and that know one another.
  private mutating func befriend() throws {
    let friends = machines.dropFirst().dropLast().shuffled(using: &random).prefix(
      Int.random(in: 1...4, using: &random))
    for friend in friends { append([approval(Approval(friend.device), friend.device)], by: 0) }
    for machine in machines.indices { sync(machine, with: 0) }
  }

  /// Machines that nobody approved and that the lock does not name.
  var strangers: Set<ReplicaID> {
    Set(machines.map(\.device.replica)).subtracting(approved).subtracting(
      pinned.lock.devices.map(\.replica)
    ).subtracting(pinned.lock.heads.keys)
  }

  private mutating func act(isLocked: Bool) throws {
    let focus = [author, accused, 0].compactMap { $0 }
    let machine =
      (focus.count > 1 && chance(70) ? pick(focus) : nil)
      ?? Int.random(in: 0..<machines.count, using: &random)
    if machine == author, chance(10) {
      goBack(machine)
      return try write(machine, isLocked: isLocked)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: sync(machine, with: Int.random(in: 0..<machines.count, using: &random))
    case 30..<36: goBack(machine)
    default: try write(machine, isLocked: isLocked)
    }
  }

  /// Takes what another holds, of some replicas, as far as files have come.
  private mutating func sync(_ machine: Int, with other: Int) {
    if other == machine { return }
    var taken = machines[other].view
    if let tip = machines[other].tip { taken[machines[other].device.replica, default: []].insert(tip) }
    for (replica, tips) in taken.sorted(by: { $0.key < $1.key }) where chance(80) {
      for tip in tips.sorted() {
        let path = tree.path(to: tip)
        let reached = chance(80) ? tip : path[Int.random(in: 0..<path.count, using: &random)]
        take(reached, of: replica, machine)
      }
    }
  }

  private mutating func take(_ commit: Int, of replica: ReplicaID, _ machine: Int) {
    if replica == machines[machine].device.replica && machines[machine].tip == commit { return }
    var tips = machines[machine].view[replica] ?? []
    if tips.contains(where: { tree.path(to: $0).contains(commit) }) { return }
    let path = Set(tree.path(to: commit))
    tips = tips.filter { !path.contains($0) }
    tips.insert(commit)
    machines[machine].view[replica] = tips
  }

  /// From a backup, or a copy of the machine.
  private mutating func goBack(_ machine: Int) {
    guard let tip = machines[machine].tip else { return }
    let path = tree.path(to: tip)
    machines[machine].tip =
      chance(10) ? nil : path[Int.random(in: max(0, path.count - 5)..<path.count, using: &random)]
    machines[machine].named = [:]
    if chance(30) { machines[machine].view = [:] }
  }

  // MARK: Writing

  private mutating func write(_ machine: Int, isLocked: Bool) throws {
    var events: [DeviceEvent] = []
    // Some have heard of another lock before.
    if isLocked || chance(40) {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        if let event = try event(by: machine) { events.append(event) }
      }
    }
    append(events, by: machine)
  }

  private mutating func append(_ said: [DeviceEvent], by machine: Int) {
    let author = machines[machine]
    let start = author.tip.map { tree.nodes[$0].end } ?? 0
    let events = said.enumerated().map { index, event in
      DeviceHistory.Event(leaf: start + UInt64(index), hash: hash(), event: event)
    }
    let others = UInt64.random(in: 0...3, using: &random)
    tree.nodes.append(
      CommitTree.Node(
        replica: author.device.replica, publicKey: author.keys, parent: author.tip,
        end: start + UInt64(events.count) + others + 1, root: hash(), seen: seen(by: machine), events: events)
    )
    machines[machine].tip = tree.nodes.count - 1
  }

  private mutating func seen(by machine: Int) -> Seen {
    var entries: [(replica: ReplicaID, parts: [Seen.Part])] = []
    for (replica, tips) in machines[machine].view.sorted(by: { $0.key < $1.key })
    where machines[machine].named[replica] != tips && chance(85) {
      machines[machine].named[replica] = tips
      let parts = tips.sorted().map { tip -> Seen.Part in
        let path = tree.path(to: tip)
        let end = tree.nodes[tip].end
        let first =
          chance(15) ? path.dropLast().randomElement(using: &random).map { tree.nodes[$0].end } ?? 0 : 0
        let root = chance(5) ? (chance(50) ? nil : hash()) : tree.nodes[tip].root
        return Seen.Part(first: first, end: end, root: root)
      }
      entries.append((replica, parts))
    }
    // Anybody can name anything.
    if chance(6), let node = pick(Array(tree.nodes.indices)) {
      let named = tree.nodes[node]
      if !entries.contains(where: { $0.replica == named.replica }) {
        entries.append((named.replica, [Seen.Part(end: named.end, root: named.root)]))
      }
    }
    return Seen(entries)
  }

  private mutating func event(by machine: Int) throws -> DeviceEvent? {
    if machine == author, let accused, chance(50) {
      let device = machines[accused].device
      return DeviceEvent(device.replica, .revoke(Revocation(heads: heads(of: device, machine))))
    }
    // An end is moved.
    if let device = machines[machine].revoked, chance(25) {
      return DeviceEvent(device.replica, .revoke(Revocation(heads: heads(of: device, machine))))
    }
    let candidates = machines.dropLast(chance(97) ? 1 : 0).map(\.device)
    guard let device = pick(candidates) else { return nil }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      if chance(10), let other = pick(cast.otherApprovals.filter { $0.keys.replica == device.replica }) {
        return approval(other, device)
      }
      return approval(Approval(device), device)
    case 40..<75:
      // The first machine would decide alone.
      if machine == 0, author != nil { return nil }
      machines[machine].revoked = device
      return DeviceEvent(device.replica, .revoke(Revocation(heads: heads(of: device, machine))))
    case 75..<87: return try statement(device, machine)
    case 87..<96:
      let number = Int.random(in: 1...2, using: &random)
      let former = cast.recoveries[chance(80) ? number - 1 : 2]
      let next = cast.recoveries[chance(80) ? number : 0]
      let lock = chance(90) ? pinned.leaf : hash()
      let kept = chance(50) ? statements : statements.filter { _ in chance(50) }
      return DeviceEvent(
        device.replica,
        .recovery(
          try RecoveryChange(
            ledger: Samples.ledger, lock: lock, number: UInt64(number), next: next.keys, keeping: kept,
            former: former)))
    default: return DeviceEvent(machines[machine].device.replica, .lock(pinned.lock))
    }
  }

  private mutating func approval(_ approval: Approval, _ device: DeviceFile) -> DeviceEvent {
    approved.insert(device.replica)
    return DeviceEvent(device.replica, .approve(approval))
  }

  /// How far a machine says that another counts.
  private mutating func heads(of device: DeviceFile, _ machine: Int) -> [Head] {
    if chance(8) { return [] }
    let known = machines[machine].view[device.replica] ?? []
    let all = tree.nodes.indices.filter { tree.nodes[$0].replica == device.replica }
    let tips = chance(80) ? known.sorted() : Array(all.shuffled(using: &random).prefix(2))
    return tips.compactMap { tip in
      let path = tree.path(to: tip)
      let reached = chance(60) ? tip : path[Int.random(in: 0..<path.count, using: &random)]
      guard var head = tree.head(of: reached) else { return nil }
      if chance(5) { head = Head([Waypoint(size: head.trees[0].size, root: hash())]) ?? head }
      return head
    }
  }

  private mutating func statement(_ device: DeviceFile, _ machine: Int) throws -> DeviceEvent {
    statementNumber = chance(70) ? statementNumber + 1 : UInt64.random(in: 1...4, using: &random)
    let action: RecoveryStatement.Action
    if chance(40) {
      approved.insert(device.replica)
      action = .approve(Approval(device))
    } else {
      action = .revoke(Revocation(heads: heads(of: device, machine)))
    }
    let key = cast.recoveries[chance(70) ? 0 : Int.random(in: 1...2, using: &random)]
    let statement = try RecoveryStatement(
      ledger: Samples.ledger, number: statementNumber, device.replica, action, by: key)
    statements.append(statement)
    return DeviceEvent(device.replica, .statement(statement))
  }

  // MARK: Holding

  /// All, or without ends and with gaps.
  mutating func whatIsHeld() -> Set<Int> {
    var held = Set(tree.nodes.indices)
    if chance(60) {
      for node in tree.nodes.indices where chance(4) {
        // What comes behind is held back, too, or a gap is left.
        let isEnd = chance(50)
        held = held.filter { $0 != node && !(isEnd && tree.path(to: $0).contains(node)) }
      }
    }
    // Somebody else's key, whose hash begins with the same 64 bits.
    if chance(10), let node = pick(Array(tree.nodes.indices)) {
      let replica = tree.nodes[node].replica
      for index in tree.nodes.indices where tree.nodes[index].replica == replica {
        if tree.path(to: index)[0] == tree.path(to: node)[0] {
          tree.nodes[index].publicKey = [UInt8](repeating: 7, count: 32)
        }
      }
    }
    return held
  }
}
