import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

@testable import Daybook

/// Machines of one ledger, plain or locked, that write, erase, take erasures back, remove texts, lose power, get files by
/// programs and by careless tools, and get old copies of a folder back, in any order, while days pass.
final class ErasingWorld {
  var random: SeededRandom
  let machines: [MemoryMachine]
  var values = WrittenValues()
  private(set) var log: [String] = []
  var problems: [String] = []
  /// Folders as they were at some time.
  var backups: [FolderFiles] = []
  /// What was proved of an entity, by its id.
  var proofs: [(id: String, proof: Proof)] = []
  private(set) var isLocked = false
  private let recovery = RecoverySecret()
  /// What happened, for the figures.
  var counts: [String: Int] = [:]

  static let entities = (0..<4).map { "m\($0)" }
  static let dayMilliseconds: Int64 = 86_400_000
  private static let start: Int64 = 1_790_000_000_000

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    var drawn = random
    machines = (0..<Int.random(in: 2...4, using: &drawn)).map { number in
      // Clocks do not show quite the same.
      let clock = TestClock(Self.start + Int64.random(in: 0...60_000, using: &drawn))
      return MemoryMachine(number, clock: clock, seed: drawn.next())
    }
    random = drawn
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000025", createdAt: Instant(milliseconds: Self.start))
    for machine in machines {
      try descriptor.found(in: "", of: machine.folder)
      machine.publishing = Bool.random(using: &random) ? .atOnce : .onClose
    }
  }

  /// - Parameter locks: whether a machine locks the ledger sooner or later.
  func run(locks: Bool) async throws {
    let steps = TestSize.steps(Int.random(in: 30...60, using: &random))
    let locksAt = locks ? Int.random(in: 0..<max(1, steps / 2), using: &random) : nil
    for machine in machines { try await write(machine) }
    for number in 0..<steps {
      if number == locksAt { try await lock() }
      try await step()
    }
    if locks, !isLocked { try await lock() }
  }

  func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

  func machine() -> MemoryMachine { machines.randomElement(using: &random) ?? machines[0] }

  func note(_ what: String) { log.append(what) }

  /// Runs something that may be refused, and says why.
  ///
  /// - Returns: whether it was done.
  @discardableResult
  func tolerant(_ what: String, _ body: () async throws -> Void) async throws -> Bool {
    note(what)
    do {
      try await body()
      return true
    } catch let error as LedgerError where [.locked, .refused, .notFound].contains(error.code) {
      log[log.count - 1] += ": \(error.code.rawValue) \(error.what)"
      return false
    }
  }

  private func lock() async throws {
    note("0 locks")
    await machines[0].stop()
    try await Ledger.lock(machines[0].place, recovery: recovery, options: machines[0].options)
    isLocked = true
  }

  private func step() async throws {
    let one = machine()
    for machine in machines { machine.clock.advance(Int64.random(in: 1...50_000, using: &random)) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: try await write(one)
    case 30..<46: try await erase(one)
    case 46..<50: try await withdraw(one)
    case 50..<54: try await removeTexts(one, now: true)
    case 54..<57: try await letDaysPass()
    case 57..<60:
      note("\(one.number) loses power")
      one.crash(seed: random.next())
    case 60..<66: try await failWithin(one)
    case 66..<68: try await tolerant("\(one.number) stops") { await one.stop() }
    case 68..<70: try await tolerant("\(one.number) seals") { _ = try await one.running().maintenance.seal() }
    case 70..<72:
      try await tolerant("\(one.number) compacts") { _ = try await one.running().maintenance.compact() }
    case 72..<75: try await prove(one)
    case 75..<78: try await look(one)
    case 78..<81: backups.append(try one.files())
    case 81..<84: try takeBackup(one)
    case 84..<90: try await replicate(one, machine())
    case 90..<94 where isLocked: try await join(one, machine())
    default: try copy(machine(), one)
    }
    try await tolerant("\(one.number) reads") { _ = try await one.running().refresh() }
  }

  // MARK: Files

  func copy(_ from: MemoryMachine, _ to: MemoryMachine, whole: Bool = false) throws {
    guard from !== to else { return }
    let share = whole || Bool.random(using: &random) ? 100 : 60
    note("files of \(from.number) go to \(to.number) (\(share)%)")
    try to.take(try from.files()) { _ in share == 100 || Int.random(in: 0..<100, using: &random) < share }
  }

  private func takeBackup(_ to: MemoryMachine) throws {
    guard let backup = backups.randomElement(using: &random) else { return }
    count("old copies")
    note("an old copy comes back to \(to.number)")
    try to.take(backup) { _ in Int.random(in: 0..<100, using: &random) < 80 }
  }

  func replicate(_ one: MemoryMachine, _ other: MemoryMachine) async throws {
    guard one !== other else { return }
    try await tolerant("\(one.number) replicates with \(other.number)") {
      _ = try await one.running().replicas.replicate(with: other.folder, path: "/\(other.number)")
    }
  }

  func join(_ one: MemoryMachine, _ member: MemoryMachine) async throws {
    guard one !== member else { return }
    try await tolerant("\(one.number) asks to join by \(member.number)") {
      if try await one.join(by: member) == .member { count("joined") }
    }
  }

  // MARK: Days

  private func letDaysPass() async throws {
    let days: Int64 = [1, 8, 31].randomElement(using: &random) ?? 1
    note("\(days) days pass")
    for machine in machines { machine.clock.advance(days * Self.dayMilliseconds) }
    for machine in machines where Bool.random(using: &random) { try await reopen(machine) }
  }

  /// Starts the program anew; it does what is due as it begins to write.
  func reopen(_ machine: MemoryMachine) async throws {
    try await tolerant("\(machine.number) is started anew") {
      await machine.stop()
      try await machine.running().maintenance.resumeWriting()
    }
    for text in await machine.ledger?.told ?? [] { note("  it says: \(text)") }
  }
}

extension Ledger {
  /// What the session that writes has to say.
  fileprivate var told: [String] { session?.notices.map(\.text) ?? [] }
}
