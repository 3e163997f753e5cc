public import Daybook

extension NotesExport {
  /// A Markdown file for each document, which people can read and edit, and which can be imported again.
  public var markdown: [(path: String, text: String)] {
    documents.map { (path: $0.path, text: MarkdownNotes.text(of: $0.export, about: $0.path)) }
  }

  /// Everything as one JSON-LD document in the Web Annotation Data Model (https://www.w3.org/TR/annotation-model/):
  /// an Annotation, or an AnnotationCollection of several.
  public var annotationJSON: String { PrettyJSON.text(.object(AnnotationExport.json(self))) }
}

extension FreeThoughtsLedger {
  /// Imports files that `NotesExport` wrote, edited or not, and Web Annotations of other programs. Nothing is written
  /// for entries that are unchanged; entries that cannot be read are skipped, and listed in the receipt's plan.
  ///
  /// - Parameters:
  ///   - files: the files' names, for messages, and their contents.
  ///   - document: the document that all entries are about, whatever path the files give.
  ///   - options: how the events are written; with `exceedsBounds` also values beyond the bounds of their fields.
  /// - Throws: `LedgerError`: `usage` where a document is given and the files are about several.
  public func importNotes(
    _ files: [(name: String, content: [UInt8])], document: Document? = nil,
    options: AppendOptions = AppendOptions()
  ) async throws -> SyncReceipt {
    let read = files.map { ReadNotes($0.content, file: $0.name) }
    if document != nil {
      let paths = Set(read.flatMap(\.documentPaths))
      guard paths.count <= 1 else {
        throw LedgerError(
          .usage, "one document is given, and the files are about \(paths.count)",
          advice: "import them one by one, or without the document")
      }
    }
    let limits = await ledger.importLimits(options)
    return try await ledger.sync(options) { state, _ in
      var notes = NotesImport(document: document, limits: limits)
      for file in read { try notes.add(file, in: state) }
      var plan = notes.finish()
      plan.mutations = state.withoutErased(plan.mutations, of: .upsert)
      return plan
    }
  }
}

extension ReadNotes {
  /// The documents that its notes and annotations are about.
  fileprivate var documentPaths: [String] {
    entries.flatMap { entry -> [String] in
      switch entry.content {
      case .own(let carried): [carried.text("documentPath")]
      case .foreign(let object): AnnotationTarget.sources(of: object).map { FileIRI.path($0) }
      }
    }
  }
}
