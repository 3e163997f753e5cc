// `daybook import`, `daybook export` and `daybook sql`, with the readers and writers of other programs'
// formats that `daybook` itself does not link. It takes the same arguments.

import DaybookAppForms
import DaybookChat
import DaybookCommands
import DaybookInput

var formats = ForeignFormats()
formats.addMail()
formats.addContactsAndCalendars()
formats.add(ChatImportRequest.self) { try ChatImporter($0) }
formats.add(JSONImportRequest.self) { request in
  try AppFormsImporter(request.files, system: request.system, kind: request.kind, source: request.source)
}
formats.addExporter(JSONExportRequest.self) { try await $0.run($1, $2) }
formats.addNotes()
formats.addTables()
formats.addLines()
formats.addSQLite()
formats.addHealth()
await DaybookMain.run(formats: formats, inputs: .init { InputTree.files(of: $0, extensions: $1) })
