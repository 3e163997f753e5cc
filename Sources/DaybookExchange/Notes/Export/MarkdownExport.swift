public import Daybook
import DaybookInput
import FreeThoughts
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notes as a folder of Markdown files.
public enum MarkdownExport {
  /// The notes of Planner that a query finds, a file each; see `NoteFiles`. An existing file with the same bytes stays
  /// as it is.
  ///
  /// - Returns: how many.
  /// - Throws: `LedgerError` if a different file exists and `replaces` is not set.
  public static func planner(
    _ ledger: Ledger, _ query: Query, cut: Cut, zone: TimeZoneRule, into folder: String, replaces: Bool
  ) async throws -> Int {
    guard let schema = ledger.schemas[Planner.Note.kind] else { return 0 }
    let (tags, rows) = try await ledger.withView(at: cut) { view in
      (try view.fetch(Query(Planner.Tag.kind)).rows, try view.fetch(query).rows)
    }
    var names: [String: String] = [:]
    for row in tags { names[row.id] = row["name"]?.string }
    var files = NoteFiles(schema, zone: zone)
    // A manifest that cannot be read is made again from the files written now.
    var manifest = (try? NoteManifest(in: folder)) ?? NoteManifest()
    for row in rows {
      let tags = (row["tags"]?.array ?? []).compactMap { $0.string.flatMap { names[$0] } }
      let content = try await content(of: row, ledger)
      let file = files.file(row, tags: tags, content: content)
      try write(file.bytes, to: folder, file.path, modified: file.modified, replaces: replaces)
      manifest.set(file.path, file.untold, bytes: file.bytes)
    }
    if !manifest.isEmpty {
      try write(manifest.bytes, to: folder, NoteManifest.fileName, modified: nil, replaces: true)
    }
    AtomicFile.makeAllDurable()
    return rows.count
  }

  /// The notes of FreeThoughts, a file for each document, in the form that comes back through `freethoughts
  /// import`.
  ///
  /// - Parameters:
  ///   - ledger: the ledger whose notes are exported.
  ///   - condition: the condition for the notes.
  ///   - cut: which state of the ledger to read; by default the present one.
  ///   - folder: the path of the folder to write to; a missing one is made, a missing parent is not.
  ///   - replaces: whether existing files of other content are overwritten; otherwise they throw `cannotCreate`.
  /// - Returns: how many notes.
  public static func freethoughts(
    _ ledger: Ledger, where condition: Condition? = nil, cut: Cut = .now, into folder: String, replaces: Bool
  ) async throws -> Int {
    let export = try await ledger.freeThoughts.notesExport(where: condition, at: cut)
    var names = FileNames()
    for (path, text) in export.markdown {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let place = names.unique(SafeFileName.of(name, suffix: ".notes.md"))
      try write(Array(text.utf8), to: folder, place, modified: nil, replaces: replaces)
    }
    AtomicFile.makeAllDurable()
    return export.noteCount
  }

  /// The bytes of the rich text, which may lie beside the log; nil where there are none.
  private static func content(of row: Row, _ ledger: Ledger) async throws -> [UInt8]? {
    guard let value = row["richTextData"], !value.isNull else { return nil }
    if let text = value.string { return Data(base64Encoded: text).map { Array($0) } }
    guard let bytes = try await ledger.blobs.bytes(referredToBy: value) else {
      throw LedgerError(
        .notFound, "the text of note \(row.id) is not on this machine",
        advice: "it comes with the ledger's other files: 'daybook replicate'")
    }
    return bytes
  }

  private static func write(
    _ bytes: [UInt8], to folder: String, _ path: String, modified: Instant?, replaces: Bool
  ) throws {
    let full = folder + "/" + path
    var made = folder
    try makeFolder(made)
    for part in path.split(separator: "/").dropLast() {
      made += "/" + part
      try makeFolder(made)
    }
    if access(full, F_OK) == 0 {
      if contents(full, sizeBytes: bytes.count) == bytes { return }
      guard replaces else {
        throw LedgerError(
          .cannotCreate, "there is another file already", file: full, advice: "--force writes over it")
      }
    }
    _ = try AtomicFile.replace(full, isDurable: false) { write in
      try write(bytes)
      return true
    }
    if let modified { setTime(full, modified) }
  }

  /// Nil for a file of another size.
  private static func contents(_ path: String, sizeBytes: Int) -> [UInt8]? {
    var tree = InputTree([path])
    return try? tree.next()?.contents(sizeBytesMax: sizeBytes)
  }

  private static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw LedgerError(
      .cannotCreate, "cannot make the folder: \(String(cString: strerror(errno)))", file: path,
      advice: "name a folder that you may write to")
  }

  /// Sets the time of a file whose text does not contain it. If it cannot be set, only the time is lost.
  private static func setTime(_ path: String, _ instant: Instant) {
    let time = timespec(
      tv_sec: time_t(instant.milliseconds / 1000), tv_nsec: Int(instant.milliseconds % 1000) * 1_000_000)
    guard instant.milliseconds >= 0 else { return }
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }
}
