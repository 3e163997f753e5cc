import DaybookTestSupport
import Foundation
import Testing

/// Two real Syncthing daemons carry one ledger between two machines, while both write.
@Suite(.serialized, .tools("syncthing")) struct SyncthingTests {
  private struct Pair {
    let sandbox: Sandbox
    let ann: ToolMachine
    let ben: ToolMachine
    let daemons: [SyncthingDaemon]

    init() throws {
      let executable = try #require(SystemTool.path("syncthing"))
      sandbox = try Sandbox()
      (ann, ben) = (ToolMachine("ann", in: sandbox), ToolMachine("ben", in: sandbox))
      try ann.found()
      try FileManager.default.createDirectory(atPath: ben.ledger, withIntermediateDirectories: true)
      // Syncthing looks for its marker, and takes from here what is not to be carried.
      for machine in [ann, ben] {
        try FileManager.default.createDirectory(
          atPath: machine.ledger + "/.stfolder", withIntermediateDirectories: true)
        try "*.tmp\n*.part\n*.new\n".write(
          toFile: machine.ledger + "/.stignore", atomically: true, encoding: .utf8)
      }
      let path = (sandbox.path, ben.ledger + "/daybook.json")
      let made = try [ann, ben].map {
        try SyncthingDaemon(executable, home: "\(path.0)/syncthing-\($0.name)")
      }
      daemons = made
      try made[0].start(sharing: ann.ledger, with: [made[1]])
      try made[1].start(sharing: ben.ledger, with: [made[0]])
      // A copy is a ledger from the moment its description is there.
      let isThere = eventually(within: 40) { FileManager.default.fileExists(atPath: path.1) }
      #expect(isThere, "\(made.map(\.log))")
    }

    func stop() { for daemon in daemons { daemon.stop() } }

    /// All acknowledged commits are on both sides, and each once.
    func settle(within seconds: Double = 60) throws -> Bool {
      try eventually(within: seconds) {
        let all = ann.acknowledged + ben.acknowledged
        guard try ann.logged == all, try ben.logged == all else { return false }
        let (first, second) = (try ann.digest, try ben.digest)
        return first == second
      }
    }

    func check() throws {
      for machine in [ann, ben] {
        let verify = try machine.daybook("verify")
        #expect(verify.status == 0, "\(machine.name): \(verify.output)")
        let replicas = try machine.daybook("replica", "--format", "jsonl").output
        #expect(replicas.count { $0 == "\n" } == 2, "\(replicas)")
        #expect(try machine.logged == ann.acknowledged + ben.acknowledged)
      }
    }
  }

  @Test func whileBothWrite() throws {
    let pair = try Pair()
    defer { pair.stop() }
    let writing = [pair.ann, pair.ben].map { $0.writeMeanwhile([30, 30, 30, 10]) }
    let isWritten = eventually(within: 60) { writing.allSatisfy(\.isDone) }
    #expect(isWritten && writing.allSatisfy { $0.failure == nil })
    #expect(pair.ann.acknowledged == 100 && pair.ben.acknowledged == 100)
    #expect(try pair.settle(), "\(pair.daemons.map(\.log))")
    try pair.check()
    // Nothing met itself on the way: each side writes its own files alone.
    #expect(try conflicts(pair).isEmpty)
  }

  /// An old copy of the other's files is laid over this side's: small ones that were joined since come back, and others are
  /// short for a moment. Syncthing carries all that to the other, or makes conflict copies. Nothing acknowledged is lost.
  @Test func whileSomebodyCopiesBack() throws {
    let pair = try Pair()
    defer { pair.stop() }
    let (ann, ben) = (pair.ann, pair.ben)
    try ann.write(10)
    try ben.write(10)
    #expect(try pair.settle(), "\(pair.daemons.map(\.log))")
    #expect(try pair.sandbox.shell("cp -r ann/replicas old").status == 0)
    let writing = [ann, ben].map { $0.writeMeanwhile([20, 20, 20], sealing: false) }
    while !writing.allSatisfy(\.isDone) {
      // Without asking what is newer, as people do.
      #expect(try pair.sandbox.shell("cp -r old/. ann/replicas; cp -r old/. ben/replicas").status == 0)
    }
    for writer in writing { #expect(writer.failure == nil) }
    // The last copy may have hit a file after its writer had gone: the next write says so, and mends it.
    for machine in [ann, ben] { try machine.write(1, sealing: true) }
    #expect(try pair.settle(), "\(pair.daemons.map(\.log)) \(ann.said) \(ben.said)")
    try pair.check()
    // Conflict copies hold nothing that is lacking, and repair clears them away.
    for machine in [ann, ben] where try !conflicts(pair).isEmpty {
      let repair = try machine.daybook("repair", "--format", "json")
      #expect(repair.status == 0 && !repair.output.contains("took "), "\(repair.output)")
    }
    #expect(try pair.settle())
  }

  private func conflicts(_ pair: Pair) throws -> String {
    try pair.sandbox.shell("find ann ben -name '*.sync-conflict-*'").output
  }
}
