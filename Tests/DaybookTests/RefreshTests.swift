import DaybookLog
import DaybookTestSupport
import Testing

@testable import Daybook

/// Taking in what came equals reading everything anew, and tells each event once.
@Suite struct RefreshTests {
  @Test(.seeded, arguments: 0..<40 as Range<UInt64>)
  func refreshingEqualsReadingAnew(index: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ index)
    let family = try FamilyOfLedgers(count: 3, seed: random.next())
    await family.follow()
    for _ in 0..<60 {
      let machine = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: try await family.write(machine, &random)
      case 4: _ = try await family.ledgers[machine].maintenance.seal()
      case 5: await family.ledgers[machine].close()
      case 6: _ = try await family.ledgers[machine].refresh()
      default:
        let other = (machine + Int.random(in: 1..<3, using: &random)) % 3
        try family.copy(from: machine, to: other, &random)
        _ = try await family.ledgers[other].refresh()
      }
      try await family.check(machine)
    }
    for from in 0..<3 {
      for to in 0..<3 where to != from { try family.copyAll(from: from, to: to) }
    }
    var digests: Set<Hash256?> = []
    for machine in 0..<3 {
      _ = try await family.ledgers[machine].refresh()
      try await family.check(machine)
      digests.insert(try await family.ledgers[machine].replicas.status().digest)
    }
    #expect(digests.count == 1)
    try await family.checkTold()
  }

  @Test func aFileThatGoesIsNoticed() async throws {
    let family = try FamilyOfLedgers(count: 2)
    var random = SeededRandom(seed: 1)
    try await family.write(0, &random)
    try family.copyAll(from: 0, to: 1)
    #expect(try await family.ledgers[1].refresh())
    let before = try await family.ledgers[1].audit.replay(digests: false).events
    #expect(before > 1)
    for path in try family.files(of: 1) { try family.stores[1].remove(path) }
    #expect(try await family.ledgers[1].refresh())
    #expect(try await family.ledgers[1].audit.replay(digests: false).events == 0)
    #expect(try await family.ledgers[1].replicas.status().replicas.map(\.events) == [0])
  }

  /// The open file of an earlier version: a tool copies in place, and what it copies has lost what was read before, since
  /// its writer's machine lost power.
  @Test(arguments: [false, true])
  func aFileThatAnotherIsWrittenOverIsReadAnew(isDamaged: Bool) async throws {
    let family = try FamilyOfLedgers(count: 2)
    var random = SeededRandom(seed: 1)
    try await family.write(0, &random)
    let (path, before) = try family.openFile(of: 0)
    try family.stores[1].createFolderDurably(family.stores[1].folder(of: path))
    try family.stores[1].replaceFile(path, with: before)
    _ = try await family.ledgers[1].refresh()
    try await family.write(0, &random)
    var bytes = try family.openFile(of: 0).bytes
    try #require(bytes.starts(with: before) && bytes.count > before.count)
    if isDamaged { for place in before.count - 40..<before.count { bytes[place] = 0 } }
    try family.overwrite(path, in: 1, with: bytes)
    #expect(try await family.ledgers[1].refresh())
    try await family.check(1)
    let findings = try await family.ledgers[1].replicas.status().findings.filter { $0.file == path }
    #expect(findings.isEmpty != isDamaged, "\(findings)")
  }

  /// The same key on two machines, as after a backup was laid back: both histories are read.
  @Test func aForkThatComesInIsRead() async throws {
    let family = try FamilyOfLedgers(count: 2)
    var random = SeededRandom(seed: 2)
    for _ in 0..<3 { try await family.write(0, &random) }
    await family.ledgers[0].close()
    let twin = try family.twin(of: 0)
    try await family.write(0, &random)
    _ = try await twin.append([Mutation(.upsert, kind: "x.twin", id: "1", set: ["a": 1])])
    try family.copyAll(from: 0, to: 1)
    _ = try await family.ledgers[1].refresh()
    await twin.close()
    try family.copyAll(from: family.stores.count - 1, to: 1)
    _ = try await family.ledgers[1].refresh()
    try await family.check(1)
    let found = try await family.ledgers[1].replicas.status().findings.map(\.kind)
    #expect(found.contains(.fork), "\(found)")
    #expect(try await family.ledgers[1].get(kind: "x.twin", id: "1") != nil)
  }
}
