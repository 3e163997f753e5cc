import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// What an author says it had seen counts for the history whose root it names, and for no other.
@Suite struct SeenRootTests {
  /// Ann's machine was laid back to a backup and wrote on. Ben had read what she wrote before that; Cleo has only
  /// what she wrote after it.
  struct Rewritten {
    let family: FamilyOfLedgers
    let ann: ReplicaID
    let ben: ReplicaID
    let twin: Int

    static let entity = "m1"

    static func name(_ name: String) -> [Mutation] {
      [Mutation(.upsert, kind: "house.member", id: entity, set: ["name": .string(name)])]
    }

    init(later commits: Int = 0) async throws {
      family = try FamilyOfLedgers(count: 3)
      try await family.ledgers[0].append(Self.name("first"))
      await family.ledgers[0].close()
      let other = try family.twin(of: 0)
      twin = family.stores.count - 1
      let first = try Inventory.scan(family.stores[0]).replicas.first
      ann = try #require(first?.id)
      try await family.ledgers[0].append(Self.name("before"))
      await family.ledgers[0].close()
      family.clocks[0].advance(5)
      try await other.append(Self.name("after"))
      for number in 0..<commits { try await other.append(Self.name("after \(number)")) }
      await other.close()
      try family.copyAll(from: 0, to: 1)
      _ = try await family.ledgers[1].refresh()
      family.clocks[1].advance(10)
      try await family.ledgers[1].append(Self.name("Ben's"))
      await family.ledgers[1].close()
      let ids = try Inventory.scan(family.stores[1]).replicas.map(\.id).filter { [ann] in $0 != ann }
      ben = try #require(ids.first)
    }

    func copy(_ replica: ReplicaID, from: Int, to: Int) throws {
      for file in try Inventory.scan(family.stores[from]).segments(of: replica) {
        try family.put(family.stores[from].readAll(file.path), file.path, to)
      }
    }
  }

  @Test("A rewritten history that the author had not seen is a conflict, in whatever order it comes")
  func aRewrittenHistoryIsAConflict() async throws {
    let world = try await Rewritten()
    let cleo = world.family.ledgers[2]
    for annFirst in [true, false] {
      let order = [(world.ann, world.twin), (world.ben, 1)]
      for (replica, from) in annFirst ? order : order.reversed() {
        try world.copy(replica, from: from, to: 2)
        _ = try await cleo.refresh()
        try await world.family.check(2)
      }
      let names = try await cleo.conflicts.list().flatMap(\.sides).compactMap(\.value.string).sorted()
      #expect(names == ["Ben's", "after"])
      // As if nothing had come, for the other order.
      for path in try world.family.files(of: 2) { try world.family.stores[2].remove(path) }
      _ = try await cleo.refresh()
    }
  }

  @Test("The history that the author had seen is none")
  func aSeenHistoryIsNone() async throws {
    let world = try await Rewritten()
    try world.copy(world.ann, from: 0, to: 2)
    try world.copy(world.ben, from: 1, to: 2)
    _ = try await world.family.ledgers[2].refresh()
    try await world.family.check(2)
    #expect(try await world.family.ledgers[2].conflicts.list().isEmpty)
  }

  @Test("A tree larger than what is held says nothing until what it names is here")
  func aTreeBeyondWhatIsHeldWaits() async throws {
    let world = try await Rewritten()
    let cleo = world.family.ledgers[2]
    let file = try #require(try Inventory.scan(world.family.stores[0]).segments(of: world.ann).last)
    let bytes = try world.family.stores[0].readAll(file.path)
    try world.copy(world.ben, from: 1, to: 2)
    for file in try Inventory.scan(world.family.stores[0]).segments(of: world.ann).dropLast() {
      try world.family.put(world.family.stores[0].readAll(file.path), file.path, 2)
    }
    try world.family.put(Array(bytes.prefix(bytes.count / 2)), file.path, 2)
    _ = try await cleo.refresh()
    try await world.family.check(2)
    try world.family.put(bytes, file.path, 2)
    _ = try await cleo.refresh()
    try await world.family.check(2)
    #expect(try await cleo.conflicts.list().isEmpty)
  }
}
