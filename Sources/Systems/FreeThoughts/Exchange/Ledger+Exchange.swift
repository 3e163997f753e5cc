public import Daybook

extension NotesExport {
  /// A Markdown file for each document, which people may read and edit, and which comes back.
  public var markdown: [(path: String, text: String)] {
    documents.map { (path: $0.path, text: MarkdownNotes.text(of: $0.export, about: $0.path)) }
  }

  /// Everything as one JSON-LD document after the Web Annotation Data Model (https://www.w3.org/TR/annotation-model/):
  /// an Annotation, or an AnnotationCollection of several.
  public var annotationJSON: String { PrettyJSON.text(.object(AnnotationExport.json(self))) }
}

extension Ledger {
  /// Takes files in that `NotesExport` wrote, edited or not, and Web Annotations of other programs. What is as it is
  /// here already writes nothing; what cannot be read is skipped, and named in the receipt's plan.
  ///
  /// - Parameters:
  ///   - files: names for messages, and content.
  ///   - document: what all of it is about, wherever the files say it is.
  ///   - options: how the events are written; with `exceedsBounds` also values beyond the bounds of their fields.
  /// - Throws: ``LedgerError``: `usage` where a document is given and the files are about several.
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
    let limits = importLimits(options)
    return try await sync(options) { state, _ in
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
