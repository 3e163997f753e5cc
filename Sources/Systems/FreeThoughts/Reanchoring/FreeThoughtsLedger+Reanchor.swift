public import Daybook

/// The result of searching for one document's notes again.
public struct ReanchorReport: Sendable {
  /// Where the document is now.
  public var documentPath: String
  /// Where it was, if that is another place.
  public var formerPath: String?
  /// By their places.
  public var notes: [ReanchoredNote] = []
  /// The number of events that were written, or that a dry run would write; 0 if nothing changed.
  public var events = 0
  /// The notices of the write; empty if nothing was written.
  public var notices: [Notice] = []

  /// The number of notes with this result.
  public func count(_ result: ReanchorResult) -> Int { notes.count { $0.result == result } }
}

extension FreeThoughtsLedger {
  /// Searches for the notes of a document in its present text, and writes their places in one commit. Each note is
  /// either found with certainty or becomes an orphan with suggestions; orphans are searched for again each time. If
  /// the document is the version that the notes refer to, nothing is written. O(length of the document × notes / 10).
  ///
  /// - Parameters:
  ///   - document: the document with its present text.
  ///   - formerPaths: other paths under which notes on it were made: these are included.
  ///   - accepted: the suggestions to accept, from 1.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Throws: `usage` or `not-found` for a suggestion that does not exist; also what writing throws.
  public func reanchor(
    _ document: Document, from formerPaths: Set<String> = [], accepting accepted: [Ref<Note>: Int] = [:],
    options: AppendOptions = AppendOptions()
  ) async throws -> ReanchorReport {
    let paths = formerPaths.union([document.path]).sorted()
    let notes = try await ledger.fetch(
      Note.self, where: .isIn("documentPath", paths.map { .string($0) }), sort: [SortKey("anchorStart")])
    if let stranger = accepted.keys.first(where: { id in !notes.contains { $0.id == id } }) {
      throw LedgerError(
        .usage, "note \(stranger) does not belong to this document", file: document.path,
        advice: "see '\(SystemRemedy.notes)'")
    }
    var update = AnchorUpdate(document)
    for note in notes { try update.add(note, accepted: accepted[note.id]) }
    var report = ReanchorReport(documentPath: document.path, notes: update.notes)
    report.formerPath = notes.map(\.documentPath).first { $0 != document.path }
    guard !update.mutations.isEmpty else { return report }
    var mutations = update.mutations
    if let why = options.why { for index in mutations.indices { mutations[index].why = why } }
    let receipt = try await ledger.append(mutations, options: options)
    report.events = receipt.events.count
    report.notices = receipt.notices
    return report
  }
}
