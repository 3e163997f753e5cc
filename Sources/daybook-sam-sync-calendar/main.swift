// `daybook sam sync calendar`, with the reader of calendars that `daybook` itself does not link. It takes
// the same arguments; called by its own name, what follows it is what follows `calendar`.

import DaybookCommands
import DaybookICalendar
import SAM

let reading = CalendarReading { bytes, zone, window in
  let file = CalendarReader.read(bytes, localZone: zone, window: window)
  return CalendarReading.File(
    items: file.entries.map { (CalendarItem($0), $0.calendarName) },
    skipped: file.skipped.map { ($0.line, $0.reason) },
    remarks: file.unknownZones.map { (1, "the zone '\($0)' is not known; its times were read as local") }
      + file.remarks.map { ($0.line, $0.reason) },
    calendarNames: file.calendarNames, isWhole: file.isWhole)
}

let arguments = Array(CommandLine.arguments.dropFirst())
let path = ["sam", "sync", "calendar"]
await DaybookMain.run(arguments.starts(with: path) ? arguments : path + arguments, calendars: reading)
