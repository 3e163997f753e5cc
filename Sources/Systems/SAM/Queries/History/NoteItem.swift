public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A note as a list shows it.
public struct NoteItem: Sendable, Hashable {
  public var id: Ref<Note>
  /// The person whom it is about; nil where there is none.
  public var person: Mention<Person>?
  /// The context that it is about; nil where there is none.
  public var context: Mention<Context>?
  /// The whole text as the user wrote it, line breaks included.
  public var content: String
  /// The time of the first write, unless a write set another.
  public var createdAt: Date?
  /// The time of the last write; equals ``createdAt`` if nobody has changed the note.
  public var modifiedAt: Date?
  /// The topics that its latest analysis found; empty without one.
  public var topics: [String]
  /// The actions that its latest analysis found, in the note's own words; empty without one.
  public var actions: [String]
}

extension NoteItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = Note

  /// Reads a note from the view, with its latest analysis. O(its analyses).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    (person, context) = (reader.mention("person"), reader.mention("context"))
    content = reader.text("content") ?? ""
    (createdAt, modifiedAt) = (reader.date("createdAt"), reader.date("modifiedAt"))
    let analyses = reader.mapReferring(AnalysisArtifact.kind, by: "sourceNote") { artifact in
      let topics = artifact.text("topicsJSON").flatMap { try? JSONParser.parse($0).array }
      return (
        at: artifact.date("analyzedAt") ?? .unwritten, topics: topics?.compactMap(\.string) ?? [],
        actions: artifact.texts("actions")
      )
    }
    let latest = analyses.max { $0.at < $1.at }
    (topics, actions) = (latest?.topics ?? [], latest?.actions ?? [])
  }
}

extension [NoteItem] {
  var newestFirst: [NoteItem] {
    sorted { left, right in
      let (leftTime, rightTime) = (left.createdAt ?? .unwritten, right.createdAt ?? .unwritten)
      return leftTime != rightTime ? leftTime > rightTime : left.id.rawValue > right.id.rawValue
    }
  }
}

extension SAMLedger {
  /// All notes, newest first. O(notes).
  public func notes(limit: Int? = nil, offset: Int = 0, at cut: Cut = .now) async throws
    -> Page<NoteItem>
  {
    let query = Query(
      Note.kind, sort: [SortKey("createdAt", descending: true)], limit: limit, offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// The notes about a person, newest first. O(the person's notes).
  public func notes(about person: Ref<Person>, at cut: Cut = .now) async throws -> [NoteItem] {
    try await notes(about: person, by: "person", at: cut)
  }

  /// The notes about a context, newest first. O(the context's notes).
  public func notes(about context: Ref<Context>, at cut: Cut = .now) async throws -> [NoteItem] {
    try await notes(about: context, by: "context", at: cut)
  }

  private func notes<Subject: Entity>(
    about subject: Ref<Subject>, by relation: String, at cut: Cut
  ) async throws -> [NoteItem] {
    try await ledger.withView(at: cut) { view in
      let notes = view.read(Subject.kind, subject.rawValue) { subject in
        subject.mapReferring(Note.kind, by: relation) { NoteItem($0) }
      }
      return (notes ?? []).newestFirst
    }
  }
}
