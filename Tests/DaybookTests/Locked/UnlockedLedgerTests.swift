import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// A ledger that one member unlocked and the others not yet.
@Suite struct UnlockedLedgerTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  private func unlock(_ machine: String) async throws -> [String] {
    try await Ledger.unlock(at: place.ledger, options: place.options(machine))
  }

  private func status(_ machine: String) async throws -> StatusReport {
    let ledger = try await place.open(machine)
    defer { Task { await ledger.close() } }
    return try await ledger.replicas.status()
  }

  private func encrypted() throws -> [String] {
    try place.files().keys.filter { $0.hasSuffix(".zst.age") }
  }

  private func found() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m2", "Bartholomew")
  }

  @Test func aMemberThatStillEncryptsIsReadAndTold() async throws {
    try await found()
    #expect(try await unlock("ann") == [])
    #expect(try encrypted() == [])
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
    var ledger = try await place.open("ben")
    let reference = try await ledger.storeBlob(content)
    await ledger.close()
    try await place.write("ben", "m3", "Cleopatra")
    try await place.write("ann", "m4", "Agatha")
    #expect(try encrypted().count == 2)
    let names = ["m1": "Wilhelmina", "m2": "Bartholomew", "m3": "Cleopatra", "m4": "Agatha"]
    let ann = try await place.device("ann", on: "ben").replica
    for machine in ["ann", "ben"] {
      #expect(try await place.names(machine) == names, "\(machine)")
      ledger = try await place.open(machine)
      #expect(try await ledger.blob(reference) == content, "\(machine)")
      #expect(try await ledger.audit.verify().findings == [], "\(machine)")
      await ledger.close()
    }
    #expect(try await status("ann").lock == nil)
    #expect(try await status("ann").encryptedFiles.map(\.count) == [1])
    #expect(try await status("ben").lock?.unlockedBy == [ann])
    // What is left is decrypted when the first does it again, and nothing new is encrypted once the second has done it.
    #expect(try await unlock("ann") == [])
    #expect(try encrypted() == [])
    #expect(try await unlock("ben") == [])
    try await place.write("ben", "m5", "Ottoline")
    #expect(try encrypted() == [])
    #expect(try await status("ben").lock == nil)
    #expect(try await place.names("eve").count == 5)
  }

  @Test func replicatingKeepsThePlainFiles() async throws {
    try await found()
    let copy = place.folder.path + "/copy"
    var ledger = try await place.open("ann")
    _ = try await ledger.replicas.replicate(with: copy)
    await ledger.close()
    #expect(try await unlock("ann") == [])
    ledger = try await place.open("ann")
    #expect(try await ledger.replicas.replicate(with: copy).findings.isEmpty)
    await ledger.close()
    #expect(try encrypted() == [])
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
  }

  @Test func whatIsUnlockedIsLeftAsItIs() async throws {
    try await found()
    #expect(try await unlock("ann") == [])
    #expect(try await unlock("ann") == [])
    let error = await #expect(throws: LedgerError.self) { try await unlock("eve") }
    #expect(error?.code == .refused)
  }

  /// The description of the other members' copies still says that it is locked.
  @Test func aLockThatComesBackIsJoinedAgain() async throws {
    try await found()
    let description = try Data(contentsOf: URL(fileURLWithPath: place.ledger + "/daybook.json"))
    #expect(try await unlock("ann") == [])
    try description.write(to: URL(fileURLWithPath: place.ledger + "/daybook.json"))
    let error = await #expect(throws: LedgerError.self) { try await place.names("ann") }
    #expect(error?.code == .locked)
    #expect(try await Joining(at: place.ledger, options: place.options("ann")).step() == .member)
    try await place.write("ann", "m3", "Cleopatra")
    #expect(try encrypted().count == 1)
    #expect(try await place.names("ben").count == 3)
  }

  @Test func anUnlockedLedgerIsLockedAnew() async throws {
    try await found()
    #expect(try await unlock("ann") == [])
    let recovery = RecoverySecret()
    try await Ledger.lock(at: place.ledger, recovery: recovery, options: place.options("ann"))
    try await place.write("ann", "m3", "Cleopatra")
    // Ben still counts by the lock that he confirmed, until he asks anew.
    let ann = try await place.device("ann", on: "ann").replica
    #expect(try await status("ben").lock?.lockedAnewBy == [ann])
    let ben = Joining(at: place.ledger, options: place.options("ben"))
    try await ben.again()
    try await place.join("ben", by: "ann")
    let names = ["m1": "Wilhelmina", "m2": "Bartholomew", "m3": "Cleopatra"]
    #expect(try await place.names("ben") == names)
    #expect(try await place.names("ann") == names)
  }
}
