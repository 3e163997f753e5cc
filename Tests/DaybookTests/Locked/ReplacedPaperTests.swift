import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Somebody found the paper that was replaced, and may write into the folder.
@Suite struct ReplacedPaperTests {
  private let place: LockedPlace
  private let next = RecoverySecret()

  init() throws { place = try LockedPlace() }

  private func recover(_ machine: String, _ key: RecoverySecret, at path: String? = nil) async throws {
    try await Ledger.recover(at: path ?? place.ledger, with: key, options: place.options(machine))
  }

  private func replaceRecovery(on machine: String) async throws {
    let ledger = try await place.open(machine)
    try await ledger.devices.replaceRecovery(place.recovery, by: next)
    await ledger.close()
  }

  private func members(on machine: String) async throws -> [String] {
    let ledger = try await place.open(machine)
    defer { Task { await ledger.close() } }
    return try await ledger.devices.list().filter { $0.status == .member }.compactMap(\.name)
  }

  /// A copy from before the replacement still opens with the former key. What its finder signs there comes into the
  /// folder.
  @Test func theFormerKeyLetsNobodyIn() async throws {
    let files = FileManager.default
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let copy = place.ledger + ".copy"
    try files.copyItem(atPath: place.ledger, toPath: copy)
    let before = Set(try files.contentsOfDirectory(atPath: copy + "/replicas"))
    try await replaceRecovery(on: "ann")
    await #expect(throws: LedgerError.self) { try await recover("fay", place.recovery) }
    try await recover("eve", place.recovery, at: copy)
    for eve in try files.contentsOfDirectory(atPath: copy + "/replicas") where !before.contains(eve) {
      try files.copyItem(atPath: "\(copy)/replicas/\(eve)", toPath: "\(place.ledger)/replicas/\(eve)")
    }
    try await place.write("ann", "m2", "Bartholomew")
    #expect(try await members(on: "ann") == ["ann"])
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
    #expect((try? await place.names("eve"))?["m2"] == nil)
  }

  /// The finder was faster: the owner replaces the key, sees the device, and revokes it.
  @Test func whomTheFormerKeyLetInIsKnown() async throws {
    try await place.found(by: "ann")
    try await recover("eve", place.recovery)
    try await place.write("eve", "m1", "Evelyn")
    let ledger = try await place.open("ann")
    #expect(try await ledger.letInByRecovery().devices.map { $0.hasPrefix("eve (") } == [true])
    #expect(try await !ledger.letInByRecovery().isOwn)
    await ledger.close()
    try await replaceRecovery(on: "ann")
    #expect(try await members(on: "ann") == ["ann", "eve"])
    #expect(try await place.names("ann") == ["m1": "Evelyn"])
    let eve = try await place.device("eve", on: "ann").replica
    let again = try await place.open("ann")
    #expect(try await again.letInByRecovery().devices.isEmpty)
    try await again.devices.revoke(eve, with: next)
    await again.close()
    try await place.write("ann", "m2", "Bartholomew")
    #expect(try await members(on: "ann") == ["ann"])
    #expect((try? await place.names("eve"))?["m2"] == nil)
  }

  /// A device that the paper alone let in hears that its finder could do the same.
  @Test func theLastDeviceRestsOnThePaper() async throws {
    try await place.found(by: "ann")
    try await recover("new", place.recovery)
    let ledger = try await place.open("new")
    #expect(try await ledger.letInByRecovery().isOwn)
    try await ledger.devices.replaceRecovery(place.recovery, by: next)
    #expect(try await !ledger.letInByRecovery().isOwn)
    await ledger.close()
    #expect(try await members(on: "new").sorted() == ["ann", "new"])
  }
}
