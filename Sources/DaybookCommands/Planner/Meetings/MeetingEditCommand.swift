import ArgumentParser
import Daybook
import Planner

/// `daybook planner meeting edit MEETING`
struct MeetingEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a meeting: its title, times and place, what it is for, what came of it.",
    discussion: """
      Times that you do not give stay as they are; with --start alone, the meeting keeps its length. - reads a text from \
      the standard input; an empty text removes the former one.

      Your changes to a calendar's meeting stay when the calendar is read again. If the calendar changed the same \
      field, 'daybook conflicts' lists both values.

      Examples:
        daybook planner meeting edit 'budget review' --start 2026-11-24T10:00 --location 'Room 2'
        daybook planner meeting edit offsite --title 'Offsite in Porto' --end 2026-12-03 --untag draft
        daybook planner meeting edit 'budget review' --purpose 'settle the figures for 2027'
        daybook planner meeting edit 'budget review' --outcomes - < outcomes.txt
        daybook planner meeting edit 'budget review' --tag finance --with ben@example.org
      """)

  @Argument(help: PlannerHelp.meeting)
  var meeting: String

  @Option(help: ArgumentHelp("The new title.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("When it begins.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("When it ends; of an all-day meeting its last day.", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("How long it lasts.", valueName: "n"))
  var minutes: Int?

  @Flag(inversion: .prefixedNo, help: "Whether it lasts whole days.")
  var allDay: Bool?

  @Option(help: ArgumentHelp("Where it is.", valueName: "text"))
  var location: String?

  @Option(help: ArgumentHelp("What it is for.", valueName: "text"))
  var purpose: String?

  @Option(help: ArgumentHelp("The result of the meeting.", valueName: "text"))
  var outcomes: String?

  @Option(help: ArgumentHelp("What is to be done.", valueName: "text"))
  var actionItems: String?

  @Option(
    help: ArgumentHelp("Your own summary; 'summarize' replaces it only with --rewrite.", valueName: "text"))
  var summary: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag to remove; may be given several times.", valueName: "name"))
  var untag: [String] = []

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("A participant to add; may be given several times.", valueName: "who"))
  var people: [String] = []

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp("A participant to remove; may be given several times.", valueName: "who"))
  var gone: [String] = []

  @OptionGroup var write: WriteOptions

  private var texts: [(field: String, noun: String, text: String?)] {
    [
      ("location", "place", location), ("purpose", "purpose", purpose), ("outcomes", "outcomes", outcomes),
      ("actionItems", "action items", actionItems), ("summary", "summary", summary),
    ]
  }

  private var times: MeetingTimes {
    MeetingTimes(
      start: start, end: end, minutes: minutes, allDay: allDay, selection: write.selection)
  }

  private var links: [String] { tag + untag + people + gone }

  func validate() throws {
    guard title != nil || !times.isEmpty || texts.contains(where: { $0.text != nil }) || !links.isEmpty else {
      throw ValidationError(
        """
        say what to change: --title, --start, --end, --minutes, --all-day, --location, --purpose, --outcomes, \
        --action-items, --summary, --tag, --untag, --with or --without
        """)
    }
    try times.validate()
    guard texts.count(where: { $0.text == "-" }) < 2 else {
      throw ValidationError("the standard input is one text, not several")
    }
  }

  func run() async throws {
    var set = try textFields()
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let ledger = try await write.selection.open()
    let found = try await ledger.withView { [meeting, gone, untag] view in
      let id = try PlannerFinder.meetings.find(meeting, in: view).id
      let people = try gone.map { try PlannerFinder.people.find($0, in: view).id.rawValue }
      let tags = try untag.map { try PlannerFinder.tags.find($0, in: view).id.rawValue }
      return view.read(MeetingRecord.kind, id.rawValue) { meeting in
        let (attendees, tagged) = (meeting.related("attendees"), meeting.related("tags"))
        return Former(
          id: id, span: MeetingSpan(meeting), people: people.filter { attendees.contains($0) },
          tags: tags.filter { tagged.contains($0) })
      }
    }
    guard let found else { return }
    if !times.isEmpty {
      for member in try times.span(from: found.span).changes(from: found.span) {
        set[member.key] = member.value
      }
    }
    let id = found.id.rawValue
    var mutations = set.isEmpty ? [] : [Mutation(.upsert, kind: MeetingRecord.kind, id: id, set: set)]
    mutations += found.people.map {
      Mutation(.unlink, kind: MeetingRecord.kind, id: id, rel: "attendees", to: $0)
    }
    mutations += found.tags.map { Mutation(.unlink, kind: MeetingRecord.kind, id: id, rel: "tags", to: $0) }
    mutations += try await MeetingPeople.linking(people, to: found.id, in: ledger)
    mutations += try await PlannerTagging.mutations(names, of: MeetingRecord.kind, id, in: ledger)
    try await write.commit(mutations, about: [EntityName(kind: MeetingRecord.kind, id: id)], in: ledger)
  }

  /// The meeting as it is, and which of the people and tags to remove it has.
  private struct Former {
    var id: Ref<MeetingRecord>
    var span: MeetingSpan?
    var people: [String]
    var tags: [String]
  }

  private func textFields() throws -> JSONObject {
    var set = JSONObject()
    if let title { set["title"] = .string(try NonEmptyText.read(title, "title")) }
    for (field, noun, text) in texts {
      guard let text else { continue }
      let said = text == "-" ? try InputFile.text("-") : text
      set[field] = said.allSatisfy(\.isWhitespace) ? .null : .string(try NonEmptyText.read(said, noun))
    }
    return set
  }
}
