import DaybookLog
import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import Daybook

/// Bringing ledgers together through the library: what is reported, whose history is whose, and what is no place for
/// a copy.
@Suite struct ReplicateTests {
  let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func options(_ machine: String) -> LedgerOptions {
    var options = LedgerOptions.prompt
    options.stateDirectory = "\(place.path)/state-\(machine)"
    options.replicaName = machine
    options.wait = .milliseconds(50)
    return options
  }

  private func open(_ folder: String, on machine: String) async throws -> Ledger {
    try await Ledger.open(at: "\(place.path)/\(folder)", systems: [.house], options: options(machine))
  }

  private func make() async throws -> Ledger {
    try await Ledger.create(at: place.path + "/ann", options: options("ann"))
    return try await open("ann", on: "ann")
  }

  private func write(_ name: String, to ledger: Ledger) async throws {
    try await ledger.commit { try $0.upsert(Member(id: Ref(name)) { $0.name = name }) }
  }

  /// A file of the same name and size on both sides, rotten on this one: reading says so, and the copy mends it.
  @Test func whatHasRottedHereIsMended() async throws {
    let ann = try await make()
    for number in 0..<20 { try await write("\(number)", to: ann) }
    let file = try #require(try await ann.maintenance.seal().files.first)
    try await ann.replicas.replicate(with: place.path + "/stick")
    await ann.close()
    let url = URL(fileURLWithPath: "\(place.path)/ann/\(file)")
    let sound = try Data(contentsOf: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(count: sound.count))
    try handle.close()
    let reopened = try await open("ann", on: "ann")
    #expect(try await reopened.count(Member.self) == 0)
    #expect(try await reopened.replicas.status().findings.contains { $0.kind == .corruption })
    try await reopened.replicas.replicate(with: place.path + "/stick")
    #expect(try await reopened.count(Member.self) == 20)
    #expect(try await reopened.replicas.status().findings == [])
    #expect(try Data(contentsOf: url) == sound)
  }

