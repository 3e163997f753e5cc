import ArgumentParser
import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook planner people …`
struct PlannerPeopleCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List and show people, change one, summarise your contact with one.",
    discussion: """
      Examples:
        daybook planner people
        daybook planner people show ann@example.org
        daybook planner people edit 'ann lee' --company 'Lee & Co' --role treasurer
      """,
    subcommands: [List.self, Show.self, Edit.self, PersonSummarizeCommand.self],
    defaultSubcommand: List.self)

  /// `daybook planner people list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List people by name, with how many meetings they have.",
      discussion: """
        Meetings that have begun and meetings to come are counted separately; --now sets the moment.

        Examples:
          daybook planner people
          daybook planner people lee --format csv > people.csv
        """)

    @Argument(help: "Only those whose name or e-mail contains these words, ignoring case and accents.")
    var text: String?

    @OptionGroup var moment: ListMoment
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try moment.cut(list.selection)
      try await list.show(
        try await ledger.planner.people(matching: text, limit: list.count, offset: list.offset, at: cut),
        in: ledger,
        empty: text.map { "no person matches '\($0)'" }
          ?? "there is nobody yet; see 'daybook planner sync calendar'")
    }
  }

  /// `daybook planner people show PERSON`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show a person with the history of their meetings.",
      discussion: """
        The exit status is 1 when there is no such person.

        Examples:
          daybook planner people show 'ann lee'
          daybook planner people show ann@example.org --format json | jq .meetings
        """)

    @Argument(help: PlannerHelp.person)
    var person: String

    @OptionGroup var options: PageOptions

    func run() async throws {
      try await options.show(
        read: { [person] view in
          PersonPage.read(try PlannerFinder.people.find(person, in: view).id, in: view)
        },
        ids: { $0.meetings }, page: { $0.page($1) }, record: { $0.record })
    }
  }

  /// `daybook planner people edit PERSON`
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit",
      abstract: "Change a person's name, company or role.",
      discussion: """
        An empty text removes the former one. No calendar changes it back.

        Examples:
          daybook planner people edit ann@example.org --name 'Ann Lee' --company 'Lee & Co'
        """)

    @Argument(help: PlannerHelp.person)
    var person: String

    @Option(help: ArgumentHelp("Their name.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Where they work.", valueName: "text"))
    var company: String?

    @Option(help: ArgumentHelp("Their role.", valueName: "text"))
    var role: String?

    @OptionGroup var write: WriteOptions

    func validate() throws {
      if name == nil, company == nil, role == nil {
        throw ValidationError("say what to change: --name, --company or --role")
      }
    }

    func run() async throws {
      var set = JSONObject()
      for (field, text) in [("name", name), ("company", company), ("role", role)] {
        guard let text else { continue }
        set[field] = text.allSatisfy(\.isWhitespace) ? .null : .string(try NonEmptyText.read(text, field))
      }
      let ledger = try await write.selection.open()
      let id = try await ledger.withView { [person] in try PlannerFinder.people.find(person, in: $0).id }
      try await write.commit([Mutation(.upsert, kind: Person.kind, id: id.rawValue, set: set)], in: ledger)
    }
  }
}

extension PersonPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: item.name)
    let now = moment.map { Date($0) } ?? .distantFuture
    page.add("e-mail", item.email)
    page.add("phone", phoneNumbers.joined(separator: ", "))
    page.add("address", postalAddresses.joined(separator: "; "))
    page.add("birthday", birthday)
    page.add("in the address book", addressBookNote)
    page.add("role", TableStyle.list([item.role, item.company]))
    page.add("meetings", item.meetingCount == 0 ? nil : "\(item.meetingCount)")
    page.add("to come", item.upcomingMeetingCount == 0 ? nil : "\(item.upcomingMeetingCount)")
    page.add("last met", lastMeeting(by: now).map { Self.words($0, style) })
    page.add("next", nextMeeting(after: now).map { Self.words($0, style) })
    page.add("id", item.id.rawValue)
    page.add(
      text: summarizedBy.map { "Relationship (by \($0))" } ?? "Relationship", relationshipSummary)
    page.add(
      "Meetings", Array(meetings.prefix(Self.meetingCountMax)), columns: ["when", "title", "where", "notes"],
      showsIDs: true, style)
    if meetings.count > Self.meetingCountMax {
      page.add(text: "", "\(meetings.count - Self.meetingCountMax) earlier; --format json shows all")
    }
    return page
  }

  private static let meetingCountMax = 20

  private static func words(_ meeting: MeetingItem, _ style: TableStyle) -> String {
    "\(meeting.when(style) ?? "") \(OneLine.of(meeting.title))"
  }

  var record: OutputRecord {
    var row = item.row
    row.append("phoneNumbers", .array(phoneNumbers.map { .string($0) }))
    row.append("postalAddresses", .array(postalAddresses.map { .string($0) }))
    row.append("birthday", .text(birthday))
    row.append("addressBookNote", .text(addressBookNote))
    row.append("relationshipSummary", .text(relationshipSummary))
    row.append("summarizedBy", .text(summarizedBy))
    row.append("meetings", .rows(meetings))
    return OutputRecord(row)
  }
}
