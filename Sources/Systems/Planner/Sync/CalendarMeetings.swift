public import Daybook

/// Reconciles meetings with calendars.
public typealias MeetingSync = CalendarReconciliation<CalendarMeetings>

/// An entry of a calendar is one meeting, and its invited people are people here. A calendar never changes the data
/// that was added to the meeting here (purpose, outcomes, action items, summary, notes, tags).
public struct CalendarMeetings: CalendarTarget {
  private var invited = InvitedPeople()
  /// How many notes each meeting has, by its id; nil before anybody asked.
  private var noteCounts: [String: Int]?

  /// Reads nothing from the state yet: data is read when it is needed.
  public init(_ state: borrowing some SyncState & ~Copyable) {}

  public static var kind: String { MeetingRecord.kind }

  /// The event's identifier itself, as it is.
  public static func key(_ eventIdentifier: String) -> String { eventIdentifier }

  /// The meeting's `eventIdentifier`, also of a meeting made by hand; nil if it has none.
  public static func key(of meeting: SyncedEntity) -> String? { meeting.values["eventIdentifier"]?.string }

  /// The day of an all-day meeting, else the instant; nil for a meeting without a date.
  public static func start(of meeting: SyncedEntity) -> CalendarItem.Moment? {
    guard let start = meeting.values["startDate"]?.string.flatMap({ Instant($0) }) else { return nil }
    guard meeting.values["isAllDay"]?.bool == true else { return .instant(start) }
    return .day(CivilDay(daysSince1970: start.milliseconds.dividedDown(by: millisecondsPerDay)))
  }

  /// The mutations that make the invited people whom the ledger lacks, and name those who have no name.
  public func preceding(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)] { invited.unknown(in: state) }

  /// The meeting's calendar fields, with links to the invited people. What was written only here is not among them.
  public mutating func entry(
    of entry: CalendarTargetItem, in state: borrowing some SyncState & ~Copyable
  ) throws -> EntitySync.Entry {
    let item = entry.item
    let organizer = item.participants.first { $0.isOrganizer }
    let addresses = invited.addresses(of: item, source: entry.source, in: state)
    return EntitySync.Entry(
      key: entry.key, source: entry.source,
      fields: [
        .init(name: "title", value: .string(item.title ?? ""), unwritten: ""),
        .init(name: "startDate", value: .string(item.start.instant.description)),
        .init(name: "endDate", value: .string(Self.end(of: item).description)),
        .init(name: "isAllDay", value: .bool(item.isAllDay), unwritten: false),
        .init(name: "location", value: Self.text(item.location)),
        .init(name: "organizerName", value: Self.text(organizer?.name)),
        .init(name: "organizerEmail", value: Self.text(organizer?.email)),
        .init(name: "calendarTitle", value: .string(item.calendarTitle ?? entry.source.name)),
        .init(name: "isRecurring", value: .bool(item.isRecurring), unwritten: false),
        .init(name: "calendarNotes", value: Self.text(item.notes)),
        .init(
          name: "calendarAttendees", value: .array(addresses.map { .string($0) }), unwritten: []),
        .init(name: "isGoneFromCalendar", value: false, unwritten: false),
      ],
      identity: [
        "eventIdentifier": .string(entry.key), "importedFrom": .string(entry.source.id),
      ],
      following: invited.links(addresses, of: entry, in: state),
      span: SpanFields(start: "startDate", end: "endDate"))
  }

  /// A meeting with data that was added here stays, and its notes with it.
  public mutating func keeping(
    _ meeting: SyncedEntity, in state: borrowing some SyncState & ~Copyable
  ) -> RetainedEntity? {
    guard let reason = reason(toKeep: meeting, in: state) else { return nil }
    let title = meeting.values["title"]?.string.map { OneLine.cut($0) } ?? ""
    let day = meeting.values["startDate"]?.string?.prefix(10) ?? ""
    return RetainedEntity(
      fields: ["isGoneFromCalendar": true],
      remark:
        "\(title.isEmpty ? meeting.id : title) (\(day)) is gone from the calendar; it stays, since \(reason)")
  }

  /// The ids of the meetings to which notes refer. O(notes) the first time.
  public mutating func wanted(in state: borrowing some SyncState & ~Copyable) -> Set<String> {
    Set(notes(in: state).keys)
  }

  private mutating func notes(in state: borrowing some SyncState & ~Copyable) -> [String: Int] {
    let counts = noteCounts ?? state.referenceCounts(Note.kind, "meetingRecord")
    noteCounts = counts
    return counts
  }

  private mutating func reason(
    toKeep meeting: SyncedEntity, in state: borrowing some SyncState & ~Copyable
  ) -> String? {
    if let count = notes(in: state)[meeting.id] {
      return "it has \(count == 1 ? "a note" : "\(count) notes")"
    }
    let texts =
      ["purpose", "outcomes", "actionItems"]
      + (meeting.values["summarizedBy"]?.string == nil ? ["summary"] : [])
    let isDescribed = texts.contains { meeting.values[$0]?.string?.isEmpty == false }
    let isChanged =
      isDescribed || !state.links(MeetingRecord.kind, meeting.id, "tags").isEmpty
      || state.isWrittenHere(MeetingRecord.kind, meeting.id, Self.calendarFields)
    return isChanged ? "it was changed here" : nil
  }

  private static let calendarFields = ["title", "startDate", "endDate", "isAllDay", "location"]

  private static let millisecondsPerDay: Int64 = 86_400_000

  /// An entry without an end lasts its day, or no time.
  private static func end(of item: CalendarItem) -> Instant {
    let start = item.start.instant
    let end = item.end?.instant ?? start
    if item.isAllDay, end <= start { return Instant(milliseconds: start.milliseconds + millisecondsPerDay) }
    return max(start, end)
  }

  private static func text(_ text: String?) -> JSONValue {
    guard let text, !text.isEmpty else { return .null }
    return .string(text)
  }
}

