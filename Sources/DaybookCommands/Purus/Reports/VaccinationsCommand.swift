import ArgumentParser
import Daybook
import PurusHealth

/// `daybook purus vaccinations [RECORD]`
struct VaccinationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vaccinations",
    abstract: "Show which vaccinations are due, and by which rule.",
    discussion: """
      For each name, the latest vaccination that was given counts; one with a future date is planned. The next due \
      date comes from, in this order: --interval; a day written in its information or comment after a word such as \
      'next' or 'booster'; a built-in table of usual intervals. Such a table does not know the patient: ask a doctor \
      or a veterinarian.

      Examples:
        daybook purus vaccinations --due
        daybook purus vaccinations rex --interval rabies=3
        daybook purus vaccinations ann --on 2027-01-01 --format json
      """)

  @Argument(help: "A record; by default all.")
  var record: String?

  @Flag(help: "Only what is overdue, or due within \(DueVaccination.soonDays) days.")
  var due = false

  @Option(
    help: ArgumentHelp("How often a vaccination is due, in years; may be repeated.", valueName: "name=years"))
  var interval: [String] = []

  @Option(help: ArgumentHelp("As of this day; by default today.", valueName: "day"))
  var on: String?

  @OptionGroup var past: AsOfOption
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var list: ListOptions

  func run() async throws {
    let schedule = RuleVaccinationSchedule(intervals: try VaccinationIntervals.read(interval))
    let zone = try list.selection.zone()
    let day = zone.day(at: try on.map { try list.selection.instant($0, .start) } ?? SystemClock.now())
    let ledger = try await list.selection.open()
    let cut = try past.cut(list.selection)
    let found = try await record.asyncMap { try await ledger.purus.record(matching: $0, at: cut) }
    let all = try await ledger.purus.dueVaccinations(
      of: found?.id, on: day, zone: zone, by: schedule, at: cut)
    let wanted = all.filter { !due || $0.state == .overdue || $0.state == .soon }
    let disclosure = reveal.disclosure(ledger)
    let items = wanted.map { ShownVaccination($0, disclosure) }
    if wanted.contains(where: { $0.state != .unknown }) {
      list.options.messages.show(Notice("schedule", "estimated from \(schedule.name)"))
    }
    try await list.show(
      items, hiding: record == nil ? [] : ["record"], in: ledger,
      empty: due
        ? "no vaccination is due" : "there are no vaccinations yet; see 'daybook purus add vaccination'")
  }
}

/// `--interval name=years`
enum VaccinationIntervals {
  /// Months by name.
  static func read(_ texts: [String]) throws(LedgerError) -> [String: Int] {
    var intervals: [String: Int] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let years = try? TypedNumber.double(parts[1]), years > 0, years <= 100,
        parts[0].contains(where: { $0.isLetter || $0.isNumber })
      else {
        throw LedgerError(
          .usage, "'\(text)' is not an interval",
          advice: "write a name and years, such as rabies=3 or influenza=0.5")
      }
      intervals[parts[0]] = max(1, Int((years * 12).rounded()))
    }
    return intervals
  }
}

/// A vaccination with the day masked that was read in a hidden field.
struct ShownVaccination: Sendable {
  var vaccination: DueVaccination
  /// The day; the mask where it is hidden.
  var due: String?

  init(_ vaccination: DueVaccination, _ disclosure: Disclosure) {
    self.vaccination = vaccination
    due = vaccination.next?.day.description
    if case .written(let field)? = vaccination.next?.rule {
      due = disclosure.text(due, of: field, kind: VaccinationEntry.kind)
    }
  }
}

extension ShownVaccination: Listed {
  static let entityKind = VaccinationEntry.kind
  var rawID: String { vaccination.id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("record") { .mention($0.vaccination.record) },
    Member("name") { .string($0.vaccination.name) },
    Member("given") { .text($0.vaccination.given?.description) },
    Member("planned") { .text($0.vaccination.planned?.description) },
    Member("due") { .text($0.due) },
    Member("state") { .string($0.vaccination.state.rawValue) },
    Member("rule") { .text($0.vaccination.next?.rule.description) },
  ]

  static let columns: [Column<Self>] = [
    Column("due") { $0.due },
    Column("state") { $0.vaccination.state == .unknown ? nil : $0.vaccination.state.rawValue },
    Column("record") { $0.vaccination.record.name },
    Column("vaccination") { $0.vaccination.name },
    Column("given") { $0.vaccination.given?.description },
    Column("planned") { $0.vaccination.planned?.description },
    Column("rule") { $0.vaccination.next?.rule.description ?? "no rule" },
  ]
}
