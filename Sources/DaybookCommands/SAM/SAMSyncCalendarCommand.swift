import ArgumentParser
import Daybook
import SAM

/// `daybook sam sync calendar FILE…`
struct SAMSyncCalendarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Take in iCalendar files as evidence.",
    discussion: """
      An entry is known by its UID, and a changed occurrence also by its date. Only what changed is written, so \
      the same file again writes nothing; what you deleted stays deleted. An entry that cannot be read is \
      skipped and named with file and line, the rest is done, and the exit status is 65.

      Examples:
        daybook sam sync calendar calendar.ics
        daybook sam sync calendar work.ics home.ics --tz Europe/Berlin
      """)

  @Argument(
    help: "iCalendar files; - is the standard input.", completion: .file(extensions: ["ics", "ical"]))
  var files: [String]

  @OptionGroup var sync: SyncOptions

  func run() async throws {
    // The reader of calendars lives in an executable of its own.
    guard let reader = CalendarReading.current else { try PartExecutable.become(CalendarReading.executable) }
    let zone = try sync.selection.namedZone() ?? ZoneDirectory.local()
    try await sync.run { [files, name = sync.source] state, _ in
      var plan = CalendarSync()
      var remarks: [SyncRemark] = []
      for file in files {
        let read = reader.read(try InputFile.contents(file), zone)
        for entry in read.items {
          let source = SyncSource(
            .calendar, name: name ?? entry.calendarName ?? SyncOptions.name(of: file))
          try plan.add(entry.item, file: file, source: source, in: state)
        }
        for remark in read.remarks { remarks.append(SyncRemark(file: file, line: 1, reason: remark)) }
        for skipped in read.skipped { plan.skip(file: file, line: skipped.line, reason: skipped.reason) }
      }
      var result = plan.finish()
      result.notices += remarks
      return result
    }
  }
}
