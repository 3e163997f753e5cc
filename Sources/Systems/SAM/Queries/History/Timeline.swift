import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Gathers what happened to a person or in a context, from the entities around it.
enum Timeline {
  static func entries(ofPerson person: borrowing EntityReader) -> [TimelineEntry] {
    var entries = common(person, notesBy: "person")
    entries += person.map("coverages") { coverage in
      let item = CoverageItem(coverage)
      let issued = coverage.map("product") { $0.date("issuedDate") }.first ?? nil
      let text = "\(item.role) of \(item.product?.name ?? "a product")"
      return TimelineEntry(
        .covered, on: issued ?? Date(coverage.firstWritten), text, Coverage.kind, coverage.id)
    }.compactMap { $0 }
    for relation in ["responsibilitiesAsGuardian", "responsibilitiesAsDependent"] {
      entries += person.map(relation) { responsibility($0) }.flatMap { $0 }
    }
    entries += person.map("participations") { participation in
      let item = ParticipationItem(participation)
      return self.participation(item, participation, with: item.context?.name ?? "a context")
    }.flatMap { $0 }
    return entries
  }

  static func entries(ofContext context: borrowing EntityReader) -> [TimelineEntry] {
    var entries = common(context, notesBy: "context")
    entries += context.map("products") { product in
      let item = ProductItem(product)
      return TimelineEntry(
        .productIssued, on: item.issuedDate ?? Date(product.firstWritten), item.name, Product.kind, product.id
      )
    }.compactMap { $0 }
    entries += context.map("participations") { participation in
      let item = ParticipationItem(participation)
      return self.participation(item, participation, with: item.person?.name ?? "somebody")
    }.flatMap { $0 }
    return entries
  }

  /// What both have.
  private static func common(
    _ owner: borrowing EntityReader, notesBy relation: String
  ) -> [TimelineEntry] {
    var entries = owner.map("evidence") { evidence in
      TimelineEntry(
        .evidence, at: evidence.date("occurredAt"),
        day: evidence.text("occurredOn").flatMap { CivilDay($0) },
        evidence.text("title") ?? "", EvidenceItem.kind, evidence.id)
    }.compactMap { $0 }
    entries += owner.mapReferring(Note.kind, by: relation) { note in
      TimelineEntry(.note, at: note.date("createdAt"), note.text("content") ?? "", Note.kind, note.id)
    }.compactMap { $0 }
    entries += owner.map("consentRequirements") { consent($0) }.flatMap { $0 }
    entries += owner.map("insights") { insight in
      let text = insight.text("message") ?? ""
      return [
        TimelineEntry(.insight, at: insight.date("createdAt"), text, Insight.kind, insight.id),
        TimelineEntry(.insightDismissed, at: insight.date("dismissedAt"), text, Insight.kind, insight.id),
      ].compactMap { $0 }
    }.flatMap { $0 }
    return entries
  }

  private static func consent(_ consent: borrowing EntityReader) -> [TimelineEntry] {
    let item = ConsentItem(consent)
    let id = item.id.rawValue
    func entry(_ event: TimelineEntry.Event, _ at: Date?, _ text: String) -> TimelineEntry? {
      TimelineEntry(event, on: at, "\(item.type): \(text)", ConsentRequirement.kind, id)
    }
    let isPending = item.status == .pending
    return [
      entry(.consentRequired, Date(consent.firstWritten), "required"),
      entry(.consentDue, isPending ? item.dueDate : nil, "due"),
      entry(.consentDecided, isPending ? nil : item.completedAt, item.status.rawValue),
    ].compactMap { $0 }
  }

  private static func participation(
    _ item: ParticipationItem, _ reader: borrowing EntityReader, with name: String
  ) -> [TimelineEntry] {
    let roles = item.roles.map(\.rawValue).joined(separator: ", ")
    let text = roles.isEmpty ? name : "\(name) as \(roles)"
    let (kind, id) = (ContextParticipation.kind, item.id.rawValue)
    return [
      TimelineEntry(.joined, on: item.startDate ?? Date(reader.firstWritten), text, kind, id),
      TimelineEntry(.left, on: item.endDate, name, kind, id),
    ].compactMap { $0 }
  }

  private static func responsibility(_ reader: borrowing EntityReader) -> [TimelineEntry] {
    let item = ResponsibilityItem(reader)
    let reason = item.reason.isEmpty ? "" : " (\(item.reason))"
    let text = "\(item.guardian?.name ?? "somebody") for \(item.dependent?.name ?? "somebody")\(reason)"
    let (kind, id) = (Responsibility.kind, item.id.rawValue)
    return [
      TimelineEntry(
        .responsibilityBegan, on: item.startDate ?? Date(reader.firstWritten), text, kind, id),
      TimelineEntry(.responsibilityEnded, on: item.endDate, text, kind, id),
    ].compactMap { $0 }
  }
}
