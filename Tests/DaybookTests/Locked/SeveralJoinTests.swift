import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// Devices that ask for access at the same time, each with an offer of its own.
@Suite struct SeveralJoinTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  private func asking(_ machine: String) async throws -> (joining: Joining, device: ReplicaID) {
    let joining = Joining(at: place.ledger, options: place.options(machine))
    guard case .asking(let device, _) = try await joining.step() else { throw NotAsking() }
    return (joining, device)
  }

  private struct NotAsking: Error {}

  private func offers() throws -> [String] {
    try place.files().keys.filter { $0.contains("/offer-") }.sorted()
  }

  @Test func noOfferTakesThePlaceOfAnothers() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let (ben, cid) = (try await asking("ben"), try await asking("cid"))
    let ann = try await place.open("ann")
    let words = [try await ann.devices.offer(to: ben.device), try await ann.devices.offer(to: cid.device)]
    // As 'device approve --yes' does, which offers once more.
    for device in [ben.device, cid.device] {
      _ = try await ann.devices.offer(to: device)
      try await ann.devices.approve(device)
    }
    await ann.close()
    #expect(try offers().count == 2)
    for (one, shown) in zip([ben, cid], words) {
      try one.joining.confirm(shown)
      #expect(try await one.joining.step() == .member)
    }
    for machine in ["ben", "cid"] {
      #expect(try await place.names(machine) == ["m1": "Wilhelmina"], "\(machine)")
    }
  }

  /// A copy keeps the newest offer to each device, too.
  @Test func replicatingBringsTheOffersOfAll() async throws {
    try await place.found(by: "ann")
    let devices = [try await asking("ben").device, try await asking("cid").device]
    let copy = place.folder.path + "/copy"
    let ann = try await place.open("ann")
    for _ in 0..<2 {
      for device in devices { _ = try await ann.devices.offer(to: device) }
      _ = try await ann.replicas.replicate(with: copy)
      let found = try FileManager.default.subpathsOfDirectory(atPath: copy).filter { $0.contains("/offer-") }
      #expect(try found.sorted() == offers() && found.count == 2)
    }
    await ann.close()
  }

  /// A device that is revoked before it joined keeps no offer.
  @Test func aRevokedDeviceKeepsNoOffer() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    let cid = try await asking("cid").device
    let ann = try await place.open("ann")
    #expect(try offers().count == 1)
    try await ann.devices.revoke(try await ann.devices.device(matching: "ben").replica)
    _ = try await ann.devices.offer(to: cid)
    #expect(try offers().count == 1)
    await ann.close()
  }
}
