public import Daybook

/// A document of which there are notes.
public struct AnnotatedDocument: Sendable, Equatable {
  /// The canonical path, as the notes hold it; the file need not exist there.
  public var path: String
  /// The number of notes on it, orphaned ones among them.
  public var notes: Int
  /// The contents in which the notes are in place; where all are orphans, those in which they were.
  public var hashes: Set<String>
}

/// What became of documents that are no longer where they were.
public struct FoundDocument: Sendable, Equatable {
  /// The document as the caller asked for it.
  public var document: AnnotatedDocument
  /// Where it is now; nil where nobody knows.
  public var path: String?
}

extension Ledger {
  /// The documents with notes, by path. O(notes).
  public func annotatedDocuments() throws -> [AnnotatedDocument] {
    var documents: [String: AnnotatedDocument] = [:]
    var query = Query(Note.kind)
    query.fields = ["documentPath", "documentHash", "anchorState"]
    var former: [String: Set<String>] = [:]
    for row in try self.query(query).rows {
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

  /// The paths of documents that are not there any more and whose content a document has: it was moved, renamed or is
  /// on another machine. O(notes).
  public func formerPaths(of document: Document) throws -> Set<String> {
    let all = try annotatedDocuments().filter {
      $0.path != document.path && $0.hashes.contains(document.hash)
    }
    return Set(all.map(\.path).filter { !DocumentSearch.exists($0) })
  }

  /// Looks in folders for documents that are no longer where they were: by their content; then by their name, where
  /// most of their notes, and more than in any other file, are found in what the file says. O(size of the files).
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
      let notes = try await fetch(
        Note.self, where: .compare("documentPath", .equal, .string(document.path)))
      // A file that cannot be read is not the one.
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
