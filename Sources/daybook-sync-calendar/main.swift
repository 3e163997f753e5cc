// `daybook sam sync calendar`, `daybook planner sync calendar` and `daybook import ics`, with the reader of calendars that `daybook` itself
// does not link. It takes the same arguments; called by its own name, it takes a system's name and then the arguments
// of `calendar`.

import Daybook
import DaybookCalendars
import DaybookCommands
import DaybookInput

var arguments = Array(CommandLine.arguments.dropFirst())
if let system = arguments.first, !system.hasPrefix("-"), system != "import",
  !arguments.dropFirst().starts(with: ["sync", "calendar"])
{
  arguments = [system, "sync", "calendar"] + arguments.dropFirst()
}
var parts = CommandParts()
parts.calendars = CalendarReading(read: CalendarContents.reader)
parts.inputs = .init { InputTree.files(of: $0, extensions: $1) }
await DaybookCommand.main(parts, arguments: arguments)
