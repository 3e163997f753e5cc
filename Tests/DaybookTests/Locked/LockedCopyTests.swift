import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// Copies of a ledger of which one is locked and another is not.
@Suite struct LockedCopyTests {
  private let place: LockedPlace
  private var copy: String { place.folder.path + "/copy" }

  init() throws { place = try LockedPlace() }

  private func plainFiles(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".zst") }
  }

  /// A machine that was away when the ledger was locked: its files are plain.
  @Test func aPlainCopyIsNotBroughtIntoALockedOne() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    try FileManager.default.copyItem(atPath: place.ledger, toPath: copy)
    try await Ledger.lock(at: place.ledger, recovery: place.recovery, options: place.options("ann"))
    let before = try place.files()
    let ledger = try await Ledger.open(at: copy, systems: [.house], options: place.options("ben"))
    for direction in [ReplicationDirection.both, .push, .pull] {
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.replicas.replicate(with: place.ledger, direction: direction)
      }
      #expect(error?.code == .locked, "\(String(describing: error))")
    }
    await ledger.close()
    #expect(try place.files() == before)
    // A member brings its own plain backup in, encrypted.
    let member = try await place.open("ann")
    _ = try await member.replicas.replicate(with: copy)
    await member.close()
    #expect(try plainFiles(place.ledger) == [])
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
  }

  /// A device joins in its own copy of the folder, which a member brings together with the others.
  private func joinInCopy(_ new: String, by member: String) async throws {
    let ledger = try await place.open(member)
    _ = try await ledger.replicas.replicate(with: copy)
    let joining = Joining(at: copy, options: place.options(new))
    guard case .asking(let device, _) = try await joining.step() else {
      Issue.record("not asking")
      return
    }
    _ = try await ledger.replicas.replicate(with: copy)
    let words = try await ledger.devices.offer(to: device)
    _ = try await ledger.replicas.replicate(with: copy)
    try joining.confirm(words)
    try await ledger.devices.approve(device)
    _ = try await ledger.replicas.replicate(with: copy)
    #expect(try await joining.step() == .member)
    await ledger.close()
  }

  /// Who unlocked goes on with copies that it can read, and not with those that were locked anew.
  @Test func whoUnlockedDoesNotDecryptANewLock() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await joinInCopy("ben", by: "ann")
    try await Ledger.unlock(at: copy, options: place.options("ben"))
    let ledger = try await Ledger.open(at: copy, systems: [.house], options: place.options("ben"))
    _ = try await ledger.replicas.replicate(with: place.ledger, dryRun: true)
    try await Ledger.unlock(at: place.ledger, options: place.options("ann"))
    try await Ledger.lock(at: place.ledger, recovery: RecoverySecret(), options: place.options("ann"))
    try await place.write("ann", "m2", "Cleopatra")
    let before = try place.files()
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.replicas.replicate(with: place.ledger)
    }
    #expect(error?.code == .locked, "\(String(describing: error))")
    await ledger.close()
    #expect(try place.files() == before)
  }

  /// Each machine has its own copy of the folder. A new recovery key makes every writer encrypt its blobs anew; the former
  /// files are nobody's then.
  @Test func formerFilesOfABlobGo() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    let ledger = try await place.open("ann")
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    _ = try await ledger.storeBlob(content)
    func blobs(_ folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
        $0.hasPrefix("blobs/") && $0.hasSuffix(".age")
      }
    }
    _ = try await ledger.replicas.replicate(with: copy)
    #expect(try blobs(copy) == blobs(place.ledger))
    var former = place.recovery
    for round in 1...3 {
      let before = try blobs(place.ledger)
      let next = RecoverySecret()
      try await ledger.devices.replaceRecovery(former, by: next)
      former = next
      let report = try await ledger.replicas.replicate(with: copy)
      #expect(report.findings.isEmpty, "\(report.findings)")
      #expect(report.pulled.blobs == 0 && report.pushed.blobs == 1, "round \(round)")
      #expect(try blobs(copy) == blobs(place.ledger) && blobs(copy).count == 1, "round \(round)")
      #expect(try blobs(copy) != before)
    }
    await ledger.close()
  }

  /// A backup from before the lock, laid over the folder, takes the description with it.
  @Test func theDescriptionSaysAgainThatTheLedgerIsLocked() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    let plain = try #require(try place.files()["daybook.json"])
    try await Ledger.lock(at: place.ledger, recovery: place.recovery, options: place.options("ann"))
    let locked = try #require(try place.files()["daybook.json"])
    try await place.join("ben", by: "ann")
    for machine in ["ann", "ben"] {
      try plain.write(to: URL(fileURLWithPath: place.ledger + "/daybook.json"))
      #expect(try await place.names(machine) == ["m1": "Wilhelmina"])
      try await place.write(machine, "m1", "Wilhelmina")
      #expect(try place.files()["daybook.json"] == locked, "\(machine)")
    }
    // And in copies.
    let ledger = try await place.open("ann")
    _ = try await ledger.replicas.replicate(with: copy)
    try plain.write(to: URL(fileURLWithPath: copy + "/daybook.json"))
    _ = try await ledger.replicas.replicate(with: copy)
    await ledger.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "/daybook.json")) == locked)
  }
}
