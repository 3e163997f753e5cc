import Daybook

extension CalendarItem {
  /// The part of a calendar's entry that the systems read.
  init(_ entry: CalendarEntry) {
    self.init(line: entry.line, uid: entry.uid, start: Moment(entry.start))
    recurrenceID = entry.recurrenceID.map { Moment($0) }
    occurrences = entry.occurrences?.map {
      Occurrence(recurrenceID: Moment($0.recurrenceID), start: Moment($0.start))
    }
    end = entry.end.map { Moment($0) }
    isCancelled = entry.status == "CANCELLED"
    isRecurring = entry.isRecurring || entry.recurrenceID != nil
    calendarTitle = entry.calendarName
    source = entry.kept
    (title, notes, location) = (entry.summary, entry.description, entry.location)
    (sequence, modified) = (entry.sequence, entry.lastModified ?? entry.stamp)
    (participants, isOrganizerInvited) = CalendarItem.participants(entry)
  }

  /// The organizer first, with the answer from the list of attendees.
  private static func participants(_ entry: CalendarEntry) -> ([ParticipantHint], Bool) {
    var attendees = entry.attendees
    guard let organizer = entry.organizer else { return (attendees.map { ParticipantHint($0) }, false) }
    let place = attendees.firstIndex {
      $0.email?.lowercased() == organizer.email?.lowercased() && $0.email != nil
    }
    let own = place.map { attendees.remove(at: $0) }
    var first = ParticipantHint(organizer)
    first.isOrganizer = true
    first.name = first.name ?? own?.name
    (first.role, first.status) = (own?.role ?? first.role, own?.participation ?? first.status)
    return ([first] + attendees.map { ParticipantHint($0) }, own != nil)
  }
}

extension ParticipantHint {
  fileprivate init(_ attendee: CalendarEntry.Attendee) {
    self.init(
      name: attendee.name, email: attendee.email, role: attendee.role, status: attendee.participation)
  }
}

extension CalendarItem.Moment {
  fileprivate init(_ moment: CalendarEntry.Moment) {
    switch moment {
    case .instant(let instant): self = .instant(instant)
    case .day(let day): self = .day(day)
    }
  }
}
