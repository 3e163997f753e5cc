import DaybookLog
import DaybookModel
import DaybookTestSupport

/// A ledger of three to five machines. Some were laid back to backups; of the others files lie about whole, twice, not at
/// all or cut off, and their writers sign what they should not.
struct OddLedger {
  private var lines: OddLines
  /// Of each machine its histories; the first is the longest lived.
  private var machines: [[OddReplica]] = []
  /// Which of them are laid back.
  private var forks: [Bool] = []
  private(set) var files: [(path: String, bytes: [UInt8])] = []
  private var stubs = OddStubs()

  /// - Parameter isErased: whether something is erased in the end.
  init(seed: UInt64, isErased: Bool = false) throws {
    lines = OddLines(random: SeededRandom(seed: seed))
    let count = 3 + lines.number(3)
    for _ in 0..<count {
      var random = lines.random
      let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      lines.random = random
      guard let key = SigningKey(seed: bytes) else { continue }
      machines.append([OddReplica(key: key)])
      forks.append(lines.chance(40))
    }
    for _ in 0..<30 + lines.number(40) { try step() }
    if isErased {
      var erasing = OddErasing(lines, machines)
      try erasing.erase(8 + lines.number(30))
      (lines, machines, stubs) = (erasing.lines, erasing.machines, erasing.stubs)
    }
    for (machine, histories) in machines.enumerated() {
      for history in histories { publish(history, isWhole: forks[machine]) }
    }
  }

  private mutating func step() throws {
    let machine = lines.number(machines.count)
    if forks[machine], lines.chance(15), machines[machine].count < 3, machines[machine][0].commits.count > 1 {
      var copy = machines[machine][lines.number(machines[machine].count)]
      copy.sharedCount = copy.commits.count
      machines[machine].append(copy)
    }
    let history = lines.number(machines[machine].count)
    var replica = machines[machine][history]
    replica.time += Int64(lines.number(4)) - 1
    try write(
      &replica, isSound: forks[machine],
      others: machines.indices.filter { $0 != machine }.flatMap { machines[$0] })
    machines[machine][history] = replica
  }

  private mutating func write(_ replica: inout OddReplica, isSound: Bool, others: [OddReplica]) throws {
    var all: [OddReplica.Line] = []
    for _ in 0..<1 + lines.number(3) {
      all.append(.event(lines.event(of: replica)))
      if lines.chance(5) { all.append(.any(lines.stranger())) }
      if lines.chance(2) {
        all.append(.event(lines.event(of: replica), stamp: "1970-01-01T00:00:00.000Z-0000-\(replica.id)"))
      }
    }
    let seen = lines.chance(50) ? ",\"seen\":{" + parts(others) + "}" : ""
    guard !isSound, lines.chance(6) else { return try replica.write(all, more: seen) }
    switch lines.number(6) {
    case 0, 1: try replica.write(all + [.event(lines.unsoundEvent())], more: seen)
    case 2:
      try replica.write(all + [.event(lines.event(of: replica), stamp: lines.unsoundStamp())], more: seen)
    case 3: try replica.write(all, more: lines.unsoundCommit())
    case 4: try replica.write(all, announced: all.count + 1, more: seen)
    default: try replica.write(all, more: seen, skipping: 1)
    }
  }

  /// What the author says it had seen: mostly the truth.
  private mutating func parts(_ others: [OddReplica]) -> String {
    var told: [ReplicaID: [String]] = [:]
    for other in others where lines.chance(60) {
      var count = lines.number(other.commits.count + 1)
      if lines.chance(40) { count = other.commits.count }
      let tree = other.tree(after: count)
      switch lines.number(10) {
      case 0: told[other.id, default: []].append("[\(tree.size / 2),\(tree.size + 3)]")
      case 1: told[other.id, default: []].append("[\(tree.size + 5),\"\(tree.root)\"]")
      case 2:
        told[other.id, default: []].append(
          "[\(tree.size),\"\(Leaf.hash([UInt8](tree.root.description.utf8).span))\"]")
      default: told[other.id, default: []].append("[\(tree.size).0,\"\(tree.root)\"]")
      }
    }
    return told.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[" + $0.value.joined(separator: " , ") + "]" }
      .joined(separator: ",")
  }

  /// In pieces, of which some are there twice and some are not.
  private mutating func publish(_ history: OddReplica, isWhole: Bool) {
    // Lines that it shares with another history are in that history's files too.
    var start = lines.number(history.sharedCount + 1)
    while start < history.commits.count {
      let end = min(history.commits.count, start + 1 + lines.number(12))
      if isWhole || !lines.chance(5) { add(history, start..<end, isWhole: isWhole) }
      if lines.chance(15) { add(history, max(0, start - lines.number(4))..<end, isWhole: isWhole) }
      start = end
    }
  }

  private mutating func add(_ history: OddReplica, _ range: Range<Int>, isWhole: Bool) {
    // Other files may have the texts.
    let stubs = lines.chance(60) ? stubs : OddStubs()
    var file =
      lines.chance(50)
      ? history.sealed(range, frames: 1 + lines.number(4), stubs)
      : history.open(range, random: UInt64(lines.number(1 << 30)), stubs)
    if !isWhole, lines.chance(5), file.path.contains(".open."), file.bytes.count > 200 {
      file.bytes.removeLast(1 + lines.number(100))
    }
    files.append(file)
  }
}
