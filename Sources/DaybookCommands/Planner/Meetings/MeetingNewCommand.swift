import ArgumentParser
import Daybook
import Planner

/// `daybook planner meeting new TITLE`
struct MeetingNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a meeting that is in no calendar.",
    discussion: """
      --with takes a person of the ledger, or an address, for which a person is created.

      Examples:
        daybook planner meeting new 'Budget review' --start 2026-11-23T10:00 --minutes 90 --with 'ann lee'
        daybook planner meeting new Offsite --start 2026-12-01 --end 2026-12-02 --all-day
        daybook planner meeting new Lunch --start today+12h --with 'Ben Ode <ben@example.org>' --purpose 'meet Ben'
      """)

  @Argument(help: "The title.")
  var title: String

  @Option(help: ArgumentHelp("When it begins.", valueName: "time"))
  var start: String

  @Option(help: ArgumentHelp("When it ends; of an all-day meeting its last day.", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("How long it lasts; by default an hour.", valueName: "n"))
  var minutes: Int?

  @Flag(help: "Make an all-day meeting.")
  var allDay = false

  @Option(help: ArgumentHelp("Where it is.", valueName: "text"))
  var location: String?

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("A participant; may be given several times.", valueName: "who"))
  var people: [String] = []

  @Option(help: ArgumentHelp("What it is for.", valueName: "text"))
  var purpose: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @OptionGroup var write: WriteOptions

  private var times: MeetingTimes {
    MeetingTimes(
      start: start, end: end, minutes: minutes, allDay: allDay, selection: write.selection)
  }

  func validate() throws { try times.validate() }

  func run() async throws {
    let title = try NonEmptyText.read(title, "title")
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let span = try times.span()
    let id = Ref<MeetingRecord>()
    let meeting = try MeetingRecord(id: id) { meeting in
      meeting.eventIdentifier = "daybook:" + id.rawValue
      (meeting.title, meeting.isAllDay) = (title, allDay)
      (meeting.startDate, meeting.endDate) = (.init(span.start), .init(span.end))
      meeting.location = try location.map { try NonEmptyText.read($0, "place") }
      meeting.purpose = try purpose.map { try NonEmptyText.read($0, "purpose") }
    }
    let ledger = try await write.selection.open()
    var mutations = [try meeting.creation()]
    mutations += try await MeetingPeople.linking(people, to: id, in: ledger)
    mutations += try await PlannerTagging.mutations(names, of: MeetingRecord.kind, id.rawValue, in: ledger)
    try await write.commit(mutations, in: ledger)
  }
}
