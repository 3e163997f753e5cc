import Daybook
import DaybookPredicates
import Foundation
import Testing

@testable import SAM

/// The CRM's own queries, as an app writes them.
@Suite struct AppQueryTests {
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

  @Test func evidenceWithSignals() async throws {
    let ledger = try await makeLedger()
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(
        EvidenceItem(id: "signal") {
          $0.signals = [EvidenceSignal(kind: .family, confidence: 0.5, reason: "wedding")]
        })
    }
    let found = try await ledger.fetch(EvidenceItem.self, where: #Predicate { $0.signals.isEmpty == false })
    #expect(found.map(\.id).contains("signal"))
    let without = try await ledger.fetch(EvidenceItem.self, where: #Predicate { $0.signals.isEmpty })
    #expect(!without.map(\.id).contains("signal"))
  }

  @Test func theInsightOfAGroup() async throws {
    let ledger = try await Practice().ledger
    let (person, context): (Ref<Person>, Ref<Context>) = ("ann", "lees")
    let kind = InsightKind.lifeEvent
    let found = try await ledger.fetch(
      Insight.self,
      where: #Predicate { $0.samPerson == person && $0.samContext == context && $0.kind == kind })
    #expect(found.map(\.id) == ["i2"])
    let none: Ref<Context>? = nil
    let without = try await ledger.fetch(
      Insight.self, where: #Predicate { $0.samPerson == person && $0.samContext == none })
    #expect(without.map(\.id) == ["i3"])
  }

  @Test func openInsightsAndThoseDismissed() async throws {
    let ledger = try await Practice().ledger
    let open = try await ledger.fetch(
      Insight.self, where: #Predicate { $0.dismissedAt == nil },
      sortedBy: [SortDescriptor(\.confidence, order: .reverse)])
    #expect(open.map(\.id) == ["i2", "i1"])
    let dismissed = try await ledger.fetch(Insight.self, where: #Predicate { $0.dismissedAt != nil })
    #expect(dismissed.map(\.id) == ["i3"])
  }

  @Test func aPersonByTheIdentifierOfTheAddressBook() async throws {
    let identifier = "contacts:ann"
    let found = try await Practice().ledger.fetch(
      Person.self, where: #Predicate { $0.contactIdentifier == identifier })
    #expect(found.map(\.id) == ["ann"])
  }

  @Test func summariesOfAllPeople() async throws {
    let people = try await Practice().ledger.fetch(
      Person.self, where: #Predicate { !$0.isArchived }, sortedBy: [SortDescriptor(\.displayNameCache)])
    #expect(people.map(\.displayNameCache) == ["Ann Lee", "Ben Lee", "Mía Lee"])
    #expect(people.map(\.participations.count) == [2, 1, 0])
  }
}
