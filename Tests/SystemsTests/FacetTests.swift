import Daybook
import Foundation
import FreeThoughts
import Planner
import PurusHealth
import SAM
import Testing

/// The operations of a system belong to its facet of a ledger, so that the names of two systems never clash.
@Suite struct FacetTests {
  private static let systems = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Systems")

  private static func sources() throws -> [(name: String, text: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: systems.path).filter { $0.hasSuffix(".swift") }.map {
      ($0, try String(contentsOf: systems.appending(path: $0), encoding: .utf8))
    }
  }

  @Test func oneLedgerAnswersForEachSystem() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam, .planner, .purus, .freethoughts])
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(SAM.Person(id: "a") { $0.displayNameCache = "Ann of SAM" })
      try batch.upsert(Planner.Person(id: "a") { ($0.name, $0.email) = ("Ann of Planner", "ann@x.example") })
      try batch.upsert(MedicalRecord(id: "a") { $0.personalGivenName = "Ann of Purus" })
    }
    #expect(try await ledger.sam.people(matching: "ann").items.map(\.name) == ["Ann of SAM"])
    #expect(try await ledger.planner.people(matching: "ann").items.map(\.name) == ["Ann of Planner"])
    #expect(try await ledger.purus.records(matching: "ann").map(\.name) == ["Ann of Purus"])
    let planner = try await ledger.planner.tag(named: "x")
    let freeThoughts = try await ledger.freeThoughts.tag(named: "x")
    #expect(planner.isNew && freeThoughts.isNew && planner.id.rawValue != freeThoughts.id.rawValue)
    #expect(try await ledger.sam.personPage("a")?.summary.name == "Ann of SAM")
    #expect(try await ledger.planner.personPage("a")?.item.name == "Ann of Planner")
  }

  /// A ledger itself gets one property of each system, and nothing else.
  @Test func aSystemAddsOnlyItsFacet() throws {
    var added: [String] = []
    for (name, text) in try Self.sources() {
      for part in text.split(separator: "\nextension Ledger {").dropFirst() {
        let body = part.split(separator: "\n}\n", maxSplits: 1)[0]
        added += body.split(separator: "\n").filter { $0.contains("public ") }.map { "\(name): \($0)" }
      }
    }
    #expect(added.count == 4, "\(added)")
    #expect(added.allSatisfy { $0.contains("public nonisolated var ") }, "\(added)")
  }
}
