import Daybook

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
