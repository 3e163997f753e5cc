import ArgumentParser
import Daybook
import Planner

/// `daybook planner meeting new TITLE`
struct MeetingNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a meeting that is in no calendar.",
    discussion: """
      Whom --with names is a person of the ledger, or an address, which makes one.

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

  @Flag(help: "It takes whole days.")
  var allDay = false

  @Option(help: ArgumentHelp("Where it is.", valueName: "text"))
  var location: String?

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("Who comes; may be given several times.", valueName: "who"))
  var people: [String] = []

  @Option(help: ArgumentHelp("What it is for.", valueName: "text"))
  var purpose: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if end != nil, minutes != nil { throw ValidationError("--end and --minutes exclude one another") }
    if allDay, minutes != nil { throw ValidationError("--all-day takes --end, not --minutes") }
    if let minutes, !(0...1_000_000).contains(minutes) {
      throw ValidationError("--minutes takes a number from 0, not \(minutes)")
    }
  }

  func run() async throws {
    let title = try NonEmptyText.read(title, "title")
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let (start, end) = try times()
    let id = Ref<MeetingRecord>()
    let meeting = try MeetingRecord(id: id) { meeting in
      meeting.eventIdentifier = "daybook:" + id.rawValue
      (meeting.title, meeting.isAllDay) = (title, allDay)
      (meeting.startDate, meeting.endDate) = (.init(start), .init(end))
      meeting.location = try location.map { try NonEmptyText.read($0, "place") }
      meeting.purpose = try purpose.map { try NonEmptyText.read($0, "purpose") }
    }
    let ledger = try await write.selection.open()
    var mutations = [try meeting.creation()]
    mutations += try await MeetingPeople.linking(people, to: id, in: ledger)
    mutations += try await PlannerTagging.mutations(names, of: MeetingRecord.kind, id.rawValue, in: ledger)
    try await write.commit(mutations, in: ledger)
  }

  private func times() throws -> (Instant, Instant) {
    let selection = write.selection
    let first = try selection.instant(start, .start)
    guard allDay else {
      let last =
        try end.map { try selection.instant($0, .start) }
        ?? Instant(milliseconds: first.milliseconds + Int64(minutes ?? 60) * 60_000)
      return (first, last)
    }
    let zone = try selection.zone()
    func inUTC(_ instant: Instant, adding days: Int64) -> Instant {
      Instant(milliseconds: zone.day(at: instant).adding(days: days).daysSince1970 * 86_400_000)
    }
    let last = try end.map { try selection.instant($0, .start) } ?? first
    return (inUTC(first, adding: 0), inUTC(last, adding: 1))
  }
}
