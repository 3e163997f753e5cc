import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

/// Some replicas' files in one folder, to which everything happens that happens to files, with what one machine
/// remembers of its verifications.
struct VerifiedWorld {
  private let store = MemoryFileStore()
  private var replicas: [TestReplica] = []
  /// How many commits of each are sealed, and how many lie in the open file behind them.
  private var sealed: [Int] = []
  private var opened: [Int] = []
  /// Files that somebody took away.
  private var removed: [(path: String, bytes: [UInt8])] = []
  private var witness = Witness()
  private var checkpoint: Checkpoint?
  private let now = Instant(milliseconds: 1_790_000_100_000)

  init(_ random: inout SeededRandom) throws {
    for number in 1...3 as ClosedRange<UInt8> {
      replicas.append(TestReplica(number))
      sealed.append(0)
      opened.append(0)
      for _ in 0..<4 { try write(Int(number) - 1, &random) }
      try publish(Int(number) - 1)
    }
  }

  /// A deep verification and one that goes on, of the same files; what the second found is kept.
  mutating func verify(
    _ random: inout SeededRandom
  ) throws -> (deep: Verifier.Verification, incremental: Verifier.Verification) {
    var verifier = Verifier(store: store, descriptor: Reading.descriptor, witness: witness, now: now)
    let deep = try verifier.verify()
    verifier.checkpoint = checkpoint
    // Some files changed too short a time ago.
    let clock: Int64 =
      Bool.random(using: &random) ? 1 << 60 : 100_000_000 + Int64.random(in: 0..<400, using: &random)
    verifier.clock = { clock }
    let incremental = try verifier.verify()
    checkpoint = incremental.checkpoint
    if Bool.random(using: &random) { witness.note(incremental.report, at: now) }
    return (deep, incremental)
  }

  /// Something happens; says what.
  mutating func change(_ random: inout SeededRandom) throws -> String {
    let one = Int.random(in: 0..<replicas.count, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4:
      try write(one, &random)
      try publish(one)
      return "\(one) writes"
    case 4..<6:
      try seal(one, leavingOpen: Int.random(in: 0..<4, using: &random) == 0)
      return "\(one) seals"
    case 6: return try damage(&random, inPlace: true)
    case 7: return try damage(&random, inPlace: false)
    case 8: return try cut(&random)
    case 9: return try remove(&random)
    case 10..<12: return try restore(&random)
    case 12: return try copy(one, &random)
    case 13: return try rewrite(one, &random)
    case 14:
      try BlobStore(store).write([UInt8.random(in: 0...9, using: &random)])
      return "a blob"
    default: return "nothing"
    }
  }

  // MARK: In order

  private mutating func write(_ one: Int, _ random: inout SeededRandom) throws {
    var seen: [(ReplicaID, [Seen.Part])] = []
    if let other = replicas.indices.filter({ $0 != one }).randomElement(using: &random) {
      // Any earlier state of the other: who has been away tells of old ones.
      let known = replicas[other].commits
      if let commit = known.randomElement(using: &random), Bool.random(using: &random) {
        let tree = Bool.random(using: &random) ? replicas[other].tree : commit.before
        if tree.size > 0 { seen.append((replicas[other].id, [Seen.Part(end: tree.size, root: tree.root)])) }
      }
    }
    try replicas[one].write(events: Int.random(in: 1...3, using: &random), seen: Seen(seen))
  }

  /// The open file grows by what is not in it.
  private mutating func publish(_ one: Int) throws {
    let replica = replicas[one]
    let (start, end) = (sealed[one], sealed[one] + opened[one])
    let path = LedgerLayout.path(of: replica.openName(start..<start), replica.id)
    if opened[one] == 0 || (try? store.status(path)) == nil {
      try store.putOpen(replica, start..<replica.commits.count)
    } else {
      let file = try store.append(to: path)
      for commit in replica.commits[end...] { try file.write(SegmentWriter.commitFrame(lines: commit.lines)) }
      file.close()
    }
    opened[one] = replica.commits.count - start
  }

  private mutating func seal(_ one: Int, leavingOpen: Bool) throws {
    if opened[one] == 0 { return }
    let replica = replicas[one]
    let range = sealed[one]..<sealed[one] + opened[one]
    let path = LedgerLayout.path(of: replica.openName(range.lowerBound..<range.lowerBound), replica.id)
    try store.putSealed(replica, range)
    if !leavingOpen { try? store.remove(path) }
    (sealed[one], opened[one]) = (range.upperBound, 0)
  }

  // MARK: Out of order

  private var files: [String] {
    get throws {
      let inventory = try Inventory.scan(store, includingBlobs: true)
      return inventory.replicas.flatMap { $0.segments.map(\.path) } + inventory.blobs.map(\.path)
    }
  }

  private mutating func damage(_ random: inout SeededRandom, inPlace: Bool) throws -> String {
    guard let path = try files.randomElement(using: &random) else { return "nothing to damage" }
    var bytes = try store.readAll(path)
    if bytes.isEmpty { return "nothing to damage" }
    removed.append((path, bytes))
    let place = Int.random(in: 0..<bytes.count, using: &random)
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    try store.tamper { (image) throws(FileError) in try image.plant(bytes, at: path, inPlace: inPlace) }
    return "byte \(place) of \(path) changes\(inPlace ? " in place" : "")"
  }

  private mutating func cut(_ random: inout SeededRandom) throws -> String {
    guard let path = try files.randomElement(using: &random) else { return "nothing to cut" }
    let bytes = try store.readAll(path)
    removed.append((path, bytes))
    let file = try store.append(to: path)
    try file.truncate(to: Int.random(in: 0...bytes.count, using: &random))
    file.close()
    return "\(path) is cut"
  }

  private mutating func remove(_ random: inout SeededRandom) throws -> String {
    guard let path = try files.randomElement(using: &random) else { return "nothing to remove" }
    removed.append((path, try store.readAll(path)))
    try store.remove(path)
    return "\(path) goes"
  }

  private mutating func restore(_ random: inout SeededRandom) throws -> String {
    guard !removed.isEmpty else { return "nothing to restore" }
    let (path, bytes) = removed.remove(at: Int.random(in: 0..<removed.count, using: &random))
    try store.put(bytes, at: path)
    return "\(path) is back"
  }

  private func copy(_ one: Int, _ random: inout SeededRandom) throws -> String {
    let count = replicas[one].commits.count
    let first = Int.random(in: 0..<count, using: &random)
    let range = first..<Int.random(in: first...count, using: &random)
    if Bool.random(using: &random), !range.isEmpty {
      try store.putSealed(replicas[one], range)
    } else {
      try store.putOpen(replicas[one], range, random: 7)
    }
    return "a copy of \(one)'s commits \(range)"
  }

  /// Somebody with the key writes another history.
  private func rewrite(_ one: Int, _ random: inout SeededRandom) throws -> String {
    var other = TestReplica(UInt8(one + 1))
    let count = replicas[one].commits.count
    let fork = Int.random(in: 0..<count, using: &random)
    for index in 0..<count { try other.write(text: index >= fork ? "rewritten" : "") }
    try store.putOpen(other, 0..<count, random: 9)
    return "\(one) rewritten from \(fork)"
  }
}
