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
