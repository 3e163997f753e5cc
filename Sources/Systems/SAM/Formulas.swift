// The formulas of SAM's projections: functions of what the view shows, so that entities that are deleted, hidden or
// gone from their source are not counted.

import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Formulas {
  /// How many interactions a person's or a context's page shows.
  static let recentCount = 5

  /// The time of the last `sync` event of the source that the entity was imported from.
  static func lastSyncedAt(_ reader: borrowing EntityReader) -> Date? {
    reader.map("importedFrom") { $0.date("lastSyncedAt") }.first ?? nil
  }

  /// Of its consent requirements, those whose status is pending.
  static func pendingConsents(_ reader: borrowing EntityReader) -> Int {
    reader.map("consentRequirements") { $0.text("status") }.count { $0 == ConsentStatus.pending.rawValue }
  }

  /// The linked evidence that needs review.
  static func evidenceToReview(_ reader: borrowing EntityReader) -> Int {
    reader.map("evidence") { $0.text("state") }.count { $0 == EvidenceTriageState.needsReview.rawValue }
  }

  /// Of its insights, those of kind followUp that nobody dismissed.
  static func openFollowUps(_ reader: borrowing EntityReader) -> Int {
    reader.map("insights") {
      $0.text("kind") == InsightKind.followUp.rawValue && $0.value("dismissedAt").isNull
    }
    .count { $0 }
  }

  /// The pending consent requirements of the insight's person, context and product, each once.
  static func consentsAround(_ reader: borrowing EntityReader) -> Int {
    var pending: Set<String> = []
    for relation in ["samPerson", "samContext", "product"] {
      for ids in reader.map(
        relation,
        { owner in
          owner.map("consentRequirements") {
            $0.text("status") == ConsentStatus.pending.rawValue ? $0.id : nil
          }
        })
      {
        pending.formUnion(ids.compactMap { $0 })
      }
    }
    return pending.count
  }

  /// The contexts of its participations, primary ones first, in the order in which they were linked.
  static func contextChips(_ reader: borrowing EntityReader) -> [ContextChip] {
    let chips = reader.map("participations") { participation in
      let roles = participation.value("roleBadges").array?.compactMap { $0.string } ?? []
      let isPrimary = participation.value("isPrimary").bool ?? false
      return participation.map("context") { context in
        ContextChip(
          context: context.id, name: context.text("name") ?? "",
          kind: ContextKind(rawValue: context.text("kind") ?? ""),
          roleBadges: roles.map { RoleType(rawValue: $0) }, isPrimary: isPrimary)
      }.first
    }.compactMap { $0 }
    return chips.filter(\.isPrimary) + chips.filter { !$0.isPrimary }
  }

  /// Its products in the order in which they were linked.
  static func productCards(_ reader: borrowing EntityReader) -> [ContextProductModel] {
    reader.map("products") { product in
      ContextProductModel(
        product: product.id, type: ProductType(rawValue: product.text("type") ?? ""),
        name: product.text("name") ?? "", subtitle: product.text("subtitle"),
        statusDisplay: product.text("statusDisplay") ?? "", icon: product.text("icon") ?? "")
    }
  }

  /// Whether a piece of evidence has occurred; one of a whole day has once its day has begun where the ledger is read.
  static func hasOccurred(_ evidence: borrowing EntityReader) -> Bool {
    evidence.hasBegun("occurredAt", isAllDay: evidence.text("occurredOn") != nil)
  }

  /// The number of related pieces of evidence that have occurred.
  static func occurred(_ relation: String, _ reader: borrowing EntityReader) -> Int {
    reader.map(relation) { hasOccurred($0) }.count { $0 }
  }

  /// The number of related pieces of evidence that are upcoming.
  static func upcoming(_ relation: String, _ reader: borrowing EntityReader) -> Int {
    reader.map(relation) { hasOccurred($0) }.count { !$0 }
  }

  /// The five pieces of evidence linked to it that occurred last, newest first; no upcoming ones.
  static func recentInteractions(_ reader: borrowing EntityReader) -> [InteractionModel] {
    let all = reader.map("evidence") { evidence in
      !hasOccurred(evidence)
        ? nil
        : InteractionModel(
          evidence: evidence.id, title: evidence.text("title") ?? "", snippet: evidence.text("snippet") ?? "",
          source: EvidenceSource(rawValue: evidence.text("source") ?? ""),
          occurredAt: evidence.date("occurredAt") ?? .unwritten)
    }.compactMap { $0 }
    return Array(
      all.sorted { ($1.occurredAt, $0.evidence) < ($0.occurredAt, $1.evidence) }.prefix(recentCount))
  }

  static func recentChips(_ reader: borrowing EntityReader) -> [InteractionChip] {
    recentInteractions(reader).map {
      InteractionChip(evidence: $0.evidence, title: $0.title, source: $0.source, occurredAt: $0.occurredAt)
    }
  }
}
