// `daybook import jsonl`: a ledger out of lines of JSON, whoever wrote them.

package import Daybook
import DaybookInput
import DaybookModel
import DaybookText
package import DaybookView

/// Reads files of JSON lines, an entity each, and holds one line at a time.
package struct LinesImporter: Importer {
  package private(set) var sources: [SyncSource] = []
  private let schemas: SchemaRegistry
  private let name: String?
  private var tree: InputTree
  private var current: (file: String, lines: LineReader, source: SyncSource)?

  /// A blob of the largest size that is held whole, in base64, with room for the rest.
  private static let lineSizeBytesMax = 384 << 20

  /// - Parameter name: what to call the source; nil: the file's name.
  package init(_ paths: [String], name: String? = nil, _ schemas: SchemaRegistry) {
    (self.name, self.schemas) = (name, schemas)
    tree = InputTree(paths)
  }

  package var bytesRead: Int64 { tree.bytesRead }

  /// What another ledger holds, this one can.
  package var isHeldToRules: Bool { false }
  package var isToldOnce: Bool { true }

  package mutating func next(in state: borrowing LoadedLedger) throws -> ImportStep? {
    while true {
      if current == nil {
        guard let stream = try tree.next() else { return nil }
        guard stream.isNamed || ["jsonl", "ndjson", "json", ""].contains(stream.fileExtension) else {
          return .notice(
            SyncRemark(
              file: stream.name, line: 1, reason: "has no lines of JSON by its name, and is passed over"))
        }
        let source = SyncSource(.app, name: name ?? stream.fileName)
        if !sources.contains(source) { sources.append(source) }
        current = (stream.name, LineReader(limitBytes: Self.lineSizeBytesMax) { try stream.read() }, source)
      }
      guard let line = try nextLine(), let file = current?.file, let source = current?.source
      else {
        current = nil
        continue
      }
      if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      do throws(LineRefusal) {
        if line.isCut { throw LineRefusal(reason: "longer than \(Self.lineSizeBytesMax >> 20) MiB") }
        let entity = try EntityLine.entity(line.bytes, schemas)
        return .record(ImportedRecord(file: file, line: line.number, entities: [entity], source: source))
      } catch {
        return .skipped(SyncRemark(file: file, line: line.number, reason: error.reason))
      }
    }
  }

  private mutating func nextLine() throws -> TextLine? {
    do { return try current?.lines.next() } catch {
      // What is left of the file is no line.
      current = nil
      throw error
    }
  }
}
