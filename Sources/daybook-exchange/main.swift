// `daybook import`, `daybook export` and `daybook sql`, with the readers and writers of other programs'
// formats that `daybook` itself does not link. It takes the same arguments.

import DaybookAppForms
import DaybookChats
import DaybookCommands
import DaybookInput
import DaybookModel

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
formats.survey = { path in
  var tree = InputTree([path])
  var found: [ForeignFormats.Met] = []
  while true {
    do {
      guard let stream = try tree.next() else { return found }
      var head: [UInt8] = []
      while head.count < FileFormat.headBytesMax {
        let bytes = try stream.read()
        if bytes.isEmpty { break }
        head += bytes
      }
      let format = FileFormat(Array(head.prefix(FileFormat.headBytesMax)), path: stream.name)
      let isNested = format == nil && !stream.isNamed && InputTree.isArchive(stream.path)
      found.append(
        .init(
          name: stream.name, format: format?.rawValue, problem: isNested ? InputTree.isNestedReason : nil))
    } catch let error as LedgerError where error.code == .unreadable {
      found.append(.init(name: error.file ?? path, problem: error.what))
    }
  }
}
var parts = CommandParts()
(parts.formats, parts.papers) = (formats, .printed)
parts.inputs = .init { InputTree.files(of: $0, extensions: $1) }
await DaybookCommand.main(parts)
