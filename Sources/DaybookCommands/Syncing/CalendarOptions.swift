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
    let zone = try sync.options.selection.namedZone() ?? ZoneDirectory.local()
    let named = CalendarReading.Zone(
      offsets: zone, name: sync.options.selection.tz ?? ZoneDirectory.localName())
    let asked = try window.map { try sync.options.selection.window($0) }
    let expanded = asked ?? .year(around: SystemClock.now(), zone: zone)
    let isZoneGiven = sync.options.selection.tz != nil
    try await sync.run(isRepeatable: !files.contains("-")) { [name = sync.source] state, _ in
      var plan = CalendarReconciliation<Target>(window: asked, expanded: expanded)
      for path in input.paths {
        let next = try input.files(of: path)
        while true {
          do {
            guard let file = try next() else { break }
            let contents = try SyncInput.contents(of: file)
            var read = reader.read(contents, named, expanded)
            var zone = named
            if read.hasLocalTimes, !isZoneGiven,
              let kept = try Self.keptZone(Self.sources(of: read, file.name, name), file.name, in: state),
              kept.name != named.name
            {
              zone = kept
              read = reader.read(contents, kept, expanded)
            }
            Self.add(read, file.name, name, zone.name, to: &plan)
          } catch let error as LedgerError where error.code == .unreadable {
            plan.skip(file: error.file ?? path, line: 1, reason: error.what)
          }
        }
      }
      return try plan.finish(in: state)
    }
  }

  private static func source(_ calendar: String?, _ file: String, _ name: String?) -> SyncSource {
    SyncSource(.calendar, name: name ?? calendar ?? SyncOptions.name(of: file))
  }

  private static func sources(of read: CalendarReading.File, _ file: String, _ name: String?) -> [SyncSource]
  {
    ([nil] + read.calendarNames).map { source($0, file, name) }
  }

  /// In which zone the calendar's times without one were read before.
  private static func keptZone(
    _ sources: [SyncSource], _ file: String, in state: borrowing LoadedLedger
  ) throws -> CalendarReading.Zone? {
    for source in sources {
      guard let name = state.entity(Source.kind, id: source.id)?.values["zone"]?.string else { continue }
      guard let offsets = ZoneDirectory.zone(named: name) else {
        throw LedgerError(
          .usage,
          "the times of this calendar are of the zone \(OneLine.cut(name)), which this machine does not know",
          file: file, advice: "name one with --tz")
      }
      return CalendarReading.Zone(offsets: offsets, name: name)
    }
    return nil
  }

  private static func add<Target>(
    _ read: CalendarReading.File, _ file: String, _ name: String?, _ zone: String?,
    to plan: inout CalendarReconciliation<Target>
  ) {
    func source(_ calendar: String?) -> SyncSource { self.source(calendar, file, name) }
    // A calendar's name shows that the file is one, and not just empty.
    for calendar in read.calendarNames { plan.include(source(calendar)) }
    for item in read.items { plan.add(item, file: file, source: source(item.calendarTitle)) }
    if read.hasLocalTimes, let zone {
      for source in sources(of: read, file, name) { plan.note(zone: zone, of: source) }
    }
    for remark in read.remarks { plan.note(file: file, line: remark.line, reason: remark.reason) }
    for skipped in read.skipped {
      plan.skip(file: file, line: skipped.line, reason: skipped.reason, source: source(nil))
    }
    // Whichever of its calendars the gap is in.
    if !read.isWhole { for calendar in [nil] + read.calendarNames { plan.distrust(source(calendar)) } }
  }
}
