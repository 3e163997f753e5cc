import ArgumentParser
public import Daybook
import DaybookContacts

/// The calendars that a system imports, and how.
struct CalendarOptions: ParsableArguments {
  @Argument(
    help: "iCalendar files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["ics", "ical"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The time span, such as 2026-01-01..2026-12-31, both included, or now-30d..now+90d.",
      valueName: "from..to"))
  var window: String?

  @OptionGroup var sync: SyncOptions

  /// The help text that is the same for every system.
  static let discussion = """
    An entry is identified by its UID, an occurrence of one that repeats also by its date. Only changes are written, \
    so importing the same file again writes nothing; what you deleted stays deleted. An entry that cannot be read is \
    skipped and named with file and line, the rest is imported, and the exit status is 65.

    Repeating entries are imported within one year either side of now, or within the window. With a window, the \
    calendar counts as complete there: entries that start outside are left out, and entries that the ledger holds from \
    this calendar, but the calendar no longer has, are removed; they return when the calendar has them again. \
    Cancelled entries are always removed, and so are occurrences that a repeating entry no longer has, such as after \
    it moved. The summary says how many were removed.
    """

  /// Reads the files, and updates the entities of one kind to match.
  func run<Target: CalendarTarget>(_ target: Target.Type) async throws {
    // The reader of calendars lives in an executable of its own.
    guard let reader = CalendarReading.current else { try PartExecutable.become(CalendarReading.executable) }
    let input = SyncInput(paths: files, extensions: ["ics", "ical"])
    let given = try sync.options.selection.namedZone()
    let zone = given.map { CalendarContents.Zone(offsets: $0, name: sync.options.selection.tz) } ?? .local
    let asked = try window.map { try sync.options.selection.window($0) }
    let expanded = asked ?? .year(around: SystemClock.now(), zone: zone.offsets)
    try await sync.run(isRepeatable: !files.contains("-")) { [name = sync.source] state, _ in
      var plan = CalendarReconciliation<Target>(window: asked, expanded: expanded)
      for path in input.paths {
        let next = try input.files(of: path)
        while true {
          do {
            guard let file = try next() else { break }
            try plan.add(
              contents: SyncInput.contents(of: file), file: file.name, name: name, zone: zone,
              isZoneGiven: given != nil, window: expanded, in: state, reader: reader.read)
          } catch let error as LedgerError where error.code == .unreadable {
            plan.skip(file: error.file ?? path, line: 1, reason: error.what)
          }
        }
      }
      return try plan.finish(in: state)
    }
  }
}

/// Reads a calendar file. The executable that links the library for it provides it; `daybook` itself has none, and runs
/// that executable instead.
public struct CalendarReading: Sendable {
  /// The executable that provides it.
  package static let executable = "daybook-sync-calendar"

  static var current: CalendarReading? { CommandParts.current.calendars }

  var read: CalendarContents.Reader

  public init(read: @escaping CalendarContents.Reader) { self.read = read }
}

extension LedgerSelection {
  /// `2026-01-01..2026-12-31`, `now-30d..now+90d`: both ends are included; a day as the upper end counts whole.
  func window(_ text: String) throws -> TimeWindow {
    let advice =
      "write two times with two dots between them, such as 2026-01-01..2026-12-31 or now-30d..now+90d"
    guard let dots = text.firstRange(of: ".."), dots.lowerBound != text.startIndex,
      dots.upperBound != text.endIndex
    else { throw LedgerError(.usage, "--window does not take '\(text)'", advice: advice) }
    let first = try instant(String(text[..<dots.lowerBound]), .start)
    let last = try instant(String(text[dots.upperBound...]), .end)
    guard first <= last else {
      throw LedgerError(.usage, "--window '\(text)' ends before it begins", advice: advice)
    }
    return TimeWindow(first, through: last, zone: try namedZone() ?? ZoneDirectory.local())
  }
}

/// The vCards that an address book is imported from.
struct ContactsOptions: ParsableArguments {
  @Argument(
    help: "vCard files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["vcf", "vcard"]))
  var files: [String]

  @Flag(help: "The files are the complete address book: archive people who are in none of them.")
  var complete = false

  @OptionGroup var sync: SyncOptions

  /// The help text of such a command.
  static let discussion = """
    A card is identified by its UID, otherwise by its name and first address; Planner identifies people by an e-mail \
    address. Only changes are written, so importing the same file again writes nothing; what you deleted stays \
    deleted. A card that cannot be read is skipped and named with file and line, the rest is imported, and the exit \
    status is 65.
    """

  func run<Target: ContactTarget>(_ target: Target.Type) async throws {
    let input = SyncInput(paths: files, extensions: ["vcf", "vcard"])
    try input.prepare()
    try await sync.run(isRepeatable: !files.contains("-")) { [complete, name = sync.source] state, store in
      var cards = ContactsImport<Target>(isComplete: complete)
      for path in input.paths {
        let source = SyncSource(.contacts, name: name ?? SyncOptions.name(of: path))
        let next = try input.files(of: path)
        while true {
          do {
            guard let file = try next() else { break }
            let cardFile = ContactsFile(name: file.name, read: file.read)
            try cards.read(cardFile, from: source, in: state, store)
          } catch let error as LedgerError where error.code == .unreadable {
            cards.skip(error.file ?? path, reason: error.what, from: source)
          }
        }
      }
      return cards.finish(in: state)
    }
  }
}
