import Daybook
import Planner

extension MeetingPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: item.title)
    page.add("when", when(style))
    page.add("state", item.isGoneFromCalendar ? "gone from its calendar" : nil)
    page.add("where", item.location)
    page.add("organizer", TableStyle.list([organizerName, organizerEmail]))
    page.add("calendar", item.calendarTitle.map { $0 + (item.isRecurring ? ", repeats" : "") })
    page.add("tags", TableStyle.list(item.tags))
    page.add("id", item.id.rawValue)
    page.add("People", people, columns: ["name", "e-mail", "role", "meetings"], style)
    page.add(text: "Purpose", purpose)
    page.add(text: "Outcomes", outcomes)
    page.add(text: "To do", actionItems)
    page.add(text: summarizedBy.map { "Summary (by \($0))" } ?? "Summary", item.summary)
    page.add("Notes", notes, columns: ["when", "title", "note", "tags"], showsIDs: true, style)
    page.add(text: "In the calendar", calendarNotes)
    return page
  }

  /// `Saturday, 2026-11-21 10:00-11:30`
  private func when(_ style: TableStyle) -> String? {
    guard let day = item.firstDay(in: style.zone) else { return nil }
    if let days = item.days, days.lowerBound < days.upperBound {
      return "\(AgendaPage.title(days.lowerBound)) to \(AgendaPage.title(days.upperBound))"
    }
    let span = style.span(of: item, on: day)
    let title = AgendaPage.title(day)
    guard !item.isAllDay, let end = item.endDate, span?.hasPrefix("from") == true else {
      return "\(title) \(span ?? "")"
    }
    return "\(title) \(span ?? "") to \(style.time(end) ?? "")"
  }

  var record: OutputRecord {
    var row = item.row
    row.append("eventIdentifier", .string(eventIdentifier))
    row.append("organizerName", .text(organizerName))
    row.append("organizerEmail", .text(organizerEmail))
    row.append("purpose", .text(purpose))
    row.append("outcomes", .text(outcomes))
    row.append("actionItems", .text(actionItems))
    row.append("summarizedBy", .text(summarizedBy))
    row.append("calendarNotes", .text(calendarNotes))
    row.append("importedFrom", .text(sourceName))
    row.append("people", .rows(people))
    row.append("noteRows", .rows(notes))
    row.append("createdAt", .date(createdAt))
    row.append("updatedAt", .date(updatedAt))
    return OutputRecord(row)
  }
}
