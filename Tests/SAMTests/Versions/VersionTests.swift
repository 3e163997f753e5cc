import Daybook
import DaybookTestSupport
import Foundation
import Synchronization
import Testing

@testable import SAM

/// Old logs are read for ever, and old and new programs share one ledger.
@Suite struct VersionTests {
  private static func fixture(_ version: Int64) -> GoldenFixture { GoldenFixture("sam/v\(version)") }

  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files.
  @Test(arguments: VersionGoldens.versions)
  func theFilesHoldWhatTheProgramsWrote(version: Int64) async throws {
    let golden = try #require(VersionGoldens.ledger(version))
    try Self.fixture(version).writeIfAsked(golden, sealing: 2)
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [version], in: folder, "l", system: nil)
    let events = Mutex<[Event]>([])
    try await ledger.history.log { entry in
      events.withLock { $0.append(entry.event) }
      return true
    }
    #expect(events.withLock { $0 } == golden.commits.flatMap(\.events))
  }

  /// A ledger with the replicas of these versions, copied in this order.
  private static func ledger(
    of versions: [Int64], in folder: TemporaryFolder, _ name: String, system: System? = .sam
  ) async throws -> Ledger {
    for version in versions { try await fixture(version).copy(to: name, in: folder) }
    return try await Ledger.open(name, in: folder, systems: system.map { [$0] } ?? [])
  }

  @Test func versionFive() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [5], in: folder, "l")
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let ann = try #require(try await ledger.get(Ref<Person>(VersionGoldens.ann)))
    #expect(ann.displayNameCache == "Ann Lee")
    #expect(ann.emailCache == "ann@example.org")
    #expect(ann.lastSyncedAt == nil)
    #expect(!ann.isArchived)
    #expect(ann.roleBadges == [.client, .primaryInsured])
    #expect(ann.responsibilityNotes == ["keeps the books"])
    #expect(ann.contextChips.map(\.roleBadges) == [[.spouse, "Treasurer"]])
    let call = try #require(try await ledger.get(Ref<EvidenceItem>(VersionGoldens.call)))
    #expect(call.state == .done)
    #expect(call.signals.isEmpty)
    #expect(call.linkedPeople == [ann.id])
    // A counter in an old event is not believed.
    #expect(try await ledger.get(Ref<Insight>(VersionGoldens.advice))?.interactionsCount == 1)
    #expect(try await ledger.fetch(Note.self).isEmpty)
  }

  @Test func versionSix() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [6], in: folder, "l")
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let ann = try #require(try await ledger.get(Ref<Person>(VersionGoldens.ann)))
    #expect(ann.displayNameCache == "Ann Lee-Ode")
    #expect(ann.emailCache == "ann@lee.example")
    let ben = try #require(try await ledger.get(Ref<Person>(VersionGoldens.ben)))
    #expect(ben.displayNameCache == "Benjamin Ode")
    #expect(ben.isArchived)
    let artifact = try #require(try await ledger.get(Ref<AnalysisArtifact>(VersionGoldens.artifact)))
    #expect(artifact.sourceNote == Ref(VersionGoldens.note))
    #expect(artifact.usedLLM == "small-1")
    #expect(artifact.actions == ["send an offer"])
  }

  @Test func versionSeven() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(of: [7], in: folder, "l")
    #expect(try await ledger.audit.verify().findings.isEmpty)
    #expect(try await ledger.get(Ref<Context>(VersionGoldens.garage))?.kind == .vendor)
    let row = try #require(try await ledger.get(kind: "sam.person", id: VersionGoldens.ben))
    #expect(row["emailCache"] == "ben@example.org")
    // The former names are gone from the row, not only from the struct.
    #expect(row["displayName"] == nil)
    #expect(row["email"] == nil)
  }

  /// What all three wrote, whatever the order in which the files came, and whatever reads them.
  @Test func theThreeTogether() async throws {
    let folder = try TemporaryFolder()
    var digests: Set<String> = []
    for (index, order) in [[5, 6, 7], [7, 6, 5], [6, 7, 5]].enumerated() {
      for system in [System.sam, Version6.system, Version5.system, nil] {
        let name = "l\(index)-\(system?.version ?? 0)"
        let ledger = try await Self.ledger(of: order.map { Int64($0) }, in: folder, name, system: system)
        digests.insert(try #require(try await ledger.audit.replay().digest).description)
        #expect(try await ledger.replicas.status().replicas.count == 3)
      }
    }
    #expect(digests.count == 1)

    let ledger = try await Self.ledger(of: [5, 6, 7], in: folder, "all")
    let ben = try #require(try await ledger.get(Ref<Person>(VersionGoldens.ben)))
    // The former name that version 6 wrote, and what came with version 7.
    #expect(ben.displayNameCache == "Benjamin Ode")
    #expect(ben.emailCache == "ben@example.org")
    #expect(ben.roleBadges == [.client])
    let home = try #require(try await ledger.get(Ref<Participation>(VersionGoldens.benAtHome)))
    #expect(home.roleBadges == [.spouse, "Chauffeur"])
    #expect(try await ledger.get(Ref<Context>(VersionGoldens.home))?.participations.count == 2)
  }

  private typealias Participation = ContextParticipation

  /// Programs of all three versions write to their own copies, which are then laid over each other.
  @Test func programsOfAllVersionsShareOneLedger() async throws {
    let folder = try TemporaryFolder()
    let systems = [Version5.system, Version6.system, System.sam]
    for system in systems {
      let ledger = try await Self.ledger(
        of: VersionGoldens.versions, in: folder, "v\(system.version)", system: system)
      let id = VersionGoldens.ann
      switch system.version {
      case 5:
        try await ledger.commit(by: "five") { batch in
          batch.append(
            Mutation(.upsert, kind: "sam.person", id: id, set: ["displayName": "Ann by five"]))
          try batch.upsertByKey(
            Version5.Person {
              ($0.contactIdentifier, $0.displayName, $0.roleBadges) = ("contacts:cy", "Cy", ["Client"])
            })
        }
      case 6:
        try await ledger.commit(by: "six") { batch in
          batch.append(Mutation(.upsert, kind: "sam.person", id: id, set: ["emailCache": "ann@six"]))
        }
      default:
        try await ledger.commit(by: "seven") { batch in
          batch.append(Mutation(.upsert, kind: "sam.person", id: id, set: ["isArchived": true]))
          try batch.upsertByKey(
            Person {
              ($0.contactIdentifier, $0.displayNameCache, $0.roleBadges) = ("contacts:cy", "Cy Rae", [.lead])
            })
        }
      }
      await ledger.close()
    }
    for name in ["v5", "v6", "v7"] {
      for other in ["v5", "v6", "v7"] where other != name {
        try await folder.run("cp", "-R", other + "/replicas/.", name + "/replicas")
      }
    }
    var digests: Set<String> = []
    for system in systems {
      let ledger = try await Ledger.open("v\(system.version)", in: folder, systems: [system])
      digests.insert(try #require(try await ledger.audit.replay().digest).description)
      guard system.version == 7 else { continue }
      let ann = try #require(try await ledger.get(Ref<Person>(VersionGoldens.ann)))
      #expect(ann.displayNameCache == "Ann by five")
      #expect(ann.emailCache == "ann@six")
      #expect(ann.isArchived)
      // The same contact met by two programs is one person; of each field the later write counts.
      let cy = try await ledger.fetch(
        Person.self, where: .compare("contactIdentifier", .equal, "contacts:cy"))
      #expect(cy.count == 1)
      #expect(cy.first?.displayNameCache == "Cy Rae")
      #expect(cy.first?.roleBadges == [.lead])
    }
    #expect(digests.count == 1)
  }
}
