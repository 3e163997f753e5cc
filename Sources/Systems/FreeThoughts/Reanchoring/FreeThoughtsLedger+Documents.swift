import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A document that has notes.
public struct AnnotatedDocument: Sendable, Equatable {
  /// The canonical path, as the notes hold it; the file need not exist there.
  public var path: String
  /// The number of notes on it, including orphans.
  public var notes: Int
  /// The contents in which the notes are in place; if all are orphans, those in which they were.
  public var hashes: Set<String>
}

/// A document that is no longer at its path, and its new place.
public struct FoundDocument: Sendable, Equatable {
  /// The document as the caller asked for it.
  public var document: AnnotatedDocument
  /// Its present path; nil if unknown.
  public var path: String?
}

extension FreeThoughtsLedger {
  /// The documents with notes, by path. O(notes).
  public func annotatedDocuments() async throws -> [AnnotatedDocument] {
    var documents: [String: AnnotatedDocument] = [:]
    var query = Query(Note.kind)
    query.fields = ["documentPath", "documentHash", "anchorState"]
    var former: [String: Set<String>] = [:]
    for row in try await ledger.query(query).rows {
      guard let path = row["documentPath"]?.string else { continue }
      documents[path, default: AnnotatedDocument(path: path, notes: 0, hashes: [])].notes += 1
      guard let hash = row["documentHash"]?.string else { continue }
      if row["anchorState"]?.string == AnchorState.orphaned.rawValue {
        former[path, default: []].insert(hash)
      } else {
        documents[path]?.hashes.insert(hash)
      }
    }
    for (path, hashes) in former where documents[path]?.hashes.isEmpty == true {
      documents[path]?.hashes = hashes
    }
    return documents.values.sorted { $0.path < $1.path }
  }

  /// The paths of documents that no longer exist and had the content of this document: it was moved or renamed, or is
  /// on another machine. O(notes).
  public func formerPaths(of document: Document) async throws -> Set<String> {
    let all = try await annotatedDocuments().filter {
      $0.path != document.path && $0.hashes.contains(document.hash)
    }
    return Set(all.map(\.path).filter { !DocumentSearch.exists($0) })
  }

  /// Searches folders for documents that are no longer at their paths: by content; then by name, if most of their notes
  /// are found in the file's text, and more than in any other file. O(size of the files).
  public func search(
    for missing: [AnnotatedDocument], in folders: [String], reader: DocumentReader = DocumentReader()
  ) async throws -> [FoundDocument] {
    var search = try DocumentSearch(folders, reader: reader)
    var all: [FoundDocument] = []
    for document in missing {
      if let path = search.path(hashed: document.hashes, like: document.path) {
        all.append(FoundDocument(document: document, path: path))
        continue
      }
      let notes = try await ledger.fetch(
        Note.self, where: .compare("documentPath", .equal, .string(document.path)))
      // A file that cannot be read does not count.
      let counts = search.paths(named: document.path).compactMap { path in
        (try? reader.read(path)).map { (path, Self.found(notes, in: $0)) }
      }
      let best = counts.max { $0.1 < $1.1 }
      guard let best, best.1 * 2 > notes.count, counts.count(where: { $0.1 == best.1 }) == 1 else {
        all.append(FoundDocument(document: document, path: nil))
        continue
      }
      all.append(FoundDocument(document: document, path: best.0))
    }
    return all
  }

  private static func found(_ notes: [Note], in document: Document) -> Int {
    let finder = AnchorFinder(document.text)
    return notes.count { note in
      guard case .found = finder.find(note.anchor, rivalSimilarity: note.rivalSimilarity) else {
        return false
      }
      return true
    }
  }
}

/// The files in some folders, for documents that are no longer where they were. No link is followed.
struct DocumentSearch {
  /// Canonical paths, ascending.
  private(set) var paths: [String] = []
  private var hashes: [String: String] = [:]
  private let reader: DocumentReader

  /// The maximum number of files, in case somebody names the root of a disk.
  private static let countMax = 200_000
  private static let depthMax = 64

  /// - Throws: `not-found`, `input-output` for a folder that cannot be read at all.
  init(_ folders: [String], reader: DocumentReader) throws(LedgerError) {
    self.reader = reader
    for folder in folders {
      guard let resolved = realpath(folder, nil) else {
        throw LedgerError(
          errno == ENOENT ? .notFound : .inputOutput,
          "cannot search the folder (\(String(cString: strerror(errno))))",
          file: folder, advice: "name a folder")
      }
      defer { free(resolved) }
      let path = String(cString: resolved)
      guard Self.kind(path) == S_IFDIR else {
        throw LedgerError(.usage, "this is not a folder", file: folder, advice: "\(SystemRemedy.folder)")
      }
      walk(path, depth: 0)
    }
    paths = Array(Set(paths)).sorted()
  }

  private mutating func walk(_ folder: String, depth: Int) {
    guard depth < Self.depthMax, let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while paths.count < Self.countMax, let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      let path = folder == "/" ? "/" + name : folder + "/" + name
      switch Self.kind(path) {
      case S_IFDIR: walk(path, depth: depth + 1)
      case S_IFREG: paths.append(path)
      default: continue
      }
    }
  }

  /// The kind of the link itself, not of its target.
  private static func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  static func exists(_ path: String) -> Bool { kind(path) == S_IFREG }

  /// A file with one of the contents; the first if there are several. Files of the same type are read first. O(size of
  /// the files), once.
  mutating func path(hashed wanted: Set<String>, like name: String) -> String? {
    guard !wanted.isEmpty else { return nil }
    let type = DocumentType(suffixOf: name)
    let (alike, others) = (
      paths.filter { DocumentType(suffixOf: $0) == type }, paths.filter { DocumentType(suffixOf: $0) != type }
    )
    for path in alike + others {
      // A file that cannot be read is skipped.
      guard let hash = hashes[path] ?? (try? reader.identify(path).hash) else { continue }
      hashes[path] = hash
      if wanted.contains(hash) { return path }
    }
    return nil
  }

  /// Files of the same name, without its folder.
  func paths(named path: String) -> [String] {
    let name = path.split(separator: "/").last.map { "/" + $0 } ?? path
    return paths.filter { $0.hasSuffix(name) }
  }
}
