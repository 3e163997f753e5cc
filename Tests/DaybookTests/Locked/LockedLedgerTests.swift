import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@Suite struct LockedLedgerTests {
  private let place: LockedPlace

  init() throws { place = try LockedPlace() }

  @Test func aLockedLedgerShowsNothingToAHolderOfItsFolder() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.write("ann", "m2", "Bartholomew")
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
    let files = try place.files()
    #expect(files.keys.contains { $0.hasSuffix(".jsonl.zst.age") })
    #expect(!files.keys.contains { $0.hasSuffix(".jsonl.zst") })
    let ledger = try await place.open("ann")
    #expect(try await ledger.audit.verify().findings == [])
    #expect(try await ledger.audit.checkReplay().isSame)
    #expect(try await ledger.devices.list().map(\.status) == [.member])
    await ledger.close()
    await #expect { try await place.names("ben") } throws: { ($0 as? LedgerError)?.code == .locked }
  }

  @Test func aDeviceJoinsAndBothWrite() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m2", "Bartholomew")
    try await place.write("ann", "m3", "Cleopatra")
    let all = ["m1": "Wilhelmina", "m2": "Bartholomew", "m3": "Cleopatra"]
    #expect(try await place.names("ann") == all)
    #expect(try await place.names("ben") == all)
    for machine in ["ann", "ben"] {
      let ledger = try await place.open(machine)
      #expect(try await ledger.audit.verify().findings == [])
      #expect(try await ledger.devices.list().map(\.name) == ["ann", "ben"])
      await ledger.close()
    }
  }

  @Test func aRevokedDeviceReadsNothingThatIsWrittenLater() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m1", "Bartholomew")
    let ben = try await place.device("ben", on: "ann").replica
    let ledger = try await place.open("ann")
    try await ledger.devices.revoke(ben)
    await ledger.close()
    try await place.write("ann", "m2", "Cleopatra")
    #expect(try await place.names("ann") == ["m1": "Bartholomew", "m2": "Cleopatra"])
    let error = await #expect(throws: LedgerError.self) { try await place.write("ben", "m3", "x") }
    #expect(error?.code == .revoked || error?.code == .locked, "\(String(describing: error))")
    let seen = try? await place.names("ben")
    #expect(seen?["m2"] == nil)
  }

  @Test func aPlainLedgerIsLockedAndUnlocked() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    var ledger = try await place.open("ann")
    let digest = try await ledger.audit.replay(digests: true).digest
    await ledger.close()
    try await Ledger.lock(at: place.ledger, recovery: place.recovery, options: place.options("ann"))
    #expect(try place.files().keys.allSatisfy { !$0.hasSuffix(".jsonl.zst") })
    ledger = try await place.open("ann")
    #expect(try await ledger.audit.replay(digests: true).digest == digest)
    #expect(try await ledger.audit.verify().findings == [])
    await ledger.close()
    #expect(try await Ledger.unlock(at: place.ledger, options: place.options("ann")) == [])
    #expect(try place.files().keys.allSatisfy { !$0.hasSuffix(".jsonl.zst.age") })
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
    try await place.write("ann", "m2", "Cleopatra")
    #expect(try await place.names("ben") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
  }

  @Test func theRecoveryKeyOpensItWhenAllDevicesAreLost() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    var reading = place.options("eve")
    reading.keys = .closure { [recovery = place.recovery] in recovery.paper }
    let ledger = try await Ledger.open(at: place.ledger, systems: [.house], options: reading)
    #expect(try await ledger.get(kind: "house.member", id: "m1")?["name"] == "Wilhelmina")
    await #expect(throws: LedgerError.self) {
      try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "x" }) }
    }
    await ledger.close()
    try await Ledger.recover(at: place.ledger, with: place.recovery, options: place.options("cid"))
    try await place.write("cid", "m2", "Cleopatra")
    #expect(try await place.names("cid") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Cleopatra"])
  }

  /// What makes the device a member lies in its journal alone, when it is asked for first.
  @Test func theRecoveryKeyOpensItBeforeAnythingIsPublished() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m1", "Bartholomew")
    let ledger = try await place.open("ann")
    try await ledger.devices.revoke(try await ledger.devices.device(matching: "ben").replica)
    await ledger.close()
    try await place.write("ann", "m2", "Wilhelmina")
    var options = place.options("cid")
    options.publishing = LedgerOptions().publishing
    try await Ledger.recover(at: place.ledger, with: place.recovery, options: options)
    #expect(try await place.names("cid") == ["m1": "Bartholomew", "m2": "Wilhelmina"])
    #expect(try await place.device("cid", on: "cid").status == .member)
  }

  @Test func whoHasNotJoinedIsRefused() async throws {
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.write("ben", "m2", "Bartholomew")
    try await Ledger.lock(at: place.ledger, recovery: place.recovery, options: place.options("ann"))
    #expect(try await place.names("ann") == ["m1": "Wilhelmina", "m2": "Bartholomew"])
    await #expect { try await place.write("ben", "m3", "x") } throws: {
      ($0 as? LedgerError)?.code == .locked
    }
    // He joins as the replica that he was.
    try await place.join("ben", by: "ann")
    try await place.write("ben", "m3", "Cleopatra")
    #expect(try await place.names("ann").count == 3)
    #expect(try place.files().keys.allSatisfy { !$0.hasSuffix(".jsonl.zst") })
  }

  /// Somebody with write access to the folder puts files of a replica of their own into it.
  private func intrude() async throws {
    let copy = place.folder.path + "/stranger"
    try FileManager.default.createDirectory(atPath: copy + "/replicas", withIntermediateDirectories: true)
    let text = try String(contentsOfFile: place.ledger + "/daybook.json", encoding: .utf8)
    try text.replacing(",\"locked\":true", with: "").write(
      toFile: copy + "/daybook.json", atomically: true, encoding: .utf8)
    let ledger = try await Ledger.open(at: copy, systems: [.house], options: place.options("eve"))
    try await ledger.commit { try $0.upsert(Member(id: "m1") { $0.name = "Mallory" }) }
    try await ledger.commit { try $0.upsert(Member(id: "s1") { $0.name = "Mallory" }) }
    await ledger.close()
    try await place.folder.run("cp", "-r", copy + "/replicas/.", place.ledger + "/replicas/")
  }

  @Test func whatAStrangerWritesDoesNotCount() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await intrude()
    #expect(try await place.names("ann") == ["m1": "Wilhelmina"])
    let ledger = try await place.open("ann")
    let texts = Locked<[String]>([])
    try await ledger.history.log { entry in
      texts.withLock { $0.append(String(decoding: entry.line, as: UTF8.self)) }
      return true
    }
    #expect(texts.withLock { $0.count { $0.contains("Mallory") } } == 0)
    let history = "\(try await ledger.history.steps(kind: "house.member", id: "m1"))"
    #expect(history.contains("Wilhelmina") && !history.contains("Mallory"))
    let exported = try await ledger.export { _, source in
      var count = 0
      _ = try source.forEachEvent { entry in
        if "\(entry.event)".contains("Mallory") { count += 1 }
      }
      return count
    }
    #expect(exported == 0)
    #expect(try await ledger.audit.checkReplay().isSame)
    #expect(try await ledger.audit.replay().events == UInt64(texts.withLock { $0.count }))
    await ledger.close()
  }

  @Test func aTarAndAReadOnlyFolderAreReadByAMember() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    let tar = place.folder.path + "/l.tar"
    try await place.folder.run("tar", "-cf", tar, "-C", place.folder.path, "l")
    var ledger = try await Ledger.open(at: tar, systems: [.house], options: place.options("ann"))
    #expect(try await ledger.get(kind: "house.member", id: "m1")?["name"] == "Wilhelmina")
    #expect(try await ledger.audit.verify().findings == [])
    await #expect { try await Ledger.open(at: tar, systems: [], options: place.options("ben")) } throws: {
      ($0 as? LedgerError)?.code == .locked
    }
    try await place.folder.run("chmod", "-R", "a-w", place.ledger)
    ledger = try await Ledger.open(at: place.ledger, systems: [.house], options: place.options("ann"))
    #expect(try await ledger.get(kind: "house.member", id: "m1")?["name"] == "Wilhelmina")
    await ledger.close()
    try await place.folder.run("chmod", "-R", "u+w", place.ledger)
  }

  @Test func anOldRingIsNotTaken() async throws {
    try await place.found(by: "ann")
    try await place.join("ben", by: "ann")
    func ring() throws -> String {
      try #require(place.files().keys.first { $0.contains("/keys-") && $0.contains(ann) })
    }
    let ann = try await place.device("ann", on: "ann").replica.description
    let (former, bytes) = (try ring(), try #require(try place.files()[ring()]))
    let ben = try await place.device("ben", on: "ann").replica
    let ledger = try await place.open("ann")
    try await ledger.devices.revoke(ben)
    await ledger.close()
    let now = try ring()
    #expect(now != former)
    try FileManager.default.removeItem(atPath: place.ledger + "/" + now)
    try bytes.write(to: URL(fileURLWithPath: place.ledger + "/" + former))
    let findings = try Auditor.open(at: place.ledger, options: place.options("ann")).verify().findings
    #expect(findings.contains { $0.file == former }, "\(findings)")
    // The next write puts the right one back.
    try await place.write("ann", "m1", "Wilhelmina")
    #expect(try ring() == now)
    let after = try Auditor.open(at: place.ledger, options: place.options("ann")).verify().findings
    #expect(after == [], "\(after)")
  }

  @Test func largeValuesAreEncryptedToo() async throws {
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
    try await Ledger.create(at: place.ledger, name: "ann", options: place.options("ann"))
    func check(_ machine: String, _ reference: JSONValue) async throws {
      let ledger = try await place.open(machine)
      #expect(try await ledger.blob(reference) == content)
      #expect(try await ledger.audit.verify().findings == [])
      await ledger.close()
    }
    func keep(_ content: [UInt8], _ machine: String) async throws -> JSONValue {
      let ledger = try await place.open(machine)
      let reference = try await ledger.storeBlob(content)
      await ledger.close()
      return reference
    }
    let reference = try await keep(content, "ann")
    try await Ledger.lock(at: place.ledger, recovery: place.recovery, options: place.options("ann"))
    func blobs() throws -> [String] {
      try place.files().keys.filter { $0.hasPrefix("blobs/") && $0.contains(".zst") }
    }
    #expect(try blobs().count == 1)
    #expect(try blobs().allSatisfy { $0.hasSuffix(".zst.age") })
    try await check("ann", reference)
    try await place.join("ben", by: "ann")
    try await check("ben", reference)
    let more = try await keep(content.reversed(), "ben")
    #expect(try blobs().count == 2)
    let ben = try await place.device("ben", on: "ann").replica
    let before = try blobs()
    let ledger = try await place.open("ann")
    try await ledger.devices.revoke(ben)
    await ledger.close()
    // Her own is encrypted anew; his is his.
    #expect(try Set(before).subtracting(blobs()).count == 1)
    try await check("ann", reference)
    #expect(try await Ledger.unlock(at: place.ledger, options: place.options("ann")) == [])
    #expect(try blobs().allSatisfy { $0.hasSuffix(".zst") })
    try await check("eve", reference)
    _ = more
  }

  @Test func aCopyIsBroughtTogetherByReplicating() async throws {
    try await place.found(by: "ann")
    try await place.write("ann", "m1", "Wilhelmina")
    try await place.join("ben", by: "ann")
    let copy = place.folder.path + "/copy"
    var ledger = try await place.open("ann")
    var report = try await ledger.replicas.replicate(with: copy)
    #expect(report.findings.isEmpty, "\(report.findings)")
    await ledger.close()
    // Ben writes in the copy, as on another machine.
    var options = place.options("ben")
    ledger = try await Ledger.open(at: copy, systems: [.house], options: options)
    #expect(try await ledger.get(kind: "house.member", id: "m1")?["name"] == "Wilhelmina")
    await ledger.close()
    let ben = try await place.device("ben", on: "ann").replica
    ledger = try await place.open("ann")
    try await ledger.commit { try $0.upsert(Member(id: "m2") { $0.name = "Cleopatra" }) }
    report = try await ledger.replicas.replicate(with: copy)
    try await ledger.devices.revoke(ben)
    report = try await ledger.replicas.replicate(with: copy)
    #expect(report.findings.isEmpty, "\(report.findings)")
    await ledger.close()
    // What was encrypted to a former epoch is gone from the copy, too.
    let here = try place.files().keys.filter { $0.hasSuffix(".age") }.sorted()
    let there = try FileManager.default.subpathsOfDirectory(atPath: copy).filter { $0.hasSuffix(".age") }
      .sorted()
    #expect(here == there)
    options = place.options("ann")
    ledger = try await Ledger.open(at: copy, systems: [.house], options: options)
    #expect(try await ledger.get(kind: "house.member", id: "m2")?["name"] == "Cleopatra")
    await ledger.close()
  }
}
