// Files of FHIR into Purus Health. A document is read completely before anything of it is imported, since a patient may
// come after their measurements, and a letter's bytes after the letter.

public import Daybook
import DaybookInput
import DaybookModel
import PurusHealth

/// Reads resources from files, folders and archives.
public struct FHIRImporter: Importer {
  /// The sources read so far: one for each file.
  public private(set) var sources: [SyncSource] = []
  private var paths: ArraySlice<String>
  /// The one that is read.
  private var path = ""
  private var tree: InputTree?
  private var finishedBytes: Int64 = 0
  private var file: OpenedFile?
  private var taking: FHIRTaking
  private var others = OtherFormats()
  private var notices: [ImportStep] = []

  private struct OpenedFile {
    var name: String
    var texts: FHIRTexts
    /// Whether the user named it, and nothing was found in it yet.
    var isWanted: Bool
    let isNamed: Bool
  }

  /// - Parameters:
  ///   - files: JSON, NDJSON and XML; in folders and archives, those with such an extension.
  ///   - record: the record for all resources, by id or name; nil: as the resources say.
  ///   - base: the URL of the server of resources that do not name theirs.
  ///   - source: the name of the source; by default the path.
  ///   - zone: the time zone of times that have none; without it, only their day is certain.
  public init(
    files: [String], record: String? = nil, base: String = "", source: String? = nil,
    zone: TimeZoneRule? = nil
  ) {
    paths = files[...]
    taking = FHIRTaking(owners: RecordOwners(record), base: base, zone: zone)
    name = source
  }

  private let name: String?

  public var bytesRead: Int64 { finishedBytes + (tree?.bytesRead ?? 0) }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    try taking.prepare(state)
    while true {
      if let step = taking.next(in: state) ?? notices.popLast() { return step }
      if let step = try nextText() { return step }
      guard file != nil || !notices.isEmpty else { return nil }
    }
  }

  /// Starts the next text; returns a step if it has an error. After the last one there is no file.
  private mutating func nextText() throws -> ImportStep? {
    while true {
      if file == nil {
        guard let stream = try nextFile() else { return nil }
        file = OpenedFile(
          name: stream.name, texts: FHIRTexts(stream), isWanted: stream.isNamed, isNamed: stream.isNamed)
      }
      guard let opened = file else { return nil }
      do throws(LedgerError) {
        if let other = try file?.texts.begin(), other != .fhir {
          file = nil
          if let step = passOver(other, opened, line: 1) { return step }
          continue
        }
        if let (bytes, line) = try file?.texts.next() {
          file?.isWanted = false
          guard let step = take(bytes, opened, line: line) else { return nil }
          return step
        }
        file = nil
        if opened.isWanted { return .skipped(SyncRemark(file: opened.name, line: 1, reason: "it is empty")) }
      } catch {
        file = nil
        guard error.code == .badData else { throw error }
        return .skipped(SyncRemark(file: opened.name, line: error.line ?? 1, reason: error.whatAndAdvice))
      }
    }
  }

  /// Takes up a text in either form.
  private mutating func take(_ bytes: [UInt8], _ file: OpenedFile, line: Int) -> ImportStep? {
    guard XMLNode.isXML(bytes) else { return taking.take(bytes, file: file.name, line: line) }
    do throws(XMLFailure) {
      let root = try XMLNode.parse(bytes)
      switch HealthFormat(root: root, bytes) {
      case .fhir: return taking.take(FHIRXML.json(root), file: file.name, line: line)
      case let other?: return passOver(other, file, line: line)
      case nil where file.isNamed:
        let reason = "it is XML, but not of FHIR: it begins with \(root.name)"
        return .skipped(SyncRemark(file: file.name, line: line, reason: reason))
      // Stylesheets and similar files may be beside the resources.
      case nil: break
      }
      return nil
    } catch {
      return .skipped(SyncRemark(file: file.name, line: line + error.line - 1, reason: error.reason))
    }
  }

  /// Says which import reads a file; those of folders and archives are counted.
  private mutating func passOver(_ other: HealthFormat, _ file: OpenedFile, line: Int) -> ImportStep? {
    guard file.isNamed else {
      others.note(other)
      return nil
    }
    return .skipped(SyncRemark(file: file.name, line: line, reason: other.reason))
  }

  private mutating func nextFile() throws(LedgerError) -> ByteStream? {
    while true {
      if let stream = try tree?.next() { return stream }
      finishedBytes += tree?.bytesRead ?? 0
      if tree != nil {
        let name = InputTree.shown(path)
        notices = taking.keptTypes.takeNotices(name) + others.takeNotices(name)
      }
      tree = nil
      guard let next = paths.popFirst() else { return nil }
      path = next
      let source = SyncSource(.health, name: name ?? path.lastPathPart)
      if !sources.contains(source) { sources.append(source) }
      taking.source = source
      tree = InputTree([path], extensions: ["json", "ndjson", "jsonl", "xml"], refusesEmpty: true)
    }
  }
}

extension String {
  /// `export.json` of `health/export.json`.
  var lastPathPart: String {
    self == "-" ? InputTree.standardInputName : split(separator: "/").last.map(String.init) ?? self
  }
}

extension LedgerError {
  var whatAndAdvice: String { [what, advice].compactMap { $0 }.joined(separator: "; ") }
}
