// `daybook import jsonl`: imports lines of JSON from any program.

public import Daybook
import DaybookInput
import DaybookModel
import DaybookText
import DaybookView

/// Reads files of JSON lines, an entity each, and holds one line at a time.
public struct LinesImporter: Importer {
  /// The sources read so far: one for each file.
  public private(set) var sources: [SyncSource] = []
  private let schemas: SchemaRegistry
  private let name: String?
  private var tree: InputTree
  private var current: (file: String, lines: LineReader, source: SyncSource)?
  private var firstLines = FirstLines<SyncRemark>()
  private var ready: ArraySlice<ImportStep> = []

  /// A blob of the largest size that is held whole, in base64, with room for the rest.
  private static let lineSizeBytesMax = 384 << 20

  /// - Parameters:
  ///   - paths: files, folders, archives; in folders and archives, only files with the extension jsonl, ndjson, json or
  ///     none.
  ///   - name: the name of the source; nil: the file's name.
  ///   - schemas: the schemas by which the entities are read.
  public init(_ paths: [String], name: String? = nil, _ schemas: SchemaRegistry) {
    (self.name, self.schemas) = (name, schemas)
    tree = InputTree(paths, refusesEmpty: true)
  }

  public var bytesRead: Int64 { tree.bytesRead }

  /// This ledger accepts whatever another ledger accepted.
  public var isHeldToRules: Bool { false }
  /// A ledger writes each entity once.
  public var firstRecordWins: Bool { true }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    while true {
      if let step = ready.popFirst() { return step }
      if current == nil {
        guard let stream = try tree.next() else { return nil }
        guard stream.isNamed || ["jsonl", "ndjson", "json", ""].contains(stream.fileExtension) else {
          return .notice(
            SyncRemark(
              file: stream.name, line: 1,
              reason: "its name is not that of a JSON Lines file, and it is skipped"))
        }
        let source = SyncSource(.app, name: name ?? stream.fileName)
        if !sources.contains(source) { sources.append(source) }
        current = (stream.name, LineReader(limitBytes: Self.lineSizeBytesMax) { try stream.read() }, source)
        firstLines = FirstLines()
      }
      guard let line = try nextLine(), let file = current?.file, let source = current?.source
      else {
        current = nil
        releaseFirstLines()
        continue
      }
      if line.isBlank { continue }
      do throws(LineRefusal) {
        if line.isCut { throw LineRefusal(reason: "longer than \(Self.lineSizeBytesMax >> 20) MiB") }
        let entity = try EntityLine.entity(line.bytes, schemas)
        releaseFirstLines()
        ready.append(
          .record(ImportedRecord(file: file, line: line.number, entities: [entity], source: source)))
      } catch {
        skip(SyncRemark(file: file, line: line.number, reason: error.reason))
      }
    }
  }

  private mutating func releaseFirstLines() { ready += firstLines.release().map { .skipped($0) } }

  private mutating func skip(_ remark: SyncRemark) {
    guard firstLines.hold(remark) else { return ready.append(.skipped(remark)) }
    guard var first = firstLines.verdict else { return }
    current = nil
    _ = firstLines.release()
    let count = FirstLines<SyncRemark>.countMax
    first.reason = "none of the first \(count) lines is an entity, and no more is read; \(first.reason)"
    ready.append(.skipped(first))
  }

  private mutating func nextLine() throws -> TextLine? {
    do { return try current?.lines.next() } catch {
      // The rest of the file is skipped.
      current = nil
      releaseFirstLines()
      throw error
    }
  }
}
