import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook
@testable import DaybookLocking

/// What a device sees that was revoked, and how it comes back.
@Suite struct RevokedDeviceTests {
  /// Ben joined, wrote, and was revoked by Ann. Returns Ben's replica.
  private func revoked(_ place: LockedPlace) async throws -> ReplicaID {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m2", "Bartholomew")
    #expect(try await place.names("ben") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
    let ledger = try await place.open("ann")
    let ben = try await ledger.devices.device(matching: "ben").replica
    try await ledger.devices.revoke(ben)
    await ledger.close()
    return ben
  }

  @Test func aRevokedDeviceIsRefusedRatherThanShownAnEmptyLedger() async throws {
    let place = try LockedPlace()
    _ = try await revoked(place)
    for _ in 0..<2 {
      let reading = await #expect(throws: LedgerError.self) { try await place.names("ben") }
      #expect(reading?.code == .revoked, "\(String(describing: reading))")
      let writing = await #expect(throws: LedgerError.self) { try await place.write("ben", "m3", "x") }
      #expect(writing?.code == .revoked, "\(String(describing: writing))")
      // It cannot read what the others are called any more.
      let ann = try await place.device("ann", on: "ann").replica
      for error in [reading, writing] {
        let text = error?.description ?? ""
        #expect(text.contains("this device was revoked by ann (\(ann)) at "), "\(text)")
      }
    }
    #expect(try await Joining(at: place.ledger, options: place.options("ben")).step() == .revoked)
  }

  @Test func aRevokedDeviceComesBackAsANewOne() async throws {
    let place = try LockedPlace()
    let former = try await revoked(place)
    try await Joining(at: place.ledger, options: place.options("ben")).again()
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m3", "Cleopatra")
    let names = ["m1": "Wilhelmina", "m2": "Bartholomew", "m3": "Cleopatra"]
    #expect(try await place.names("ben") == names)
    #expect(try await place.names("ann") == names)
    let own = try await place.device("ben", on: "ben")
    #expect(own.status == .member && own.replica != former)
    let member = await #expect(throws: LedgerError.self) {
      try await Joining(at: place.ledger, options: place.options("ben")).again()
    }
    #expect(member?.code == .refused)
  }

  @Test func filesThatLagAreRefusedWithoutANotice() async throws {
    let place = try LockedPlace()
    _ = try await revoked(place)
    for (path, _) in try place.files() where path.contains("/notice-") {
      try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)")
    }
    let error = await #expect(throws: LedgerError.self) { try await place.names("ben") }
    #expect(error?.code == .locked, "\(String(describing: error))")
  }

  /// A stranger, who knows all device files, cannot make a device believe that it was revoked.
  @Test func aStrangersNoticeIsNotBelieved() async throws {
    let place = try LockedPlace()
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    let own = try await place.device("ben", on: "ben").replica
    let ledger = try await place.open("ben")
    let id = ledger.info.id
    await ledger.close()
    let folder = try DiskFileStore(path: place.ledger)
    let ben = try #require(try LockingFiles(of: own, in: folder, ledger: id).device)
    let key = SigningKey()
    let files = DeviceFiles(folder, ledger: id)
    try files.write(AgeIdentity(), key)
    try files.notify(ben.keys, at: Instant(milliseconds: 1_790_000_000_000), by: key)
    #expect(try await Joining(at: place.ledger, options: place.options("ben")).step() == .member)
    try await place.write("ben", "m2", "Bartholomew")
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
  }

  /// Two devices are revoked by one: each has its notice, also in a copy that replicates.
  @Test func eachRevokedDeviceHasItsNotice() async throws {
    let place = try LockedPlace()
    _ = try await revoked(place)
    try await place.join("cid", by: "ann")
    try await place.write("cid", "m3", "Cleopatra")
    let copy = place.folder.path + "/copy"
    var ledger = try await place.open("ann")
    _ = try await ledger.replicas.replicate(with: copy)
    try await ledger.devices.revoke(try await ledger.devices.device(matching: "cid").replica)
    _ = try await ledger.replicas.replicate(with: copy)
    await ledger.close()
    func notices(_ folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains("/notice-") }.sorted()
    }
    #expect(try notices(place.ledger).count == 2)
    #expect(try notices(place.ledger) == notices(copy))
    for device in ["ben", "cid"] {
      #expect(
        try await Joining(at: place.ledger, options: place.options(device)).step() == .revoked, "\(device)")
    }
    ledger = try await place.open("ann")
    #expect(try await ledger.audit.verify().findings.isEmpty)
    await ledger.close()
  }

  /// The laptop that locked the ledger was lost; the paper let another device in, which revoked it by the recovery key. The
  /// laptop has never heard of that device.
  @Test(arguments: [false, true]) func aDeviceRevokedByTheRecoveryKeyLearnsOfIt(hasNewPaper: Bool)
    async throws
  {
    let place = try LockedPlace()
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await Ledger.recover(at: place.ledger, with: place.recovery, options: place.options("ben"))
    var recovery = place.recovery
    let ledger = try await place.open("ben")
    if hasNewPaper {
      recovery = RecoverySecret()
      try await ledger.devices.replaceRecovery(place.recovery, by: recovery)
    }
    let ann = try #require(try await ledger.devices.list().first { !$0.isOwn }).replica
    try await ledger.devices.revoke(ann, with: recovery)
    await ledger.close()
    let joining = Joining(at: place.ledger, options: place.options("ann"))
    #expect(try await joining.step() == .revoked)
    let reading = await #expect(throws: LedgerError.self) { try await place.names("ann") }
    #expect(reading?.code == .revoked, "\(String(describing: reading))")
    #expect(reading?.description.contains("this device was revoked by the recovery key at ") == true)
    let writing = await #expect(throws: LedgerError.self) { try await place.write("ann", "m2", "x") }
    #expect(writing?.code == .revoked, "\(String(describing: writing))")
    try await joining.again()
    try await place.join("ann", by: "ben")
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
  }

  /// A notice that was removed is written again, so that whoever asks in vain hears why.
  @Test func aNoticeThatWasRemovedComesBack() async throws {
    let place = try LockedPlace()
    _ = try await revoked(place)
    func notices() throws -> [String] { try place.files().keys.filter { $0.contains("/notice-") } }
    for path in try notices() { try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)") }
    try await place.write("ann", "m3", "Cleopatra")
    #expect(try notices().count == 1)
    #expect(try await Joining(at: place.ledger, options: place.options("ben")).step() == .revoked)
  }

  /// Without its notice, a device takes the others for a lock of their own and leaves its lock; it asks in vain until the
  /// notice comes.
  @Test func aDeviceThatLeftItsLockStillLearnsThatItWasRevoked() async throws {
    let place = try LockedPlace()
    try await place.found(by: "ann")
    try await Ledger.recover(at: place.ledger, with: place.recovery, options: place.options("ben"))
    let ledger = try await place.open("ben")
    let ann = try #require(try await ledger.devices.list().first { !$0.isOwn }).replica
    try await ledger.devices.revoke(ann, with: place.recovery)
    await ledger.close()
    for path in try place.files().keys where path.contains("/notice-") {
      try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)")
    }
    let joining = Joining(at: place.ledger, options: place.options("ann"))
    try await joining.again()
    guard case .asking(ann, _) = try await joining.step() else {
      Issue.record("not asking as the same device")
      return
    }
    try await place.write("ben", "m1", "Bartholomew")
    #expect(try await joining.step() == .revoked)
    try await joining.again()
    try await place.join("ann", by: "ben")
    #expect(try await place.names("ann") == ["m1": "Bartholomew"])
  }
}
