import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// Nothing is lost on the way out, in, and out again, whatever the record.
@Suite struct CloudPropertyTests {
  /// Documents of any age hold values beyond today's bounds.
  private static var anyValue: AppendOptions {
    var options = AppendOptions()
    options.exceedsBounds = true
    return options
  }

  @Test(.seeded, arguments: 0..<24 as Range<UInt64>)
  func outAndInAndOut(round: UInt64) async throws {
    var random = RandomRecord(seed: TestSeed.current &+ round)
    let home = try Ledger.seeded(systems: [.purus])
    let made = try random.document(home.schemas)
    _ = try await home.purus.importCloudDocuments([made], options: Self.anyValue)
    try await Self.edit(home, &random.random)
    let out = try #require(try await home.purus.cloudDocument(of: Ref(made.uuid)))
    // Every key that came in went out, the lists whole but for what was edited.
    for member in made.fields where member.key.hasPrefix("later") {
      #expect(out.fields[member.key] == member.value, "\(member.key)")
    }

    let away = try Ledger.seeded(systems: [.purus])
    let read = try CloudDocument(out.bytes)
    let receipt = try await away.purus.importCloudDocuments([read], options: Self.anyValue)
    #expect(receipt.plan.summary.created == receipt.plan.summary.read)
    let again = try #require(try await away.purus.cloudDocument(of: Ref(made.uuid)))
    #expect(again == out)
    #expect(again.digest == out.digest)

    for ledger in [home, away] {
      let before = try await ledger.audit.replay()
      let repeated = try await ledger.purus.importCloudDocuments(
        [read], isComplete: true, options: Self.anyValue)
      #expect(repeated.events == 0, "\(repeated.plan.mutations)")
      #expect(repeated.plan.summary.unchanged == repeated.plan.summary.read)
      let after = try await ledger.audit.replay()
      #expect(after.digest == before.digest)
    }
  }

  /// What people do between an import and an export.
  private static func edit(_ ledger: Ledger, _ random: inout SeededRandom) async throws {
    for list in EntryList.all {
      for row in try await ledger.query(Query(list.kind)).rows {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try await ledger.append([Mutation(.delete, kind: list.kind, id: row.id)])
        case 1:
          let name = row.fields.map(\.name).filter { $0 == "comment" || $0 == "date" }.randomElement(
            using: &random)
          guard let name else { continue }
          // A unit or currency of a later version stands in the way of an edit, which says so.
          _ = try? await ledger.append([
            Mutation(.upsert, kind: list.kind, id: row.id, set: [name: .null])
          ])
        default: continue
        }
      }
    }
  }
}
