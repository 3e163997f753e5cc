import Daybook
import DaybookPredicates
import Foundation
import SAM
import Testing

/// The CRM's own queries, as an app writes them.
@Suite struct SeedQueryTests {
  private static let start = Date(timeIntervalSince1970: 1_795_000_000)

  private func makeLedger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit(by: "test") { batch in
      for index in 0..<6 {
        try batch.upsert(
          EvidenceItem(id: Ref("e\(index)")) {
            $0.sourceUID = "eventkit:\(index)"
            $0.title = "Meeting \(index)"
            $0.occurredAt = Self.start + Double(index) * 3600
            $0.state = index % 2 == 0 ? .needsReview : .done
            $0.source = index < 4 ? .calendar : .mail
          })
      }
    }
    return ledger
  }

  @Test func whatNeedsReviewNewestFirst() async throws {
    let inbox = try await makeLedger().fetch(
      EvidenceItem.self, where: #Predicate { $0.state == "needsReview" },
      sortedBy: [SortDescriptor(\.occurredAt, order: .reverse)])
    #expect(inbox.map(\.id) == ["e4", "e2", "e0"])
  }

  @Test func bySourceUID() async throws {
    let uid = "eventkit:3"
    let found = try await makeLedger().fetch(EvidenceItem.self, where: #Predicate { $0.sourceUID == uid })
    #expect(found.map(\.title) == ["Meeting 3"])
  }

  @Test func withinAWindowBoundsIncluded() async throws {
    let (windowStart, windowEnd) = (Self.start + 3600, Self.start + 3 * 3600)
    let found = try await makeLedger().fetch(
      EvidenceItem.self,
      where: #Predicate {
        $0.occurredAt >= windowStart && $0.occurredAt <= windowEnd && $0.source == "calendar"
      },
      sortedBy: [SortDescriptor(\.occurredAt)])
    #expect(found.map(\.id) == ["e1", "e2", "e3"])
  }

  @Test func byID() async throws {
    let id: Ref<EvidenceItem> = "e5"
    let found = try await makeLedger().fetch(EvidenceItem.self, where: #Predicate { $0.id == id })
    #expect(found.map(\.title) == ["Meeting 5"])
  }
}
