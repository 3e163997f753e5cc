import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Machines lock a ledger, join, write, are revoked, lose power and get files by programs and by careless tools, in any
/// order, while a stranger writes beside them: at the end all members show the same, all that members wrote, nothing of the
/// stranger, and no file is plain.
@Suite struct LockedFamilyTests {
  static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["DAYBOOK_LOCKED_SEEDS"].flatMap { UInt64($0) } ?? 24)
  }

  @Test(.seeded, arguments: seeds) func membersAgree(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    let world = try LockedWorld(seed: seed)
    do {
      try await world.run()
      try await world.settle()
    } catch {
      world.problems.append("\(error)")
    }
    #expect(world.problems == [], "seed \(seed):\n\(world.log.joined(separator: "\n"))")
  }
}

final class LockedWorld {
  private var random: SeededRandom
  private let machines: [MemoryMachine]
  private let stranger: MemoryMachine
  private let recovery = RecoverySecret()
  private var recoveries: [RecoverySecret] = []
  private(set) var log: [String] = []
  var problems: [String] = []
  /// What machines acknowledged, by its id.
  private var written: [String: (machine: Int, name: String)] = [:]
  private var revoked: Set<Int> = []
  private var isLocked = false
  private var count = 0

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    let clock = TestClock(1_790_000_000_000)
    machines = (0..<Int.random(in: 2...4, using: &random)).map { MemoryMachine($0, clock: clock) }
    stranger = MemoryMachine(9, clock: clock)
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000023", createdAt: Instant(milliseconds: 1_790_000_000_000))
    for machine in machines + [stranger] {
      try descriptor.found(in: "", of: machine.folder)
    }
    recoveries = [recovery]
  }

  func run() async throws {
    for _ in 0..<Int.random(in: 0...6, using: &random) { try await plainStep() }
    try await tolerant("0 locks") {
      await machines[0].stop()
      try await Ledger.lock(machines[0].place, recovery: recovery, options: machines[0].options)
    }
    if try !LedgerDescriptor.settled(in: machines[0].folder, path: "").isLocked { throw Unlocked() }
    isLocked = true
    for _ in 0..<Int.random(in: 15...45, using: &random) { try await step() }
  }

  private struct Unlocked: Error {}

  private func one() -> MemoryMachine { machines.randomElement(using: &random) ?? machines[0] }

  /// Runs something that may be refused, and says why.
  private func tolerant(_ what: String, _ body: () async throws -> Void) async throws {
    log.append(what)
    do { try await body() } catch let error as LedgerError
      where [.locked, .revoked, .refused, .notFound].contains(error.code)
    {
      log[log.count - 1] += ": \(error.code.rawValue) \(error.what)"
    }
  }

  // MARK: Before

  private func plainStep() async throws {
    if Bool.random(using: &random) {
      try await write(one())
    } else {
      try await copy(one(), one(), share: 100)
    }
  }

  // MARK: Steps

  private func step() async throws {
    let machine = one()
    machine.clock.advance(Int64.random(in: 0...50_000, using: &random))
    switch Int.random(in: 0..<26, using: &random) {
    case 0..<8: try await write(machine)
    case 8..<11: try await join(machine)
    case 11: try await revoke(machine)
    case 12:
      try await tolerant("\(machine.number) stops") { await machine.stop() }
    case 13:
      log.append("\(machine.number) loses power")
      machine.crash(seed: random.next())
    case 14:
      try await tolerant("\(machine.number) seals") { _ = try await machine.running().maintenance.seal() }
    case 15:
      try await tolerant("\(machine.number) compacts") {
        _ = try await machine.running().maintenance.compact()
      }
    case 16..<18:
      let other = one()
      guard other !== machine else { return }
      try await tolerant("\(machine.number) replicates with \(other.number)") {
        _ = try await machine.running().replicas.replicate(with: other.folder, path: "/\(other.number)")
      }
    case 18: try await intrude()
    case 19 where Bool.random(using: &random): try await changeRecovery(machine)
    case 20 where Int.random(in: 0..<3, using: &random) == 0: try await recover(machine)
    default: try await copy(machine, one(), share: Bool.random(using: &random) ? 100 : 60)
    }
    try await tolerant("\(machine.number) reads") { _ = try await machine.running().refresh() }
  }

  private func write(_ machine: MemoryMachine) async throws {
    count += 1
    let (id, name) = ("m\(count)", "n\(random.next() % 1_000_000)")
    try await tolerant("\(machine.number) writes \(id)") {
      let ledger = try machine.running()
      try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) }
      written[id] = (machine.number, name)
    }
  }

  private func join(_ machine: MemoryMachine) async throws {
    let member = one()
    guard machine !== member, !revoked.contains(machine.number) else { return }
    try await tolerant("\(machine.number) asks to join by \(member.number)") {
      if let step = try await machine.join(by: member) { log.append("  \(step)") }
    }
  }

  private func revoke(_ machine: MemoryMachine) async throws {
    let other = one()
    guard other !== machine else { return }
    try await tolerant("\(machine.number) revokes \(other.number)") {
      let ledger = try machine.running()
      let device = try await ledger.devices.device(matching: "machine \(other.number)")
      guard device.status == .member else { return }
      try await ledger.devices.revoke(device.replica)
      revoked.insert(other.number)
    }
  }

  private func changeRecovery(_ machine: MemoryMachine) async throws {
    guard let former = recoveries.last else { return }
    try await tolerant("\(machine.number) replaces the recovery key") {
      let next = RecoverySecret()
      try await machine.running().devices.replaceRecovery(former, by: next)
      recoveries.append(next)
    }
  }

  private func recover(_ machine: MemoryMachine) async throws {
    guard let key = recoveries.last, !revoked.contains(machine.number) else { return }
    try await tolerant("\(machine.number) recovers") {
      await machine.stop()
      try await Ledger.recover(machine.place, with: key, options: machine.options)
    }
  }

  /// Somebody with write access to the folder and keys of their own.
  private func intrude() async throws {
    count += 1
    let (id, name) = ("s\(count)", "stranger \(count)")
    let ledger = try stranger.running()
    try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) }
    await stranger.stop()
    let machine = one()
    log.append("a stranger puts files into \(machine.number)")
    try await copy(stranger, machine, share: 100)
  }

  // MARK: Files

  /// Copies files of all replicas, as a tool does.
  private func copy(_ from: MemoryMachine, _ to: MemoryMachine, share: Int) async throws {
    guard from !== to else { return }
    log.append("files of \(from.number) go to \(to.number) (\(share)%)")
    var files = try from.files()
    if from === stranger { files[LedgerLayout.descriptor] = nil }
    try to.take(files) { _ in share == 100 || Int.random(in: 0..<100, using: &random) < share }
  }

  // MARK: The end

  func settle() async throws {
    // All files everywhere, several times: what each writes the others need.
    for _ in 0..<4 {
      for one in machines {
        for other in machines where other !== one { try await copy(one, other, share: 100) }
      }
      for machine in machines {
        try await tolerant("\(machine.number) reads at the end") {
          await machine.stop()
          let ledger = try machine.running()
          try await ledger.maintenance.resumeWriting()
          _ = try await ledger.refresh()
        }
      }
    }
    var digest: Hash256?
    // Who was revoked need not be able to read that.
    for machine in machines where !revoked.contains(machine.number) {
      guard let ledger = try? machine.running(), let devices = try? await ledger.devices.list(),
        let own = devices.first(where: \.isOwn), own.status == .member
      else { continue }
      _ = try await ledger.refresh()
      var shown: [String: String] = [:]
      for row in try await ledger.query(Query("house.member")).rows { shown[row.id] = row["name"]?.string }
      for (id, value) in written where !revoked.contains(value.machine) {
        let isMember = devices.contains { $0.name == "machine \(value.machine)" && $0.status == .member }
        if isMember, shown[id] != value.name {
          problems.append("\(machine.number) does not show \(id) of \(value.machine)")
        }
      }
      if shown.keys.contains(where: { $0.hasPrefix("s") }) {
        problems.append("\(machine.number) shows what a stranger wrote")
      }
      let unreadable = await ledger.maintenance.unreadableNotices()
      if !unreadable.isEmpty { problems.append("\(machine.number) cannot read \(unreadable)") }
      let now = await ledger.state.digest
      if let digest, digest != now { problems.append("\(machine.number) shows something else") }
      digest = now
      if try await !ledger.audit.checkReplay().isSame {
        problems.append("\(machine.number) rebuilds otherwise")
      }
    }
    if digest == nil { problems.append("nobody is a member") }
  }
}
