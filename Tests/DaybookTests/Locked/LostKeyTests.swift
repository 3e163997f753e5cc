import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Keys that are damaged, gone, old or typed on another machine.
@Suite struct LostKeyTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  private func keys(of machine: String) throws -> String {
    let state = place.folder.path + "/state-\(machine)"
    let found = try FileManager.default.subpathsOfDirectory(atPath: state).filter {
      $0.hasSuffix("/device.key")
    }
    return "\(state)/" + (try #require(found.first) as NSString).deletingLastPathComponent
  }

  private func recover(_ machine: String, _ key: RecoverySecret) async throws {
    try await Ledger.recover(at: place.ledger, with: key, options: place.options(machine))
  }

  private func check(_ machine: String, _ key: RecoverySecret) async throws -> Ledger.KeyCheck {
    try await Ledger.check(key, at: place.ledger, options: place.options(machine))
  }

  /// In each way in which a device's own keys are damaged, it goes on as a new device when somebody asks for that.
  @Test(arguments: ["device.key", "lock.json", "epochs", "device.key gone", "epochs gone"])
  func aDeviceWithDamagedKeysBecomesAnother(_ what: String) async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let former = try await place.device("ann", on: "ann").replica
    let keys = try keys(of: "ann")
    let name = what.replacingOccurrences(of: " gone", with: "")
    let file = "\(keys)/\(name == "epochs" ? "\(former).json" : name)"
    if what.hasSuffix(" gone") {
      try FileManager.default.removeItem(atPath: file)
    } else {
      try Data("AGE-SECRET-K".utf8).write(to: URL(fileURLWithPath: file))
    }
    let joining = Joining(at: place.ledger, options: place.options("ann"))
    let error = await #expect(throws: LedgerError.self) { try await place.write("ann", "m2", "x") }
    #expect(
      error?.code == .unreadableKey && error?.advice?.contains("Joining.again()") == true,
      "\(String(describing: error))")
    try await joining.again()
    guard case .asking(let device, _) = try await joining.step() else {
      Issue.record("not asking")
      return
    }
    #expect(device != former)
    // What is left of the former keys is there.
    #expect(FileManager.default.fileExists(atPath: "\(keys)/former-\(former)/replica"))
    try await recover("ann", place.recovery)
    try await place.write("ann", "m2", "Cleopatra")
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
    let ledger = try await place.open("ann")
    #expect(try await ledger.audit.verify().findings == [])
    await ledger.close()
  }

  /// Sound keys are not given up.
  @Test func aMemberStaysOne() async throws {
    try await place.found(by: "ann")
    let error = await #expect(throws: LedgerError.self) {
      try await Joining(at: place.ledger, options: place.options("ann")).again()
    }
    #expect(error?.code == .refused)
  }

  @Test func aPaperIsCheckedWhereNoDeviceIsLeft() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await recover("ben", place.recovery)
    let next = RecoverySecret()
    let ledger = try await place.open("ann")
    try await ledger.devices.replaceRecovery(place.recovery, by: next)
    await ledger.close()
    // Ben has not written since: his files still open with the former key.
    let former = try await check("eve", place.recovery)
    #expect(!former.isPresent && former.devices?.opened == 1 && former.devices?.all == 2, "\(former)")
    let error = await #expect(throws: LedgerError.self) { try await recover("fay", place.recovery) }
    #expect(error?.what.contains("1 of 2 devices") == true, "\(String(describing: error))")
    try await place.write("ben", "m2", "Bartholomew")
    #expect(try await !check("eve", place.recovery).isPresent)
    #expect(try await !check("eve", RecoverySecret()).isPresent)
    #expect(try await check("eve", next).isPresent)
    #expect(
      !FileManager.default.fileExists(
        atPath: place.folder.path + "/state-eve/ledgers/\(ledger.info.id)/locking"))
  }

  /// Of a member's files that lie elsewhere the machine says which member it was, and makes no replica that nobody knows.
  @Test func aMemberInAnotherFolderIsToldWhy() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let ann = try await place.device("ann", on: "ann").replica
    let former = place.ledger + ".former"
    try FileManager.default.copyItem(atPath: place.ledger, toPath: place.ledger + ".copy")
    try FileManager.default.moveItem(atPath: place.ledger, toPath: former)
    let copied = try LockedPlaceElsewhere(place, "l.copy")
    for _ in 0..<2 {
      let error = await #expect(throws: LedgerError.self) { try await copied.write("ann", "m2", "x") }
      #expect(
        error?.code == .locked && error?.what.contains("\(ann)") == true, "\(String(describing: error))")
      #expect(error?.advice?.contains("/l, or make it a new device") == true, "\(String(describing: error))")
    }
    try FileManager.default.moveItem(atPath: former, toPath: place.ledger)
    try await place.write("ann", "m2", "Cleopatra")
    #expect(try await place.device("ann", on: "ann").replica == ann)
    // As a new device it is let in by the first.
    let joining = Joining(at: copied.path, options: place.options("ann"))
    guard case .confirmed(let device) = try await joining.step() else {
      Issue.record("not waiting")
      return
    }
    #expect(device != ann)
  }
}

/// The same machines in another folder.
private struct LockedPlaceElsewhere {
  let place: LockedPlace
  let path: String

  init(_ place: LockedPlace, _ name: String) throws {
    (self.place, path) = (place, place.folder.path + "/\(name)")
  }

  func write(_ machine: String, _ id: String, _ name: String) async throws {
    let ledger = try await Ledger.open(at: path, systems: [.house], options: place.options(machine))
    do {
      try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = name }) }
      await ledger.close()
    } catch {
      await ledger.close()
      throw error
    }
  }
}
