import Daybook
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// A device whose folder lacks what let the others in.
@Suite struct MissingApprovalTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  @Test func itGoesOnWritingForThem() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    let ledger = try await place.open("ann")
    try await ledger.commit { try $0.upsert(Member(id: "m1") { $0.name = "one" }) }
    _ = try await ledger.maintenance.seal()
    await ledger.close()
    let (ann, id) = (try await place.device("ann", on: "ann").replica, ledger.info.id)
    try await place.write("ben", "m2", "two")
    let own = try place.files().filter {
      $0.key.hasPrefix("replicas/\(ann)/") && $0.key.hasSuffix(".zst.age")
    }
    for path in own.keys { try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)") }
    // Another device holds them, so that this one keeps no copies.
    try FileManager.default.removeItem(
      atPath: "\(place.folder.path)/state-ann/\(StateLayout.folder(ledger: id, replica: ann))/former")
    try await place.write("ann", "m3", "three")
    for (path, bytes) in own { try bytes.write(to: URL(fileURLWithPath: "\(place.ledger)/\(path)")) }
    #expect(try await place.names("ben") == ["m1": "one", "m2": "two", "m3": "three"])
  }

  @Test func aMemberThatLacksItsOwnApprovalSaysWhatToDo() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m1", "one")
    let ann = try await place.device("ann", on: "ann").replica
    let others = try place.files().filter {
      $0.key.hasPrefix("replicas/\(ann)/") && $0.key.hasSuffix(".zst.age")
    }
    for path in others.keys { try FileManager.default.removeItem(atPath: "\(place.ledger)/\(path)") }
    let error = await #expect(throws: LedgerError.self) { try await place.write("ben", "m2", "two") }
    #expect(error?.code == .locked && error?.description.contains("lacks the files that approve it") == true)
    for (path, bytes) in others { try bytes.write(to: URL(fileURLWithPath: "\(place.ledger)/\(path)")) }
    try await place.write("ben", "m2", "two")
    #expect(try await place.names("ben") == ["m1": "one", "m2": "two"])
  }
}
