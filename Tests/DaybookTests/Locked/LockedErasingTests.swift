import DaybookLog
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Erasing in a locked ledger.
@Suite struct LockedErasingTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  @Test func valuesAreFoundInEncryptedBlobs() async throws {
    try await place.found(by: "ann")
    let ledger = try await place.open("ann")
    var content = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    content.replaceSubrange(200_000..<200_010, with: Array("SECRETSCAN".utf8))
    let picture = Data(content)
    try await ledger.commit { try $0.upsert(Member(id: "m1") { $0.picture = picture }) }
    let found = try await ledger.erasures.find(values: ["SECRETSCAN", "nothing of this"])
    #expect(found.map(\.number) == [1] && found.first?.file.hasPrefix("blobs/") == true, "\(found)")
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "m1"))
    try await ledger.erasures.removeTexts(now: true)
    #expect(try await ledger.erasures.find(values: ["SECRETSCAN"]).isEmpty)
    await ledger.close()
  }

  /// Ann erased what Ben, who joined, had written.
  private func erasedOfBen() async throws -> (ledger: Ledger, ben: ReplicaID) {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m1", "Bartholomew")
    let ben = try await place.device("ben", on: "ann").replica
    let ledger = try await place.open("ann")
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "m1"))
    return (ledger, ben)
  }

  /// It does not learn of the erasure, and is not waited for.
  @Test func aRevokedDeviceIsShutOutAndNotOpen() async throws {
    let (ledger, ben) = try await erasedOfBen()
    #expect(try await ledger.erasures.list().first?.open.contains(ben) == true)
    try await ledger.devices.revoke(ben)
    let status = try #require(try await ledger.erasures.list().first)
    #expect(!status.open.contains(ben) && status.shutOut == [ben])
    await ledger.close()
  }

  /// It erased something after it was revoked, or nobody had it by then.
  @Test func anErasureThatDoesNotCountVouchesForNoStub() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    let before = try place.files()
    let erasing = try await place.open("ben")
    try await erasing.erasures.erase(ErasureRequest(kind: "house.member", id: "m1"))
    await erasing.close()
    let written = try place.files().filter { before[$0.key] == nil }
    #expect(!written.isEmpty)
    for path in written.keys { try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)") }
    let revoking = try await place.open("ann")
    try await revoking.devices.revoke(revoking.devices.device(matching: "ben").replica)
    #expect(try revoking.auditor.erasures().isEmpty)
    await revoking.close()
    for (path, bytes) in written { try bytes.write(to: URL(fileURLWithPath: "\(place.ledger)/\(path)")) }
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
    let ledger = try await place.open("ann")
    #expect(try ledger.auditor.erasures().isEmpty)
    #expect(try await ledger.audit.verify().isSound)
    await ledger.close()
  }

  /// Nobody waits for what it would have done.
  @Test func theTextsOfARevokedDeviceGoAsThoseOfARetiredReplica() async throws {
    let (ledger, ben) = try await erasedOfBen()
    #expect(try await ledger.erasures.removeTexts(now: true).waitingFor == [ben])
    try await ledger.devices.revoke(ben)
    let report = try await ledger.erasures.removeTexts(now: true)
    #expect(report.waiting == 0 && !report.written.isEmpty, "\(report)")
    #expect(try await ledger.erasures.find(values: ["Bartholomew"]).isEmpty)
    #expect(try await ledger.erasures.list().first?.done.count == 1)
    await ledger.close()
  }

  /// Former epochs stay with the members, so that a new one would hide nothing.
  @Test func anErasureBeginsNoEpoch() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    func rings() throws -> [String] { try place.files().keys.filter { $0.contains("ring") }.sorted() }
    let before = try rings()
    let ledger = try await place.open("ann")
    try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "m1"))
    try await ledger.erasures.removeTexts(now: true)
    await ledger.close()
    #expect(try rings() == before)
  }
}