  @Test func bothWaysByName() async throws {
    let ann = try await make()
    try await write("1", to: ann)
    let picture = try await ann.storeBlob(Array("a picture".utf8))
    let made = try await ann.replicas.replicate(with: place.path + "/stick")
    #expect(
      made.isNew && made.isSame && made.pushed.events == 2 && made.pushed.blobs == 1 && made.pulled.isEmpty)
    #expect(
      made.replicas.map(\.name) == ["ann"] && made.replicas[0].isOwn && made.replicas[0].pushed.commits == 2)

    let stick = try await open("stick", on: "ben")
    try await stick.replicas.replicate(with: place.path + "/ben")
    let ben = try await open("ben", on: "ben")
    try await write("2", to: ben)
    #expect(try await ben.blob(picture) == Array("a picture".utf8))
    try await write("3", to: ann)
    try await ben.replicas.replicate(with: place.path + "/stick")

    let dry = try await ann.replicas.replicate(with: place.path + "/stick", dryRun: true)
    #expect(!dry.isSame && dry.isDryRun && dry.pulled.events == 2 && dry.pushed.events == 1)
    #expect(try await ann.count(Member.self) == 2)
    var changes = await ann.changes(to: Member.self).makeAsyncIterator()
    let met = try await ann.replicas.replicate(with: place.path + "/stick/")
    #expect(met.isSame && !met.isNew && met.pulled == dry.pulled && met.pushed == dry.pushed)
    // What came is there at once, and told.
    #expect(met.replicas.map(\.name) == ["ann", "ben"] && met.replicas.map(\.isOwn) == [true, false])
    #expect(try await ann.count(Member.self) == 3)
    #expect(await changes.next()?.ref == "2")
    let again = try await ann.replicas.replicate(with: place.path + "/stick")
    #expect(again.isSame && again.pulled.isEmpty && again.pushed.isEmpty && again.replicas.isEmpty)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: place.path).allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func whatWaitsIsPublishedFirst() async throws {
    let ann = try await make()
    try await write("1", to: ann)
    await ann.close()
    // Somebody removed the folder's files; the journal has them.
    try await place.run("sh", "-c", "rm ann/replicas/*/*")
    let reopened = try await open("ann", on: "ann")
    let report = try await reopened.replicas.replicate(with: place.path + "/stick", direction: .push)
    #expect(report.isSame && report.pushed.events == 2)
    #expect(try await open("stick", on: "other").count(Member.self) == 1)
  }

  @Test func ownSealedFilesHealFromACopy() async throws {
    let ann = try await make()
    try await write("1", to: ann)
    _ = try await ann.maintenance.seal()
    try await write("2", to: ann)
    try await ann.replicas.replicate(with: place.path + "/stick")
    await ann.close()
    try await place.run("sh", "-c", "rm $(ls ann/replicas/*/*.zst | head -n 1)")
    let reopened = try await open("ann", on: "ann")
    let report = try await reopened.replicas.replicate(with: place.path + "/stick")
    #expect(report.pulled.files == 1 && report.notices.map(\.code) == ["own-restored"])
    #expect(try await reopened.count(Member.self) == 2)
    let receipt = try await reopened.commit { try $0.upsert(Member(id: "3") { $0.name = "3" }) }
    #expect(receipt.replica == report.replicas.first?.id && receipt.notices.isEmpty)
  }

  /// State and folder come back from a backup; the stick knows more of this machine than it does itself.
  @Test(arguments: [false, true]) func aRolledBackMachineIsToldAndMakesANewReplica(isOpen: Bool) async throws
  {
    let ann = try await make()
    try await write("1", to: ann)
    await ann.close()
    try await place.run("sh", "-c", "cp -a ann back && cp -a state-ann back-state")
    let later = try await open("ann", on: "ann")
    try await write("2", to: later)
    try await later.replicas.replicate(with: place.path + "/stick")
    await later.close()
    // Laid over in place, so that inodes tell nothing.
    try await place.run(
      "sh", "-c",
      "find ann state-ann -type f | while read f; do g=$(echo $f | sed 's,^ann/,back/,; s,^state-ann/,back-state/,'); if [ -e $g ]; then cat $g > $f; else rm $f; fi; done; cd back && find . -type f | while read f; do [ -e ../ann/$f ] || cp $f ../ann/$f; done"
    )
    let restored = try await open("ann", on: "ann")
    if isOpen { try await write("before", to: restored) }
    let report = try await restored.replicas.replicate(with: place.path + "/stick")
    #expect(report.pulled.events == 1 && report.notices.contains { $0.code == "own-history" })
    let receipt = try await restored.commit { try $0.upsert(Member(id: "3") { $0.name = "3" }) }
    #expect(receipt.notices.contains { $0.code == "new-replica" })
    #expect(try await restored.count(Member.self) == (isOpen ? 4 : 3))
  }

  @Test func placesThatAreNone() async throws {
    let ann = try await make()
    try await write("1", to: ann)
    try await Ledger.create(at: place.path + "/foreign", options: options("x"))
    try await place.run(
      "sh", "-c",
      "touch file; mkdir full hidden broken; touch full/a hidden/.stfolder; ln -s ann alias; echo nonsense > broken/daybook.json"
    )
    let wrong: [(String, LedgerError.Code)] = [
      ("ann", .refused), ("alias", .refused), ("ann/replicas", .refused), ("ann/new", .refused),
      ("alias/new", .refused), ("foreign", .refused), ("file", .refused), ("full", .refused),
      ("nowhere/at/all", .unreachable), ("broken", .badData),
    ]
    for (folder, code) in wrong {
      for isDry in [true, false] {
        let error = await #expect(throws: LedgerError.self) {
          try await ann.replicas.replicate(with: place.path + "/" + folder, dryRun: isDry)
        }
        #expect(error?.code == code, "\(folder): \(error?.description ?? "")")
      }
    }
    let pull = await #expect(throws: LedgerError.self) {
      try await ann.replicas.replicate(with: place.path + "/hidden", direction: .pull)
    }
    #expect(pull?.code == .noLedger)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/full") == ["a"])
    // What desktops and synchronizers hide in every folder is no content.
    let hidden = try await ann.replicas.replicate(with: place.path + "/hidden")
    #expect(hidden.isNew && hidden.strangersThere == 1)
    #expect(try await open("hidden", on: "y").count(Member.self) == 1)
  }

  /// Reading needs no state: neither does giving.
  @Test func aMachineThatMayOnlyReadCanPush() async throws {
    let ann = try await make()
    try await write("1", to: ann)
    await ann.close()
    var options = LedgerOptions.prompt
    options.stateDirectory = "/proc/nowhere"
    let reader = try await Ledger.open(at: place.path + "/ann", systems: [.house], options: options)
    #expect(try await reader.replicas.replicate(with: place.path + "/stick", direction: .push).isSame)
  }

  @Test func writingGoesOnMeanwhile() async throws {
    let ann = try await make()
    for index in 0..<5 { try await write("early \(index)", to: ann) }
    async let writing: Void = {
      for index in 0..<40 { try await write("late \(index)", to: ann) }
    }()
    for _ in 0..<5 { try await ann.replicas.replicate(with: place.path + "/stick") }
    try await writing
    #expect(try await ann.replicas.replicate(with: place.path + "/stick").isSame)
    let stick = try await open("stick", on: "z")
    #expect(try await stick.count(Member.self) == 45)
    #expect(try await stick.audit.replay().digest == ann.audit.replay().digest)
    #expect(try await stick.audit.verify().isSound)
  }

  /// A tool that lays a copy over the ledger empties the description before it writes the same again.
  @Test func aDescriptionThatIsJustBeingWritten() async throws {
    let store = MemoryFileStore()
    let descriptor = LedgerDescriptor(
      ledger: "0193b6f0-0000-7000-8000-000000000001", createdAt: Instant(milliseconds: 0))
    let reads = Mutex(0)
    let control = FaultControl(observingReading: true) { _, operation in
      guard operation == FaultOperation(.read, LedgerLayout.descriptor) else { return }
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      let bytes = count < 4 ? Array(descriptor.bytes.prefix(count * 9)) : descriptor.bytes
      try? store.tamper { (image) throws(FileError) in try image.plant(bytes, at: LedgerLayout.descriptor) }
    }
    try store.tamper { (image) throws(FileError) in
      try image.plant(descriptor.bytes, at: LedgerLayout.descriptor)
    }
    let ledger = try Ledger.open(
      FaultFileStore(store, control), path: "memory:", [.house], .inMemory(), LedgerOptions.prompt)
    #expect(ledger.info.id == descriptor.ledger)
    #expect(reads.withLock { $0 } > 3)
  }
}
