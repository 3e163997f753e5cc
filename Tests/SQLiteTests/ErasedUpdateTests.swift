import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookSQLite

/// A file that is brought up to date keeps nothing of what was erased since.
@Suite struct ErasedUpdateTests {
  @Test func anUpdateAfterAnErasureMakesTheFileAnew() async throws {
    let practice = try await Practice(seed: 3, system: "sam")
    try await practice.ledger.append([
      Mutation(
        .upsert, kind: "sam.person", id: "ann",
        set: ["displayNameCache": "Ann Zanzibarova", "emailCache": "ann@home.org"]),
      Mutation(.upsert, kind: "sam.person", id: "ben", set: ["displayNameCache": "Ben Lee"]),
    ])
    try await practice.export("kept.db")
    let path = practice.path("kept.db")
    #expect(try Self.contains(path, "Zanzibarova"))

    var request = ErasureRequest(kind: "sam.person", id: "ann")
    request.fields = ["displayNameCache"]
    _ = try await practice.ledger.erasures.erase(request)
    let receipt = try await practice.export("kept.db", update: true)
    #expect(receipt.isAnew && receipt.reason != nil)
    // Nor where SQLite keeps free pages.
    #expect(try !Self.contains(path, "Zanzibarova"))
    #expect(try Dump.string(path, "SELECT emailCache FROM sam_person WHERE _id = 'ann'") == ["ann@home.org"])
    try await practice.export("new.db")
    #expect(try Dump.lines(path) == Dump.lines(practice.path("new.db")))

    // What follows is added to it as before.
    try await practice.ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "cy", set: ["displayNameCache": "Cy Oh"])
    ])
    #expect(try await !practice.export("kept.db", update: true).isAnew)
    try await practice.export("new.db", force: true)
    #expect(try Dump.lines(path) == Dump.lines(practice.path("new.db")))
  }

  private static func contains(_ path: String, _ text: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
  }
}
