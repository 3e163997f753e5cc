import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What an author named of a replica lies in a gap of the cut.
@Suite struct CutGapTests {
  @Test("A tree that ends in a gap of the cut covers nothing there, though the folder holds it")
  func aTreeInAGapIsUnknown() async throws {
    var random = SeededRandom(seed: 5)
    let world = try CutWorld(clocks: [0, 10, 20], &random)
    let (ann, ben, cleo) = (0, 1, 2)
    func name(_ id: String, _ name: String) -> [Mutation] {
      [Mutation(.upsert, kind: "garden.plant", id: id, set: ["name": .string(name)])]
    }
    try await world.write(ann, name("t", "Ann's"))
    for number in 0..<2 { try await world.write(ann, name("u\(number)", "u")) }
    try world.copy(from: ann, to: ben, all: true, &random)
    try await world.write(ben, name("t", "Ben's"))
    for number in 2..<4 { try await world.write(ann, name("u\(number)", "u")) }
    // Cleo has how Ann introduced herself, her first and her last commit, and what Ben wrote when he had seen three.
    let folder = world.machines[cleo].store
    let files = try Inventory.scan(world.machines[ann].store).replicas[0].segments
    try #require(files.count == 6)
    for file in [files[0], files[1], files[5]] {
      try folder.createFolder(folder.folder(of: file.path))
      try folder.replaceFile(file.path, with: world.machines[ann].store.readAll(file.path))
    }
    let annsID = try Inventory.scan(folder).replicas[0].id
    for file in try Inventory.scan(world.machines[ben].store).replicas.filter({ $0.id != annsID })
      .flatMap(\.segments)
    {
      try folder.createFolder(folder.folder(of: file.path))
      try folder.replaceFile(file.path, with: world.machines[ben].store.readAll(file.path))
    }
    try await world.write(cleo, name("v", "Cleo's"))
    let cleosID = try #require(try await world.machines[cleo].ledger.replicas.own().first)

    let fresh = try CutWorld.reader(of: MemoryFileStore(folder.image))
    #expect(try await fresh.conflicts.list().count == 1)
    let all = try CutWorld.emptyFolder()
    for machine in [ann, ben, cleo] { try world.copy(from: machine, to: all, all: true, &random) }
    let auditor = try CutWorld.reader(of: all)
    #expect(try await auditor.conflicts.list().isEmpty)
    let past = try await auditor.audit.replay(at: .seen(by: cleosID, commit: nil))
    let expected = try await fresh.audit.replay()
    #expect(past.events == expected.events)
    #expect(past.digest == expected.digest)
  }
}
