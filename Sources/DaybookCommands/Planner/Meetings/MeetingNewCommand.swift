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

/// The people of a meeting, as users type them.
enum MeetingPeople {
  /// Links people of the ledger, and creates a person for each address that nobody has.
  static func linking(
    _ texts: [String], to meeting: Ref<MeetingRecord>, in ledger: Ledger
  ) async throws -> [Mutation] {
    var mutations: [Mutation] = []
    for text in texts {
      let (id, made) = try await person(text, in: ledger)
      if let made { mutations.append(made) }
      mutations.append(
        Mutation(.link, kind: MeetingRecord.kind, id: meeting.rawValue, rel: "attendees", to: id.rawValue))
    }
    return mutations
  }

  /// `Ben Ode <ben@example.org>`, `ben@example.org`, or the person whom the ledger finds by the text.
  private static func person(_ text: String, in ledger: Ledger) async throws -> (Ref<Person>, Mutation?) {
    let (name, address) = parts(OneLine.of(text))
    guard let address, EmailAddress.isOne(address) else {
      return (try await ledger.withView { try PlannerFinder.people.find(text, in: $0).id }, nil)
    }
    let email = EmailAddress.normalized(address)
    let held = try await ledger.withView { view in
      try view.map(Query(Person.kind, where: .compare("email", .equal, .string(email)))) { $0.id }.values
        .first
    }
    if let held { return (Ref(held), nil) }
    let (id, _) = try await ledger.holder(ofKey: email, Person.self)
    var set: JSONObject = ["email": .string(email)]
    if let name { set["name"] = .string(name) }
    return (id, Mutation(.upsert, kind: Person.kind, id: id.rawValue, set: set))
  }

  private static func parts(_ text: String) -> (name: String?, address: String?) {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      return (nil, text.contains("@") ? text : nil)
    }
    let name = OneLine.of(text[..<open].filter { $0 != "\"" })
    return (name.isEmpty ? nil : name, String(text[text.index(after: open)...].dropLast()))
  }
}
