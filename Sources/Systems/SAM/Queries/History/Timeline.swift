public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SAMLedger {
  /// The events of a person, in order of time. `limit` selects the latest, `offset` skips the latest. O(entities around
  /// the person).
  public nonisolated func timeline(
    of person: Ref<Person>, since: Date? = nil, until: Date? = nil, in zone: TimeZoneRule = .system,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> Page<TimelineEntry> {
    let all = try await ledger.withView { view in
      view.read(Person.kind, person.rawValue) { Timeline.entries(ofPerson: $0) } ?? []
    }
    return Page(all, since: since, until: until, zone, limit: limit, offset: offset)
  }

  /// The events of a context, in order of time. `limit` selects the latest, `offset` skips the latest. O(entities
  /// around the context).
  public nonisolated func timeline(
    of context: Ref<Context>, since: Date? = nil, until: Date? = nil, in zone: TimeZoneRule = .system,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> Page<TimelineEntry> {
    let all = try await ledger.withView { view in
      view.read(Context.kind, context.rawValue) { Timeline.entries(ofContext: $0) } ?? []
    }
    return Page(all, since: since, until: until, zone, limit: limit, offset: offset)
  }
}

extension Page where Item == TimelineEntry {
  fileprivate init(
    _ all: [TimelineEntry], since: Date?, until: Date?, _ zone: TimeZoneRule, limit: Int?, offset: Int
  ) {
    // An all-day entry is compared by its day.
    func day(_ time: Date?) -> CivilDay? { time.map { zone.day(at: Instant($0)) } }
    let (first, last) = (day(since), day(until))
    let within = all.filter { entry in
      if let day = entry.day { return day >= first ?? day && day <= last ?? day }
      return entry.at >= since ?? .distantPast && entry.at <= until ?? .distantFuture
    }.inOrder
    self.init(
      items: Array(within.dropLast(max(0, offset)).suffix(max(0, limit ?? .max))), total: within.count)
  }
}

/// An entry in the timeline of a person or a context.
public struct TimelineEntry: Sendable, Hashable {
  /// What happened to the entity that ``TimelineEntry/kind`` and ``TimelineEntry/id`` name.
  public enum Event: String, Sendable, CaseIterable {
    /// A piece of evidence.
    case evidence
    /// A note was written, at the note's ``Note/createdAt``.
    case note
    /// A consent was required, became due and is still missing, or was decided.
    case consentRequired, consentDue, consentDecided
    /// A product was issued, or a coverage began.
    case productIssued, covered
    /// A person joined or left a context.
    case joined, left
    /// A person became responsible for another, or no longer is.
    case responsibilityBegan, responsibilityEnded
    /// An insight was first written, or a user dismissed it.
    case insight, insightDismissed
  }

  /// When it happened or, for upcoming evidence and due consents, will happen. The time of the entity's first write if
  /// a participation, responsibility, product or coverage has no date.
  public var at: Date
  /// The day of an all-day entry, which has no time zone.
  public var day: CivilDay?
  /// The event, which determines the content of ``text`` and the kind of the entity.
  public var event: Event
  /// What happened, in a line.
  public var text: String
  /// The kind of the entity that it comes from.
  public var kind: String
  public var id: String

  init?(
    _ event: Event, at: Date?, day: CivilDay? = nil, _ text: String, _ kind: String, _ id: String
  ) {
    guard let at else { return nil }
    (self.event, self.at, self.day, self.text) = (event, at, day, text)
    (self.kind, self.id) = (kind, id)
  }

  /// At a time that may be a day without a time.
  init?(_ event: Event, on time: Date?, _ text: String, _ kind: String, _ id: String) {
    self.init(event, at: time, day: time.flatMap { Instant($0).wholeDay }, text, kind, id)
  }
}

extension [TimelineEntry] {
  /// In order of time; at equal times, in the order of ids.
  var inOrder: [TimelineEntry] {
    sorted { left, right in
      if left.at != right.at { return left.at < right.at }
      return left.id != right.id ? left.id < right.id : left.event.rawValue < right.event.rawValue
    }
  }
}

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
