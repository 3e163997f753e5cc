package import Daybook
import DaybookInput
import FreeThoughts
import Planner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders of Markdown files as notes: of Obsidian, Bear, Hugo, or whoever else writes them. A file is a
/// record.
///
/// A file is the note it was before if its front matter has the same `id`, otherwise if it lies at the same
/// place within the folder of the same name.
package struct NotesImporter: Importer {
  package enum Target: String, Sendable, CaseIterable { case planner, freethoughts }

  package private(set) var sources: [SyncSource] = []
  private let target: Target
  private let source: String?
  private let zone: TimeZoneRule
  private var tree: InputTree
  private var waiting: [ImportStep] = []
  /// Files that are no Markdown, by the folder they lie in.
  private var others: [(folder: String, count: Int)] = []
  private var isAtEnd = false

  /// A note is read whole; what is larger is none that people write.
  static let fileBytesMax = 8 << 20

  /// - Parameters:
  ///   - files: folders, files and archives.
  ///   - source: what to call where they come from; by default each folder by its own name.
  ///   - zone: in which times without one are meant.
  package init(_ files: [String], into target: Target, source: String? = nil, zone: TimeZoneRule = .system) {
    (self.target, self.source, self.zone) = (target, source, zone)
    tree = InputTree(files)
  }

  package var bytesRead: Int64 { tree.bytesRead }

  package mutating func next(in state: borrowing LoadedLedger) throws -> ImportStep? {
    while true {
      if let step = waiting.popLast() { return step }
      if isAtEnd { return nil }
      guard let stream = try tree.next() else {
        isAtEnd = true
        waiting = others.reversed().map { folder, count in
          .notice(
            SyncRemark(
              file: folder, line: 1,
              reason: "\(count) \(count == 1 ? "file is" : "files are") no Markdown, and passed over"))
        }
        continue
      }
      try read(stream, in: state)
    }
  }

  private mutating func read(_ stream: ByteStream, in state: borrowing LoadedLedger) throws {
    let folder = NotesFolder(stream)
    guard stream.name == "standard input" || Self.isMarkdown(stream.fileExtension) else {
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
    _ stream: ByteStream, _ folder: NotesFolder, in state: borrowing LoadedLedger
  ) throws(LedgerError) -> [ImportStep] {
    let bytes = try stream.contents(sizeBytesMax: Self.fileBytesMax)
    let note: MarkdownNote
    do throws(MarkdownNote.NotText) {
      note = try MarkdownNote(bytes, path: stream.path, zone: zone)
    } catch {
      return [.skipped(SyncRemark(file: stream.name, line: 1, reason: error.reason))]
    }
    let source = SyncSource(.notes, name: self.source ?? folder.name)
    if !sources.contains(source) { sources.append(source) }
    // What a ledger wrote is read without the YAML in it.
    let problems = CarriedNote.read(note) == nil ? note.problems : []
    var steps: [ImportStep] = problems.map {
      .notice(SyncRemark(file: stream.name, line: $0.line, reason: $0.reason))
    }
    let time = FileTime.modified(stream.name)
    let entities: [ImportedEntity]
    switch target {
    case .planner: entities = PlannerNotes.entities(of: note, source, time: time, in: state)
    case .freethoughts:
      guard !note.body.contains("<!-- freethoughts:document ") else {
        return [
          .skipped(
            SyncRemark(
              file: stream.name, line: 1,
              reason: "FreeThoughts wrote it: 'daybook freethoughts import' takes it in as what it was"))
        ]
      }
      entities = FreeThoughtsNotes.entities(
        of: note, document: FileTime.canonical(stream.name) ?? stream.name, source, time: time, in: state)
    }
    steps.append(.record(ImportedRecord(file: stream.name, line: 1, entities: entities, source: source)))
    return steps
  }

  private static func isMarkdown(_ suffix: String) -> Bool {
    ["md", "markdown", "mdown", "mkd"].contains(suffix)
  }
}

/// The folder that the user named, or that a file lies in.
struct NotesFolder {
  var name: String
  var shown: String

  init(_ stream: ByteStream) {
    let name = stream.name
    guard name.utf8.count > stream.path.utf8.count, name.hasSuffix(stream.path) else {
      // A file of the working directory, or the standard input.
      shown = "."
      self.name = name == "standard input" ? name : FileTime.canonical(".").map(Self.last) ?? "notes"
      return
    }
    shown = String(name.dropLast(stream.path.count + 1))
    let base = Self.last(FileTime.canonical(shown) ?? shown)
    let isArchive = [".zip", ".tar", ".tgz"].first { base.lowercased().hasSuffix($0) }
    self.name = KeyNormalizer.trimmedComposed.normalized(
      isArchive.map { String(base.dropLast($0.count)) } ?? base)
    if self.name.isEmpty { self.name = "notes" }
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// What the file system says of a file; nil for what is not in it by itself.
enum FileTime {
  static func modified(_ path: String) -> Instant? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let (milliseconds, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    let instant = Instant(milliseconds: milliseconds &+ Int64(time.tv_nsec) / 1_000_000)
    return overflows || !(0..<253_370_764_800_000).contains(instant.milliseconds) ? nil : instant
  }

  /// Absolute, without links.
  static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
