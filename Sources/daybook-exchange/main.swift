// `daybook import`, `daybook export` and `daybook sql`, with the readers and writers of other programs' formats that `daybook`
// itself does not link. It takes the same arguments.

import DaybookCommands

var formats = ForeignFormats()
await DaybookMain.run(formats: formats)
