import DaybookModel
import DaybookReplication
import DaybookTestSupport
import DaybookView
import Foundation
import Testing

@testable import Daybook

/// An answer from a snapshot needs no key, so a process that gives one reads none.
@Suite struct DeferredKeysTests {
  private let place: LockedPlace
  private let keys: String
  private let schemas: SchemaRegistry

  init() async throws {
    place = try LockedPlace()
    schemas = try SchemaRegistry([.daybook, .house])
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let ledger = try await place.open("ann")
    keys = "\(place.folder.path)/state-ann/\(StateLayout.folder(ledger: ledger.info.id))/locking"
    await ledger.close()
    // Makes the snapshot.
    _ = try name("m1", defersKeys: false)
  }

  private func opened(defersKeys: Bool) throws -> SynchronousLedger {
    var options = place.options("ann")
    options.snapshots = .always
    // The files are old enough to be known again.
    options.fileTime = { SystemClock.now().milliseconds * 1_000_000 + 60_000_000_000 }
    return try SynchronousLedger.open(
      at: place.ledger, schemas: schemas, options: options, defersKeys: defersKeys)
  }

  private func name(_ id: String, defersKeys: Bool = true) throws -> String? {
    try opened(defersKeys: defersKeys).get(kind: "house.member", id: id)?["name"]?.string
  }

  /// Overwrites files of keys with as many other bytes.
  private func damageKeys(_ isDamaged: (String) -> Bool = { $0 != "taken.json" && $0 != "lock.json" }) throws
  {
    for name in try FileManager.default.contentsOfDirectory(atPath: keys) where isDamaged(name) {
      let file = URL(fileURLWithPath: "\(keys)/\(name)")
      try Data(repeating: UInt8(ascii: "x"), count: Data(contentsOf: file).count).write(to: file)
    }
  }

  @Test func anAnswerFromASnapshotReadsNoKey() throws {
    try damageKeys()
    #expect(try name("m1") == "Wilhelmina")
    let error = #expect(throws: LedgerError.self) { try name("m1", defersKeys: false) }
    #expect(error?.code == .unreadableKey)
  }

  @Test func whatCameSinceNeedsThem() async throws {
    try await place.write("ann", "m2", "Cleopatra")
    #expect(try name("m2") == "Cleopatra")
    try await place.write("ann", "m3", "Bartholomew")
    try damageKeys()
    let error = #expect(throws: LedgerError.self) { try name("m3") }
    #expect(error?.code == .unreadableKey)
  }

  @Test func withoutASnapshotTheyAreRead() throws {
    #expect(try name("m1") == "Wilhelmina")
    try FileManager.default.removeItem(atPath: "\(place.folder.path)/cache-ann")
    try damageKeys()
    let error = #expect(throws: LedgerError.self) { try name("m1") }
    #expect(error?.code == .unreadableKey)
  }

  @Test(arguments: ["device.key", "lock.json"]) func aKeyThatIsGoneIsNoticed(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(keys)/\(name)")
    let error = #expect(throws: LedgerError.self) { try self.name("m1") }
    #expect([.unreadableKey, .locked].contains(error?.code), "\(String(describing: error))")
  }

  @Test func aLockThatWasCutIsNoticed() throws {
    let file = URL(fileURLWithPath: "\(keys)/lock.json")
    let bytes = try Data(contentsOf: file)
    for damaged in [bytes.dropLast(2), bytes.prefix(bytes.count / 2), Data(count: bytes.count), Data()] {
      try damaged.write(to: file)
      let error = #expect(throws: LedgerError.self) { try name("m1") }
      #expect(error?.code == .unreadableKey)
    }
    // Of others only what needs the lock tells.
    var other = bytes
    let middle = bytes.count / 2
    other.replaceSubrange(middle..<middle + 8, with: Data(repeating: UInt8(ascii: "\""), count: 8))
    try other.write(to: file)
    #expect(try name("m1") == "Wilhelmina")
    let error = #expect(throws: LedgerError.self) { try name("m1", defersKeys: false) }
    #expect(error?.code == .unreadableKey)
  }

  @Test func aLedgerOfItWrites() async throws {
    let ledger = Ledger(try opened(defersKeys: true))
    try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
    await ledger.close()
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
    let files = try place.files().keys.filter { $0.hasSuffix(".zst") }
    #expect(files.isEmpty, "\(files)")
  }
}
