import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// What goes wrong with the keys: an error is that error, and no new key, no new ring and no empty ledger follows from it.
@Suite(.serialized) struct LockedFaultTests {
  private let machine = MemoryMachine(0, clock: TestClock(1_790_000_000_000))
  private let other = MemoryMachine(1, clock: TestClock(1_790_000_000_000))
  private let recovery = RecoverySecret()
  private static let ledger = "0193aaaa-0000-4000-8000-000000000024"

  private func made() async throws {
    let descriptor = LedgerDescriptor(
      ledger: Self.ledger, createdAt: Instant(milliseconds: 1_790_000_000_000))
    try descriptor.found(in: "", of: machine.folder)
    try await Ledger.lock(machine.place, recovery: recovery, options: machine.options)
    let ledger = try machine.running()
    try await ledger.commit { try $0.upsert(Member(id: "m1") { $0.name = "Wilhelmina" }) }
    await machine.stop()
  }

  private var keyFiles: [String] {
    get throws {
      let folder = StateLayout.folder(ledger: Self.ledger) + "/locking"
      return try (machine.state.list(folder) ?? []).map { "\(folder)/\($0.name)" }
    }
  }

  enum Damage: CaseIterable { case cut, empty, zeros, gone }

  @Test(arguments: Damage.allCases) func aDamagedKeyFileMakesNoNewKey(_ damage: Damage) async throws {
    try await made()
    let (state, folder) = (machine.state.image, machine.folder.image)
    for path in try keyFiles {
      (machine.state, machine.folder) = (MemoryFileStore(state), MemoryFileStore(folder))
      let before = try keyFiles.filter { $0 != path }.map { ($0, try machine.state.readAll($0)) }
      let bytes = try machine.state.readAll(path)
      try machine.state.remove(path)
      let now: [UInt8]? =
        switch damage {
        case .cut: Array(bytes.prefix(bytes.count / 2))
        case .empty: []
        case .zeros: [UInt8](repeating: 0, count: bytes.count)
        case .gone: nil
        }
      if let now { try machine.state.replaceFile(path, with: now) }
      var shown: JSONValue?
      do {
        let ledger = try machine.running()
        shown = try await ledger.get(kind: "house.member", id: "m1")?["name"]
        #expect(shown == "Wilhelmina", "\(path) \(damage)")
        try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
      } catch let error as LedgerError {
        #expect([.unreadableKey, .locked].contains(error.code), "\(path) \(damage): \(error)")
      }
      await machine.stop()
      _ = try? await Joining(machine.place, options: machine.options).step()
      // What was there is as it was, and nothing took the place of what is damaged.
      for (path, bytes) in before where !path.hasSuffix("taken.json") {
        if shown == nil { #expect(try machine.state.readAll(path) == bytes, "\(path)") }
      }
      if path.hasSuffix("device.key") {
        #expect(try machine.state.status(path) == nil ? now == nil : machine.state.readAll(path) == now)
      }
    }
  }

  enum Act: CaseIterable { case lock, approve, revoke, replaceRecovery, recover, unlock }

  /// Power fails at one file operation after another; what was begun is gone on with, and nobody is locked out.
  @Test(arguments: Act.allCases) func powerMayFailAtEveryOperation(_ act: Act) async throws {
    try await prepare(act)
    let images = [machine, other].map { ($0.folder.image, $0.state.image) }
    // Each operation is tried in turn by a longer run.
    let acting = act == .recover ? other : machine
    let step = ProcessInfo.processInfo.environment["DAYBOOK_LOCKED_STEP"].flatMap { Int($0) } ?? 11
    var count = 0
    let start = ContinuousClock.now
    while true {
      for (one, image) in zip([machine, other], images) {
        (one.folder, one.state) = (MemoryFileStore(image.0), MemoryFileStore(image.1))
      }
      let control = FaultControl(FaultPlan(.crash, at: count + 1))
      let folder = FaultFileStore(acting.folder, control)
      let state = FaultFileStore(acting.state, control)
      try? await run(act, folder, state)
      let isDone = !control.hasStruck
      acting.folder = MemoryFileStore(acting.folder.image.crashed(seed: UInt64(count)))
      acting.state = MemoryFileStore(acting.state.image.crashed(seed: UInt64(count) &+ 1))
      try await finish(act, "\(act) after \(count) operations")
      if isDone { break }
      count += step
    }
    print("\(act): \(count) operations, \(ContinuousClock.now - start)")
  }

  private func prepare(_ act: Act) async throws {
    let descriptor = LedgerDescriptor(
      ledger: Self.ledger, createdAt: Instant(milliseconds: 1_790_000_000_000))
    try descriptor.found(in: "", of: machine.folder)
    let plain = try machine.running()
    try await plain.commit { try $0.upsert(Member(id: "m1") { $0.name = "Wilhelmina" }) }
    if act == .lock { try await retireOther() }
    await machine.stop()
    if act == .lock { return }
    try await Ledger.lock(machine.place, recovery: recovery, options: machine.options)
    // The other machine has the same folder at first.
    other.folder = machine.folder
    let joining = Joining(other.place, options: other.options)
    guard case .asking(let device, _) = try await joining.step() else { return }
    if act == .approve || act == .recover { return }
    let ledger = try machine.running()
    let words = try await ledger.devices.offer(to: device)
    try joining.confirm(words)
    try await ledger.devices.approve(device)
    _ = try await joining.step()
    await machine.stop()
  }

  /// The other machine wrote, and writes no more.
  private func retireOther() async throws {
    other.folder = machine.folder
    let ledger = try other.running()
    try await ledger.commit { try $0.upsert(Member(id: "m0") { $0.name = "Bartholomew" }) }
    await other.stop()
    let replica = try #require(try await machine.running().replicaStatuses().first { !$0.isOwn })
    _ = try await machine.running().replicas.retire(replica.id)
  }

  /// On the machine, in these stores.
  private func run(_ act: Act, _ folder: any FileStore, _ state: any FileStore) async throws {
    let place = LedgerPlace(folder, path: "/home/0/l", machine.machine(with: state))
    switch act {
    case .lock: try await Ledger.lock(place, recovery: recovery, options: machine.options)
    case .unlock: try await Ledger.unlock(place, options: machine.options)
    case .recover:
      let place = LedgerPlace(folder, path: "/home/1/l", other.machine(with: state))
      try await Ledger.recover(place, with: recovery, options: other.options)
    case .approve, .revoke, .replaceRecovery:
      let ledger = try Ledger.open(
        folder, path: "/home/0/l", [.house], machine.machine(with: state), machine.options)
      let waiting = try await ledger.devices.list().first { !$0.isOwn }
      guard let device = waiting?.replica else { return }
      switch act {
      case .approve:
        _ = try await ledger.devices.offer(to: device)
        try await ledger.devices.approve(device)
      case .revoke: try await ledger.devices.revoke(device)
      default: try await ledger.devices.replaceRecovery(recovery, by: RecoverySecret())
      }
      await ledger.close()
    }
  }

  private func finish(_ act: Act, _ when: String) async throws {
    machine.ledger = nil
    if act == .recover {
      try await Ledger.recover(other.place, with: recovery, options: other.options)
    } else {
      let name = try await machine.running().get(kind: "house.member", id: "m1")?["name"]
      #expect(name == "Wilhelmina", "\(when)")
      await machine.stop()
      try await finishLocking(act, when)
    }
    let acting = act == .recover ? other : machine
    let ledger = try acting.running()
    #expect(try await ledger.get(kind: "house.member", id: "m1")?["name"] == "Wilhelmina", "\(when)")
    try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
    #expect(try await ledger.audit.verify().findings.filter(\.isFailure) == [], "\(when)")
    await acting.stop()
    guard act != .unlock else { return }
    let plain = try Inventory.scan(acting.folder).replicas.flatMap(\.segments).filter { !$0.name.isLocked }
    #expect(plain.isEmpty, "\(when)")
  }

  private func finishLocking(_ act: Act, _ when: String) async throws {
    let isLocked = await (try machine.running()).locking != nil
    await machine.stop()
    let descriptor = try LedgerDescriptor.settled(in: machine.folder, path: "")
    switch act {
    case .lock where try Ledger.isLockUnfinished(machine.place, options: machine.options):
      try await Ledger.finishLock(machine.place, options: machine.options)
    case .lock where isLocked: break
    case .lock:
      #expect(!descriptor.isLocked, "\(when)")
      try await Ledger.lock(machine.place, recovery: recovery, options: machine.options)
    case .unlock:
      if isLocked { try await Ledger.unlock(machine.place, options: machine.options) }
    case .approve, .revoke, .replaceRecovery, .recover: break
    }
  }

  /// A member that goes on as a new replica would not be approved: so a wrong clock makes none.
  @Test func aClockThatIsBehindMakesNoNewReplica() async throws {
    try await made()
    let clock = machine.clock
    clock.advance(-3 * 24 * 60 * 60 * 1000)
    let error = await #expect(throws: LedgerError.self) {
      let ledger = try machine.running()
      try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
    }
    #expect(error?.code == .locked && error?.what.contains("clock") == true, "\(String(describing: error))")
    await machine.stop()
    let joining = Joining(machine.place, options: machine.options)
    let asking = await #expect(throws: LedgerError.self) { try await joining.step() }
    #expect(asking?.what.contains("clock") == true, "\(String(describing: asking))")
    clock.advance(3 * 24 * 60 * 60 * 1000)
    let ledger = try machine.running()
    try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Agatha" }) }
    #expect(try await ledger.get(kind: "house.member", id: "m2")?["name"] == "Agatha")
    #expect(try await ledger.devices.list().count == 1)
    await machine.stop()
  }

  /// In a copy of its folder a member is another replica, which asks first.
  @Test func aCopyOfTheFolderSaysWhyItMayNotBeWritten() async throws {
    try await made()
    let copy = MemoryMachine(0, clock: machine.clock)
    (copy.folder, copy.state) = (MemoryFileStore(machine.folder.image), machine.state)
    var files = copy.machine
    files.folder = { FolderMark(realPath: "/media/l", mark: FileMark(inode: 99, birthTime: 9)) }
    let ledger = try Ledger.open(copy.folder, path: "/media/l", [.house], files, copy.options)
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
    }
    #expect(error?.code == .locked && error?.what.contains("copy") == true, "\(String(describing: error))")
    await ledger.close()
    // Nothing was made that would have to be approved.
    #expect(try await machine.running().devices.list().count == 1)
    await machine.stop()
  }
}
