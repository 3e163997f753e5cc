import ArgumentParser
import Daybook
import Planner

/// `daybook planner meeting edit MEETING`
struct MeetingEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Say what a meeting is for, what came of it and what is to be done.",
    discussion: """
      - reads a text from the standard input; an empty text takes it away. What the calendar says (title, times, \
      place) it says again with the next sync.

      Examples:
        daybook planner meeting edit 'budget review' --purpose 'settle the figures for 2027'
        daybook planner meeting edit 'budget review' --outcomes - < outcomes.txt
        daybook planner meeting edit 'budget review' --tag finance --with ben@example.org
      """)

  @Argument(help: PlannerHelp.meeting)
  var meeting: String

  @Option(help: ArgumentHelp("What it is for.", valueName: "text"))
  var purpose: String?

  @Option(help: ArgumentHelp("What came of it.", valueName: "text"))
  var outcomes: String?

  @Option(help: ArgumentHelp("What is to be done.", valueName: "text"))
  var actionItems: String?

  @Option(help: ArgumentHelp("A summary by hand, which no summariser touches.", valueName: "text"))
  var summary: String?

  @Option(help: PlannerHelp.tags)
  var tag: [String] = []

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("Who comes too; may be given several times.", valueName: "who"))
  var people: [String] = []

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp("Who does not come; may be given several times.", valueName: "who"))
  var gone: [String] = []

  @OptionGroup var write: WriteOptions

  private var texts: [(field: String, noun: String, text: String?)] {
    [
      ("purpose", "purpose", purpose), ("outcomes", "outcomes", outcomes),
      ("actionItems", "action items", actionItems), ("summary", "summary", summary),
    ]
  }

  func validate() throws {
    guard texts.contains(where: { $0.text != nil }) || !tag.isEmpty || !people.isEmpty || !gone.isEmpty else {
      throw ValidationError(
        "say what to change: --purpose, --outcomes, --action-items, --summary, --tag, --with or --without")
    }
    guard texts.count(where: { $0.text == "-" }) < 2 else {
      throw ValidationError("the standard input is one text, not several")
    }
  }

  func run() async throws {
    var set = JSONObject()
    for (field, noun, text) in texts {
      guard let text else { continue }
      let said = text == "-" ? try InputFile.text("-") : text
      set[field] = said.allSatisfy(\.isWhitespace) ? .null : .string(try NonEmptyText.read(said, noun))
    }
    let names = try tag.map { try NonEmptyText.read($0, "tag") }
    let ledger = try await write.selection.open()
    let (id, unlinked) = try await ledger.withView { [meeting, gone] view in
      let id = try PlannerFinder.meetings.find(meeting, in: view).id
      let attendees = view.read(MeetingRecord.kind, id.rawValue) { $0.related("attendees") } ?? []
      let people = try gone.map { try PlannerFinder.people.find($0, in: view).id }
      return (id, people.filter { attendees.contains($0.rawValue) })
    }
    var mutations =
      set.isEmpty ? [] : [Mutation(.upsert, kind: MeetingRecord.kind, id: id.rawValue, set: set)]
    mutations += unlinked.map {
      Mutation(.unlink, kind: MeetingRecord.kind, id: id.rawValue, rel: "attendees", to: $0.rawValue)
    }
    mutations += try await MeetingPeople.linking(people, to: id, in: ledger)
    mutations += try await PlannerTagging.mutations(names, of: MeetingRecord.kind, id.rawValue, in: ledger)
    try await write.commit(
      mutations, about: [EntityName(kind: MeetingRecord.kind, id: id.rawValue)], in: ledger)
  }
}
