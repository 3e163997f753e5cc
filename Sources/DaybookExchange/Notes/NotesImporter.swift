public import Daybook
import DaybookInput
import FreeThoughts
import Planner

/// Folders of Markdown files as notes: of Obsidian, Bear, Hugo, or any other program. A file is a record.
///
/// A file is the note it was before if its front matter has the same `id`, otherwise if it lies at the same place
/// within the folder of the same name. Of two files that are the same note the first counts.
public struct NotesImporter: Importer {
  /// The system that the notes become entities of.
  public enum Target: String, Sendable, CaseIterable { case planner, freethoughts }

  /// The sources read so far: one for each folder or file.
  public private(set) var sources: [SyncSource] = []
  private let target: Target
  private let source: String?
  private let zone: TimeZoneRule
  private var tree: InputTree
  private var waiting: [ImportStep] = []
  /// Files that are not Markdown, by the folder they lie in.
  private var others: [(folder: String, count: Int)] = []
  private var isAtEnd = false
  private let files: [String]
  private var isChecked = false
  /// The imported files by the ids of their notes: their names and their places.
  private var taken: [String: (file: String, place: String)] = [:]
  /// The manifest of the folder that is being read.
  private var manifest: (folder: String, manifest: NoteManifest?)?

  /// A note is read whole; people do not write larger ones.
  static let fileBytesMax = 8 << 20

  /// - Parameters:
  ///   - files: folders, files and archives.
  ///   - target: the system whose notes the files become.
  ///   - source: the name of the source; by default each folder's own name.
  ///   - zone: the time zone of times that have none.
  public init(_ files: [String], into target: Target, source: String? = nil, zone: TimeZoneRule = .system) {
    (self.target, self.source, self.zone, self.files) = (target, source, zone, files)
    tree = InputTree(files)
  }

  public var bytesRead: Int64 { tree.bytesRead }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    if !isChecked {
      try checkNames()
      isChecked = true
    }
    while true {
      if let step = waiting.popLast() { return step }
      if isAtEnd { return nil }
      guard let stream = try tree.next() else {
        isAtEnd = true
        waiting = others.reversed().map { folder, count in
          .notice(
            SyncRemark(
              file: folder, line: 1,
              reason: "\(count) \(count == 1 ? "file is" : "files are") not Markdown, and skipped"))
        }
        continue
      }
      try read(stream, in: state)
    }
  }

  /// Notes of two folders with the same name would be confused.
  private func checkNames() throws(LedgerError) {
    guard source == nil else { return }
    var places: [String: (shown: String, place: String)] = [:]
    for file in files where file != "-" {
      let folder = NotesFolder(named: file)
      let place = FileTime.canonical(folder.shown) ?? folder.shown
      if let other = places[folder.name], other.place != place {
        throw LedgerError(
          .usage, "two folders are called '\(folder.name)': \(other.shown) and \(folder.shown)",
          advice: "import each separately, with its own --source")
      }
      places[folder.name] = (folder.shown, place)
    }
  }

  private mutating func read(_ stream: ByteStream, in state: borrowing LedgerState) throws {
    let folder = NotesFolder(stream)
    guard stream.isNamed || Self.isMarkdown(stream.fileExtension) else {
      if others.last?.folder == folder.shown {
        others[others.count - 1].count += 1
      } else {
        others.append((folder.shown, 1))
      }
      return
    }
    do throws(LedgerError) {
      waiting = try steps(stream, folder, in: state).reversed()
    } catch {
      guard error.code == .badData else { throw error }
      waiting = [.skipped(SyncRemark(file: stream.name, line: 1, reason: error.what))]
    }
  }

  private mutating func steps(
    _ stream: ByteStream, _ folder: NotesFolder, in state: borrowing LedgerState
  ) throws(LedgerError) -> [ImportStep] {
    var steps = note(in: folder)
    let bytes = try stream.contents(sizeBytesMax: Self.fileBytesMax)
    var note: MarkdownNote
    do throws(MarkdownNote.NotText) {
      note = try MarkdownNote(bytes, path: stream.path, zone: zone)
    } catch {
      return steps + [.skipped(SyncRemark(file: stream.name, line: 1, reason: error.reason))]
    }
    let entry = target == .planner ? manifest?.manifest?.entry(stream.path, bytes: bytes) : nil
    var source = SyncSource(.notes, name: self.source ?? folder.name)
    if let origin = entry?.origin { (source, note.path) = origin }
    if !sources.contains(source) { sources.append(source) }
    // What a ledger wrote is read without the YAML in it.
    let problems = CarriedNote.read(note) == nil ? note.problems : []
    steps += problems.map { .notice(SyncRemark(file: stream.name, line: $0.line, reason: $0.reason)) }
    let time = FileTime.modified(stream.name)
    let entities: [ImportedEntity]
    switch target {
    case .planner: entities = PlannerNotes.entities(of: note, source, time: time, entry, in: state)
    case .freethoughts:
      guard !note.body.contains("<!-- freethoughts:document ") else {
        return [
          .skipped(
            SyncRemark(
              file: stream.name, line: 1,
              reason: "FreeThoughts exported it: use 'daybook freethoughts import', which restores its notes")
          )
        ]
      }
      entities = FreeThoughtsNotes.entities(
        of: note, document: FileTime.canonical(stream.name) ?? stream.name, source, time: time, in: state)
    }
    if let other = takenBefore(entities.first, stream) {
      let reason = "it is the same note as \(other), and is skipped: give one of them another id or place"
      return [.skipped(SyncRemark(file: stream.name, line: 1, reason: reason))]
    }
    steps.append(.record(ImportedRecord(file: stream.name, line: 1, entities: entities, source: source)))
    return steps
  }

  /// Reads the manifest of the folder, once.
  private mutating func note(in folder: NotesFolder) -> [ImportStep] {
    guard target == .planner, manifest?.folder != folder.shown else { return [] }
    manifest = (folder.shown, nil)
    do throws(LedgerError) {
      manifest?.manifest = try NoteManifest(in: folder.shown)
      return []
    } catch {
      let reason = [error.what, error.advice].compactMap { $0 }.joined(separator: "; ")
      return [.notice(SyncRemark(file: error.file ?? folder.shown, line: 1, reason: reason))]
    }
  }

  /// The other file that was imported as the same note, if there is one.
  private mutating func takenBefore(_ entity: ImportedEntity?, _ stream: ByteStream) -> String? {
    guard case .id(let id)? = entity?.name else { return nil }
    let place = FileTime.canonical(stream.name) ?? stream.name
    if let other = taken[id] { return other.place == place ? nil : other.file }
    taken[id] = (stream.name, place)
    return nil
  }

  static func isMarkdown(_ suffix: String) -> Bool {
    ["md", "markdown", "mdown", "mkd"].contains(suffix)
  }
}
