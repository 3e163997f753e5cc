import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// One ledger, many tasks. Worth most under the thread sanitizer: tools/test runs it so.
@Suite(.serialized) struct ConcurrencyTests {
  @Test func inMemory() async throws {
    let hammer = Hammer(ledger: try Ledger.inMemory(systems: [.sam]))
    try await hammer.run()
    try await check(hammer, hammer.ledger)
    let digests = (
      try await hammer.ledger.replicas.status().digest, try await hammer.ledger.audit.replay().digest
    )
    #expect(digests.0 == digests.1)
  }

  @Test func onDisk() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger"
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state"
    // Small, so that it rolls over while all are at it.
    options.rollSizeBytes = 1 << 14
    try await Ledger.create(at: path, options: options)
    let open = { @Sendable [options] in try await Ledger.open(at: path, systems: [.sam], options: options) }
    let hammer = Hammer(ledger: try await open(), openAgain: open)
    try await hammer.run()
    let digest = try await hammer.ledger.replicas.status().digest
    await hammer.ledger.close()
    let fresh = try await open()
    #expect(try await fresh.replicas.status().digest == digest)
    #expect(try await fresh.audit.verify().findings.isEmpty)
    try await check(hammer, fresh)
  }

  /// Structs are fetched in parts, between which others write: what they show belongs to one state all the same.
  @Test func readsOfManyShowOneState() async throws {
    let folder = try TemporaryFolder()
    var options = LedgerOptions()
    options.stateDirectory = folder.path + "/state"
    let path = folder.path + "/ledger"
    try await Ledger.create(at: path, options: options)
    let ledger = try await Ledger.open(at: path, systems: [.sam], options: options)
    let people = (0..<700).map { number in Person { $0.emailCache = "\(number)@example.org" } }
    let first = try await ledger.commit { commit in for person in people { try commit.upsert(person) } }
    let stamp = try #require(first.lastStamp)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 0..<4 {
          try await ledger.commit { commit in
            for person in people { commit.update(person) { $0.displayNameCache = "round \(round)" } }
          }
        }
      }
      for reader in 0..<2 {
        group.addTask {
          for _ in 0..<3 {
            let found = try await ledger.fetch(Person.self, sort: [SortKey("emailCache")])
            #expect(found.count == people.count && Set(found.map(\.displayNameCache)).count == 1)
            let past = try await ledger.query(Query(Person.kind), at: .until(stamp))
            #expect(past.count == people.count)
            #expect(past.rows.allSatisfy { $0["displayNameCache"] ?? .null == .null })
            if reader == 0 {
              #expect(try await ledger.audit.verify().isSound)
            } else {
              let events = try await ledger.audit.replay().events
              #expect((events - 1) % UInt64(people.count) == 0, "part of a commit")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let last = try await ledger.fetch(Person.self)
    #expect(last.allSatisfy { $0.displayNameCache == "round 3" })
  }

  /// Nothing that was acknowledged is lost.
  private func check(_ hammer: Hammer, _ ledger: Ledger) async throws {
    let values = await hammer.acknowledged.values
    #expect(values.count > 60)
    for (place, value) in values {
      let row = try await ledger.get(kind: place[0], id: place[1])
      #expect(row?[place[2]] == value, "\(place)")
    }
    for link in await hammer.acknowledged.links {
      let row = try await ledger.get(kind: EvidenceItem.kind, id: link[0])
      #expect(row?[link[1]]?.array?.contains(.string(link[2])) == true, "\(link)")
    }
  }
}
