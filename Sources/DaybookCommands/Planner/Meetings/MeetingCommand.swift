import ArgumentParser
import Daybook
import Planner

/// `daybook planner meeting …`
struct MeetingCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "meeting",
    abstract: "List and show meetings, make one, record its outcome, summarise one.",
    discussion: """
      Examples:
        daybook planner meeting budget
        daybook planner meeting show 'budget review'
        daybook planner meeting edit 'budget review' --outcomes 'agreed on 40k' --action-items 'Ann: order'
        daybook planner meeting summarize 'budget review'
      """,
    subcommands: [
      List.self, Show.self, MeetingNewCommand.self, MeetingEditCommand.self, MeetingSummarizeCommand.self,
    ],
    defaultSubcommand: List.self)

  /// `daybook planner meeting list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List meetings, or those that match your words, latest first.",
      discussion: """
        A meeting that is gone from its calendar stays listed, and is marked, if somebody here wrote about it.

        Examples:
          daybook planner meeting list budget
          daybook planner meeting list --tag urgent
        """)

    @Argument(help: "Only those whose title or place contains these words, ignoring case and accents.")
    var text: String?

    @Option(name: .customLong("with"), help: PlannerHelp.person)
    var person: String?

    @Option(help: PlannerHelp.tag)
    var tag: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let meetings = try await ledger.withView(at: cut) { [text, person, tag, list] view in
        let condition = Condition.all([
          text.flatMap { .holds(words: $0, in: ["title", "location"]) },
          try person.map {
            .contains("attendees", .string(try PlannerFinder.people.find($0, in: view).id.rawValue))
          },
          try tag.map { .contains("tags", .string(try PlannerFinder.tags.find($0, in: view).id.rawValue)) },
        ])
        return try view.page(
          Query(
            MeetingRecord.kind, where: condition, sort: [SortKey("startDate", descending: true)],
            limit: list.count, offset: list.offset), of: MeetingItem.self)
      }
      try await list.show(
        meetings, in: ledger,
        empty: text == nil && person == nil && tag == nil
          ? "there is no meeting yet; see 'daybook planner sync calendar'" : "there is no such meeting")
    }
  }

  /// `daybook planner meeting show MEETING`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show a meeting on one screen, with its people and notes.",
      discussion: """
        The exit status is 1 when there is no such meeting.

        Examples:
          daybook planner meeting show 'budget review'
          daybook planner meeting show 5b1e --format json | jq .attendees
        """)

    @Argument(help: PlannerHelp.meeting)
    var meeting: String

    @OptionGroup var options: PageOptions

    func run() async throws {
      try await options.show(
        read: { [meeting] view in
          MeetingPage.read(try PlannerFinder.meetings.find(meeting, in: view).id, in: view)
        },
        ids: { $0.notes }, page: { $0.page($1) }, record: { $0.record })
    }
  }
}

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
