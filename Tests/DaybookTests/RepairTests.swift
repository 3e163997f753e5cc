import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// What happens to a ledger's folder behind its back.
@Suite struct RepairTests {
  struct Place {
    let folder: TemporaryFolder
    var options = LedgerOptions.prompt
    var ledger: String { folder.path + "/l" }

    init() throws {
      folder = try TemporaryFolder()
      options.stateDirectory = folder.path + "/state"
    }

    func open() async throws -> Ledger {
      try await Ledger.open(at: ledger, systems: [.house], options: options)
    }

    var segments: [String] {
      get throws {
        let root = ledger + "/replicas"
        return try FileManager.default.contentsOfDirectory(atPath: root).sorted().flatMap { replica in
          try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(replica)").sorted()
            .map { "\(root)/\(replica)/\($0)" }
        }
      }
    }

    func write(_ count: Int) async throws {
      let ledger = try await open()
      for index in 0..<count {
        try await ledger.commit { try $0.upsert(Member(id: Ref("m\(index)")) { $0.name = "n\(index)" }) }
      }
      await ledger.close()
    }
  }

  @Test(arguments: ["rm \"$1\"", ": > \"$1\"", "head -c 300 \"$1\" > x && cp x \"$1\"", "cp old \"$1\""])
  func ownFilesArePublishedAnewFromTheJournal(_ damage: String) async throws {
    let place = try Place()
    try await Ledger.create(at: place.ledger, name: "here", options: place.options)
    try await place.write(3)
    let first = try #require(try place.segments.first)
    try await place.folder.run("cp", first, "old")
    try await place.write(9)
    let last = try #require(try place.segments.last)
    try await place.folder.run("sh", "-c", damage, "sh", last)
    let ledger = try await place.open()
    let receipt = try await ledger.commit { try $0.upsert(Member(id: "last") { $0.name = "x" }) }
    #expect(receipt.notices.contains { $0.code == "republished" }, "\(receipt.notices)")
    #expect(try await ledger.count(Member.self) == 10)
    #expect(try await ledger.audit.verify().isSound)
    await ledger.close()
    #expect(try await place.open().audit.verify().findings == [])
  }

  @Test func aChangedByteIsNamedAndTheRestIsRead() async throws {
    let place = try Place()
    try await Ledger.create(at: place.ledger, name: "here", options: place.options)
    try await place.write(5)
    let ledger = try await place.open()
    _ = try await ledger.maintenance.seal()
    await ledger.close()
    try await place.write(6)
    let sealed = try #require(try place.segments.first { !$0.contains(".open.") })
    var bytes = Array(try Data(contentsOf: URL(filePath: sealed)))
    bytes[bytes.count / 2] ^= 1
    try await place.folder.run("chmod", "600", sealed)
    try Data(bytes).write(to: URL(filePath: sealed))
    let reader = try await place.open()
    let report = try await reader.audit.verify()
    #expect(!report.isSound)
    #expect(report.findings.contains { $0.kind == .corruption && $0.file?.hasPrefix("replicas/") == true })
    // What was written behind the damage is there.
    #expect(try await reader.get(Ref<Member>("m5"))?.name == "n5")
  }

  @Test func aConflictCopyIsTakenFromAndKept() async throws {
    let place = try Place()
    try await Ledger.create(at: place.ledger, name: "here", options: place.options)
    try await place.write(4)
    // Another machine's segment arrives under a name that a tool made up.
    var there = place
    there.options.stateDirectory = place.folder.path + "/there"
    try await place.folder.run("cp", "-r", "l", "other")
    let other = try await Ledger.open(
      at: place.folder.path + "/other", systems: [.house], options: there.options)
    let receipt = try await other.commit { try $0.upsert(Member(id: "far") { $0.name = "Far" }) }
    _ = try await other.maintenance.seal()
    await other.close()
    let replica = try #require(receipt.replica)
    try await place.folder.run(
      "sh", "-c",
      "mkdir -p l/replicas/\(replica) && cp other/replicas/\(replica)/* \"l/replicas/\(replica)/copy (conflict).zst\""
    )
    let ledger = try await place.open()
    #expect(try await ledger.replicas.status().strangers.count == 1)
    #expect(try await ledger.get(Ref<Member>("far")) == nil)
    let plan = try await ledger.maintenance.repair(dryRun: true)
    #expect(!plan.acts.isEmpty)
    #expect(try await ledger.get(Ref<Member>("far")) == nil)
    let repair = try await ledger.maintenance.repair()
    #expect(!repair.acts.isEmpty)
    #expect(try await ledger.get(Ref<Member>("far"))?.name == "Far")
    #expect(try await ledger.audit.verify().isSound)
    #expect(try await ledger.maintenance.repair().acts.isEmpty)
  }

  @Test func readingNeedsNoStateAndNoWriteAccess() async throws {
    let place = try Place()
    try await Ledger.create(at: place.ledger, name: "here", options: place.options)
    try await place.write(2)
    try await place.folder.run("chmod", "-R", "a-w", "l")
    var options = LedgerOptions.prompt
    options.stateDirectory = place.folder.path + "/nowhere/at/all"
    let reader = try await Ledger.open(at: place.ledger, systems: [.house], options: options)
    #expect(try await reader.count(Member.self) == 2)
    #expect(try await reader.audit.verify().isSound)
    #expect(try await reader.replicas.status().replicas.count == 1)
    #expect(!FileManager.default.fileExists(atPath: place.folder.path + "/nowhere"))
    try await place.folder.run("chmod", "-R", "u+w", "l")
  }
}
