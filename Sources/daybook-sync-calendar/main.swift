// `daybook sam sync calendar`, `daybook planner sync calendar` and `daybook import ics`, with the reader of calendars that `daybook` itself
// does not link. It takes the same arguments; called by its own name, what follows a system's name is what follows
// `calendar`.

import Daybook
import DaybookCommands
import DaybookICalendar
import DaybookInput

let reading = CalendarReading { bytes, zone, window in
  let file = CalendarReader.read(bytes, localZone: zone.offsets, localName: zone.name, window: window)
  return CalendarReading.File(
    items: file.entries.map { CalendarItem($0) },
    skipped: file.skipped.map { ($0.line, $0.reason) },
    remarks: file.remarks.map { ($0.line, $0.reason) },
    calendarNames: file.calendarNames, isWhole: file.isWhole, hasLocalTimes: file.hasLocalTimes)
}

var arguments = Array(CommandLine.arguments.dropFirst())
if let system = arguments.first, !system.hasPrefix("-"), system != "import",
  !arguments.dropFirst().starts(with: ["sync", "calendar"])
{
  arguments = [system, "sync", "calendar"] + arguments.dropFirst()
}
await DaybookMain.run(
  arguments, calendars: reading, inputs: .init { InputTree.files(of: $0, extensions: $1) })