extension CalendarItem {
  fileprivate var isAllDay: Bool {
    if case .day = start { true } else { false }
  }
}

/// The people whom calendars invite, by their addresses, and the links from meetings to them.
///
/// A person is created once, with the first name that a calendar gives; later, no calendar changes a person's data.
/// Somebody who was unlinked by hand stays unlinked while the calendar invites them.
struct InvitedPeople {
  /// Of those without a name in the ledger, or not in it at all.
  private var names: [String: (name: String?, source: SyncSource)] = [:]
  /// Addresses in the order in which they were first met.
  private var order: [String] = []
  private var known: Set<String> = []

  /// The addresses of whom an entry invites, each once, in its order. People without an address cannot be recognized
  /// again.
  mutating func addresses(
    of item: CalendarItem, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) -> [String] {
    let invited = item.participants.filter { !$0.isOrganizer || item.isOrganizerInvited }
    for participant in invited {
      guard let address = participant.email.map(EmailAddress.normalized), EmailAddress.isOne(address) else {
        continue
      }
      note(address, participant.name.map(OneLine.of), source, in: state)
    }
    return EmailAddress.distinct(invited.compactMap(\.email)).map(EmailAddress.normalized)
      .filter(EmailAddress.isOne)
  }

  private mutating func note(
    _ address: String, _ name: String?, _ source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    guard !known.contains(address) else { return }
    let name = name.flatMap { $0.isEmpty || EmailAddress.normalized($0) == address ? nil : $0 }
    if let noted = names[address] {
      if noted.name == nil, name != nil { names[address] = (name, source) }
      return
    }
    let present = state.entity(Person.kind, key: address)
    if let present, !present.isAlive || Self.isNamed(present) && present.values["email"] != nil {
      known.insert(address)
      return
    }
    names[address] = (name, source)
    order.append(address)
  }

  private static func isNamed(_ person: SyncedEntity) -> Bool {
    person.values["name"]?.string?.isEmpty == false
  }

  /// The people that the ledger lacks, and the names of those without one.
  func unknown(in state: borrowing some SyncState & ~Copyable) -> [(mutation: Mutation, source: SyncSource)] {
    order.compactMap { address in
      guard let (name, source) = names[address] else { return nil }
      let present = state.entity(Person.kind, key: address)
      var set = JSONObject()
      // Of one that is here without an address it was erased.
      if present?.values["email"] == nil { set["email"] = .string(address) }
      if let name, !(present.map(Self.isNamed) ?? false) { set["name"] = .string(name) }
      if let present { set = set.withoutErased(of: Person.kind, present.id, in: state) }
      if set.isEmpty { return nil }
      var mutation = Mutation(.sync, kind: Person.kind, id: id(of: address, in: state), set: set)
      mutation.present = true
      return (mutation, source)
    }
  }

  /// The links that an entry adds to its meeting and those that it removes: the difference between the calendar's
  /// present and last invitations.
  func links(
    _ addresses: [String], of entry: CalendarTargetItem, in state: borrowing some SyncState & ~Copyable
  ) -> [Mutation] {
    let before = entry.present?.values["calendarAttendees"]?.array?.compactMap(\.string) ?? []
    func link(_ op: EventOperation, _ address: String) -> Mutation {
      Mutation(
        op, kind: MeetingRecord.kind, id: entry.id, rel: "attendees", to: id(of: address, in: state))
    }
    var links: [Mutation] = []
    for address in addresses {
      let isLinked = state.isLinked(
        MeetingRecord.kind, entry.id, "attendees", to: id(of: address, in: state))
      // If a person was already invited and is not linked, somebody unlinked them.
      if isLinked == nil || isLinked == false && !before.contains(address) {
        links.append(link(.link, address))
      }
    }
    for address in before where !addresses.contains(address) {
      let isLinked = state.isLinked(
        MeetingRecord.kind, entry.id, "attendees", to: id(of: address, in: state))
      if isLinked == true { links.append(link(.unlink, address)) }
    }
    return links
  }

  private func id(of address: String, in state: borrowing some SyncState & ~Copyable) -> String {
    state.entity(Person.kind, key: address)?.id ?? state.newID(Person.kind, key: address)
  }
}
