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
    let strangers = accepted.keys.filter { id in !notes.contains { $0.id == id } }
    if let stranger = strangers.min(by: { $0.rawValue < $1.rawValue }) {
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

/// The result of searching for one note again.
public struct ReanchoredNote: Sendable, Equatable {
  public var id: Ref<Note>
  /// Whether it was found, and where: in its old place, in another, or not at all.
  public var result: ReanchorResult
  /// The note's present place; for an orphan, its former place.
  public var anchor: Anchor
  /// As ``Note/content``; may be empty.
  public var content: String
  /// For an orphan: the places that may be meant, the most similar first.
  public var suggestions: [AnchorSuggestion]
}

/// The result for a note when its document was read again.
public struct ReanchorResult: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The document is unchanged.
  public static let unchanged: Self = "unchanged"
  /// The document changed; the note is where it was.
  public static let kept: Self = "kept"
  /// Found at another place.
  public static let moved: Self = "moved"
  /// Not found, or not for certain.
  public static let orphaned: Self = "orphaned"
  /// A suggestion was accepted.
  public static let accepted: Self = "accepted"

  /// All five, in the order in which reports count them.
  public static let known: [Self] = [.unchanged, .kept, .moved, .orphaned, .accepted]
}

/// Searches for one document's notes in its present text, and plans what to write.
struct AnchorUpdate {
  let document: Document
  private let finder: AnchorFinder
  /// Created when the first orphan needs it.
  private var suggesting: SuggestionFinder?
  private(set) var notes: [ReanchoredNote] = []
  private(set) var mutations: [Mutation] = []

  init(_ document: Document) {
    self.document = document
    finder = AnchorFinder(document.text)
  }

  /// - Parameter accepted: which suggestion to accept, from 1.
  mutating func add(_ note: Note, accepted: Int?) throws {
    var updated = note
    updated.documentPath = document.path
    if let accepted {
      try accept(accepted, for: &updated)
      return try finish(note, updated, .accepted, why: "suggestion \(accepted) was accepted")
    }
    if note.documentHash == document.hash, finder.isThere(note.anchor) {
      updated.anchorState = .anchored
      // The note's writer did not have the whole document.
      if note.anchorState == .unchecked { place(&updated, finder.anchor(note.anchorStart..<note.anchorEnd)) }
      updated.selectedText = note.selectedText
      return try finish(note, updated, .unchanged, why: "the document is the same")
    }
    switch finder.find(note.anchor, rivalSimilarity: note.rivalSimilarity) {
    case .found(let anchor, let rival):
      place(&updated, (anchor, rival))
      // The words stay as they were selected: differences in white space and composition do not count.
      updated.selectedText = note.selectedText
      let isKept = anchor.start == note.anchorStart && anchor.end == note.anchorEnd
      try finish(
        note, updated, isKept ? .kept : .moved, why: isKept ? "found where it was" : "found by its words")
    case .orphaned:
      updated.anchorState = .orphaned
      try finish(note, updated, .orphaned, why: "not found for certain")
    }
  }

  private func place(_ note: inout Note, _ found: (anchor: Anchor, rivalSimilarity: Double)?) {
    guard let found else { return }
    note.anchor = found.anchor
    note.rivalSimilarity = found.rivalSimilarity
    note.documentHash = document.hash
    note.anchorState = .anchored
  }

  private mutating func accept(_ number: Int, for note: inout Note) throws {
    let suggestions = suggestions(for: note)
    guard !suggestions.isEmpty else {
      throw LedgerError(
        .notFound, "nothing in the document resembles note \(note.id)", file: document.path,
        advice: "place it by hand: '\(SystemRemedy.place.of(note.id.rawValue))'")
    }
    guard suggestions.indices.contains(number - 1) else {
      throw LedgerError(
        .usage,
        "note \(note.id) has \(suggestions.count) suggestion\(suggestions.count == 1 ? "" : "s"), no \(number)",
        advice: "see them with '\(SystemRemedy.suggestions)'")
    }
    let chosen = suggestions[number - 1].anchor
    place(&note, finder.anchor(chosen.start..<chosen.end))
  }

  private mutating func suggestions(for note: Note) -> [AnchorSuggestion] {
    let suggesting = suggesting ?? SuggestionFinder(finder)
    self.suggesting = suggesting
    return suggesting.suggestions(for: note.anchor.quote)
  }

  private mutating func finish(
    _ note: Note, _ updated: Note, _ result: ReanchorResult, why: String
  ) throws {
    notes.append(
      ReanchoredNote(
        id: note.id, result: result, anchor: updated.anchor, content: note.content,
        suggestions: result == .orphaned ? suggestions(for: note) : []))
    let (before, after) = (try FieldEncoder.json(note), try FieldEncoder.json(updated))
    var set = JSONObject()
    for member in after.object ?? [:] where before.object?[member.key] != member.value {
      set[member.key] = member.value
    }
    guard !set.isEmpty else { return }
    var mutation = Mutation(.upsert, kind: Note.kind, id: note.id.rawValue, set: set)
    mutation.why = why
    mutations.append(mutation)
  }
}
