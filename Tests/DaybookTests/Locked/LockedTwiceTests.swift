import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// Ledgers with several locks, and what lies in them of those who are not members.
@Suite struct LockedTwiceTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  private func unlock(_ machine: String) async throws {
    #expect(try await Ledger.unlock(at: place.ledger, options: place.options(machine)) == [])
  }

  private func lock(_ machine: String, _ recovery: RecoverySecret) async throws {
    try await Ledger.lock(at: place.ledger, recovery: recovery, options: place.options(machine))
  }

  private func recover(_ machine: String, _ key: RecoverySecret, despiteMissing: Bool = false) async throws {
    try await Ledger.recover(
      at: place.ledger, with: key, despiteMissing: despiteMissing, options: place.options(machine))
  }

  private func status(_ machine: String) async throws -> StatusReport {
    let ledger = try await place.open(machine)
    defer { Task { await ledger.close() } }
    return try await ledger.replicas.status()
  }

  @Test func thePaperOfTheSecondLockRecovers() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await unlock("ann")
    let second = RecoverySecret()
    try await lock("ann", second)
    try await place.write("ann", "m2", "Cleopatra")
    for former in [place.recovery, RecoverySecret()] {
      let error = await #expect(throws: LedgerError.self) { try await recover("eve", former) }
      #expect([.refused, .locked].contains(error?.code), "\(String(describing: error))")
    }
    try await recover("ben", second)
    #expect(try await place.names("ben") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
    try await place.write("ben", "m3", "Agatha")
    #expect(try await place.names("ann").count == 3)
    // By the key alone, without becoming a member.
    var options = place.options("cid")
    options.keys = .closure { second.paper }
    let reading = try await Ledger.open(at: place.ledger, systems: [.house], options: options)
    #expect(try await reading.get(kind: "house.member", id: "m3")?["name"] == "Agatha")
    await reading.close()
  }

  /// The former lock is over: whoever made the present one held it.
  @Test func whoLocksAgainIsNotSentToAnotherLock() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await unlock("ann")
    try await lock("ann", RecoverySecret())
    #expect(try await status("ann").lock?.lockedAnewBy == [])
    let joining = Joining(at: place.ledger, options: place.options("ann"))
    let error = await #expect(throws: LedgerError.self) { try await joining.again() }
    #expect(error?.code == .refused)
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
  }

  @Test func aFormerPaperIsNotTakenForTheNewest() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let next = RecoverySecret()
    let ledger = try await place.open("ann")
    #expect(try await ledger.devices.accepts(place.recovery))
    try await ledger.devices.replaceRecovery(place.recovery, by: next)
    #expect(try await ledger.devices.accepts(next))
    #expect(try await !ledger.devices.accepts(place.recovery))
    await ledger.close()
    // What it opens is an old part, as a copy that lags behind has it: nothing of Ann's.
    let error = await #expect(throws: LedgerError.self) { try await recover("eve", place.recovery) }
    #expect(error?.code == .refused || error?.code == .locked, "\(String(describing: error))")
    try await recover("eve", next)
    #expect(try await place.names("eve") == ["m1": "Wilhelmina"])
  }

  @Test func whatDoesNotCountDoesNotCountByUnlocking() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m1", "Bartholomew")
    // Ben's folder of before, in which he goes on.
    let copy = place.folder.path + "/thief"
    try FileManager.default.copyItem(atPath: place.ledger, toPath: copy)
    let ledger = try await place.open("ann")
    try await ledger.devices.revoke(try await ledger.devices.device(matching: "ben").replica)
    await ledger.close()
    let before = try place.files().keys
    try FileManager.default.removeItem(atPath: place.ledger + "/daybook.json")
    let mine = place.ledger + ".mine"
    try FileManager.default.moveItem(atPath: place.ledger, toPath: mine)
    try FileManager.default.moveItem(atPath: copy, toPath: place.ledger)
    try await place.write("ben", "m1", "overwritten")
    for (path, bytes) in try place.files() where !before.contains(path) && path.contains(".jsonl") {
      try bytes.write(to: URL(fileURLWithPath: mine + "/" + path))
    }
    try FileManager.default.copyItem(atPath: place.ledger + "/daybook.json", toPath: mine + "/daybook.json")
    try FileManager.default.removeItem(atPath: place.ledger)
    try FileManager.default.moveItem(atPath: mine, toPath: place.ledger)
    #expect(try await place.names("ann") == ["m1": "Bartholomew"])
    #expect(try await status("ann").lock?.uncounted.count == 1)
    let options = place.options("ann")
    let error = await #expect(throws: LedgerError.self) {
      try await Ledger.unlock(at: place.ledger, options: options)
    }
    #expect(error?.code == .refused, "\(String(describing: error))")
    #expect(try await place.names("ann") == ["m1": "Bartholomew"])
    #expect(try await Ledger.unlock(at: place.ledger, countingAll: true, options: options) == [])
    #expect(try await place.names("ann") == ["m1": "overwritten"])
  }

  /// All unlocked it, one locks it again: the others were members before, and join by words as at first.
  @Test func aFormerMemberJoinsTheNextLock() async throws {
    try await place.found(by: "ann")
    for machine in ["ben", "cid"] {
      try await place.join(machine, by: "ann")
      try await place.write(machine, machine, machine)
    }
    for machine in ["ann", "ben", "cid"] { try await unlock(machine) }
    let second = RecoverySecret()
    try await lock("ann", second)
    for machine in ["ben", "cid"] {
      try await place.join(machine, by: "ann")
      try await place.write(machine, machine, "\(machine) again")
    }
    for machine in ["ann", "ben", "cid"] {
      #expect(try await place.names(machine) == ["ben": "ben again", "cid": "cid again"], "\(machine)")
    }
    #expect(try place.files().keys.allSatisfy { !$0.hasSuffix(".jsonl.zst") })
    try await recover("eve", second)
    #expect(try await place.names("eve").count == 2)
    let error = await #expect(throws: LedgerError.self) { try await recover("fay", place.recovery) }
    #expect(error != nil)
  }

  /// Two machines locked the ledger before they heard of each other.
  @Test func oneOfTwoLocksIsLeft() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.write("ben", "m2", "Bartholomew")
    let apart = place.ledger + ".apart"
    try FileManager.default.copyItem(atPath: place.ledger, toPath: apart)
    try await lock("ann", place.recovery)
    let folder = place.ledger
    let anns = folder + ".anns"
    try FileManager.default.moveItem(atPath: folder, toPath: anns)
    try FileManager.default.moveItem(atPath: apart, toPath: folder)
    try await lock("ben", RecoverySecret())
    try await place.write("ben", "m3", "Cleopatra")
    // Each replica's files as its own machine has them.
    let ann = try await place.device("ben", on: "ben").replica
    for replica in try FileManager.default.contentsOfDirectory(atPath: anns + "/replicas")
    where replica != ann.description {
      let target = folder + "/replicas/" + replica
      try FileManager.default.removeItem(atPath: target)
      try FileManager.default.moveItem(atPath: anns + "/replicas/" + replica, toPath: target)
    }
    for machine in ["ann", "ben"] {
      #expect(try await status(machine).lock?.lockedApart.count == 1, "\(machine)")
    }
    try await Joining(at: folder, options: place.options("ben")).again()
    try await place.join("ben", by: "ann")
    let names = ["m1": "Wilhelmina", "m2": "Bartholomew", "m3": "Cleopatra"]
    for machine in ["ann", "ben"] { #expect(try await place.names(machine) == names, "\(machine)") }
    #expect(try await status("ann").lock?.lockedApart == [])
  }

  @Test func filesOfAReplicaThatIsRetiredLaterAreEncrypted() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.write("ben", "m2", "Bartholomew")
    try await lock("ann", place.recovery)
    #expect(try await status("ann").lock?.plainFiles.map(\.count).isEmpty == false)
    let ledger = try await place.open("ann")
    let ben = try #require(try await ledger.replicas.status().replicas.first { $0.name == "ben" }).id
    try await ledger.replicas.retire(ben)
    await ledger.close()
    try await place.write("ann", "m3", "Cleopatra")
    #expect(try await status("ann").lock?.plainFiles.map(\.count) == [])
    #expect(try await place.names("ann").count == 3)
  }

  /// What lies in a gap of a member may be a revocation of the one that asks.
  @Test func nobodyIsLetInWhileAMembersLogHasAGap() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    for number in 1...3 { try await place.write("ann", "m\(number)", "n\(number)") }
    let ann = try await place.device("ann", on: "ben").replica
    let folder = "\(place.ledger)/replicas/\(ann)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".jsonl.zst.age") }.sorted()
    let lost = "\(folder)/\(files[files.count - 2])"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: lost))
    try FileManager.default.removeItem(atPath: lost)
    let joining = Joining(at: place.ledger, options: place.options("cid"))
    guard case .asking(let device, _) = try await joining.step() else {
      Issue.record("the device does not ask")
      return
    }
    let ledger = try await place.open("ben")
    try joining.confirm(try await ledger.devices.offer(to: device))
    let error = await #expect(throws: LedgerError.self) { try await ledger.devices.approve(device) }
    #expect(error?.code == .refused)
    await ledger.close()
    #expect(try await joining.step() == .confirmed(device: device))
    try bytes.write(to: URL(fileURLWithPath: lost))
    let whole = try await place.open("ben")
    try await whole.devices.approve(device)
    await whole.close()
    #expect(try await joining.step() == .member)
  }
}
