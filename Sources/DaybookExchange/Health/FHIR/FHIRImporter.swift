// Files of FHIR into Purus Health. Everything in a document is known before anything of it is taken in, since a patient
// may come after what was measured of them, and a letter's bytes after the letter.

package import Daybook
import DaybookInput
import DaybookModel
import PurusHealth

/// Reads resources from files, folders and archives.
package struct FHIRImporter: Importer {
  package private(set) var sources: [SyncSource] = []
  private var paths: ArraySlice<String>
  private var tree: InputTree?
  private var finishedBytes: Int64 = 0
  private var file: OpenedFile?
  private var taking: FHIRTaking

  private struct OpenedFile {
    var name: String
    var texts: FHIRTexts
    /// The user named it, and nothing was found in it yet.
    var isWanted: Bool
  }

  /// - Parameters:
  ///   - files: JSON and NDJSON; of folders and archives those that are named so.
  ///   - record: whose everything is, by id or name; nil where the resources say it.
  ///   - base: of the server from which resources came that do not say where they stand.
  ///   - source: what to call the source; by default each path names itself.
  ///   - zone: of times that name none; without one their day alone is certain.
  package init(
    files: [String], record: String? = nil, base: String = "", source: String? = nil,
    zone: TimeZoneRule? = nil
  ) {
    paths = files[...]
    taking = FHIRTaking(owners: RecordOwners(record), base: base, zone: zone)
    name = source
  }

  private let name: String?

  package var bytesRead: Int64 { finishedBytes + (tree?.bytesRead ?? 0) }

  package mutating func next(in state: borrowing LoadedLedger) throws -> ImportStep? {
    try taking.prepare(state)
    while true {
      if let step = taking.next(in: state) { return step }
      if let step = try nextText() { return step }
      guard file != nil else { return nil }
    }
  }

  /// Takes the next text up; a step where something is wrong with it. After the last one there is no file.
  private mutating func nextText() throws -> ImportStep? {
    while true {
      if file == nil {
        guard let stream = try nextFile() else { return nil }
        file = OpenedFile(name: stream.name, texts: FHIRTexts(stream), isWanted: stream.isNamed)
      }
      guard let opened = file else { return nil }
      do throws(LedgerError) {
        if let (bytes, line) = try file?.texts.next() {
          file?.isWanted = false
          return taking.take(bytes, file: opened.name, line: line)
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

  private mutating func nextFile() throws(LedgerError) -> ByteStream? {
    while true {
      if let stream = try tree?.next() { return stream }
      finishedBytes += tree?.bytesRead ?? 0
      tree = nil
      guard let path = paths.popFirst() else { return nil }
      let source = SyncSource(.health, name: name ?? path.lastPathPart)
      if !sources.contains(source) { sources.append(source) }
      taking.source = source
      tree = InputTree([path], extensions: ["json", "ndjson", "jsonl"])
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
