import ArgumentParser
import Daybook

/// The calendars that a system imports, and how.
struct CalendarOptions: ParsableArguments {
  @Argument(
    help: "iCalendar files; folders and archives of them; - is the standard input.",
    completion: .file(extensions: ["ics", "ical"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "From when to when, such as 2026-01-01..2026-12-31, both included, or now-30d..now+90d.",
      valueName: "from..to"))
  var window: String?

  @OptionGroup var sync: SyncOptions

  /// What the help of such a command says of every system.
  static let discussion = """
    An entry is known by its UID, an occurrence of one that repeats also by its date. Only what changed is \
    written, so the same file again writes nothing; what you deleted stays deleted. An entry that cannot be \
    read is skipped and named with file and line, the rest is done, and the exit status is 65.

    Repeating entries are imported within one year either side of now, or within the window. With a window the \
    calendar counts as complete there: what starts outside is left out, and what the ledger holds from \
    this calendar, but the calendar no longer has, is taken back; it returns with the calendar. What is \
    cancelled is taken back in any case, and so are occurrences that a repeating entry no longer has, such as after it \
    moved. The summary says how many went.
    """

  /// Reads the files and makes the entities of one kind what they say.
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
