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
    let ben = try await ledger.device(matching: "ben").replica
    try await ledger.revoke(ben)
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
    _ = try await ledger.replicate(with: copy)
    try await ledger.revoke(try await ledger.device(matching: "cid").replica)
    _ = try await ledger.replicate(with: copy)
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
    #expect(try await ledger.verify().findings.isEmpty)
    await ledger.close()
  }
}
