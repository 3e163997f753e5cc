public import Daybook

/// What looking for one document's notes again came to.
public struct ReanchorReport: Sendable {
  /// Where the document is now.
  public var documentPath: String
  /// Where it was, if that is another place.
  public var formerPath: String?
  /// By their places.
  public var notes: [ReanchoredNote] = []
  /// Written, or of a dry run to be written; none where nothing changed.
  public var events = 0
  /// What the write has to report besides its events; empty if nothing was written.
  public var notices: [Notice] = []

  /// The number of notes with this result.
  public func count(_ result: ReanchorResult) -> Int { notes.count { $0.result == result } }
}

extension Ledger {
  /// Looks for the notes of a document in what it says now, and writes in one commit where they are. Each is found for
  /// certain or an orphan, with suggestions; an orphan is looked for again each time. Where the document is the one
  /// that the notes know, nothing is written. O(length of the document × notes / 10).
  ///
  /// - Parameters:
  ///   - document: the document with its present text.
  ///   - formerPaths: where else notes on it were made: they are taken along.
  ///   - accepted: suggestions to take, from 1.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: `usage` or `not-found` for a suggestion that there is not; what writing throws.
  public func reanchor(
    _ document: Document, from formerPaths: Set<String> = [], accepting accepted: [Ref<Note>: Int] = [:],
    options: AppendOptions = AppendOptions()
  ) async throws -> ReanchorReport {
    let paths = formerPaths.union([document.path]).sorted()
    let notes = try await fetch(
      Note.self, where: .isIn("documentPath", paths.map { .string($0) }), sort: [SortKey("anchorStart")])
    if let stranger = accepted.keys.first(where: { id in !notes.contains { $0.id == id } }) {
      throw LedgerError(
        .usage, "note \(stranger) does not belong to this document", file: document.path,
        advice: "see 'daybook freethoughts notes'")
    }
    var update = AnchorUpdate(document)
    for note in notes { try update.add(note, accepted: accepted[note.id]) }
    var report = ReanchorReport(documentPath: document.path, notes: update.notes)
    report.formerPath = notes.map(\.documentPath).first { $0 != document.path }
    guard !update.mutations.isEmpty else { return report }
    var mutations = update.mutations
    if let why = options.why { for index in mutations.indices { mutations[index].why = why } }
    let receipt = try await append(mutations, options: options)
    report.events = receipt.events.count
    report.notices = receipt.notices
    return report
  }
}
