public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A piece of a meeting's or a note's text, and the vector an embedder gave it.
public struct EmbeddingRecord: Entity {
  public var id = ID()
  /// The numbers of ``vector``, as ``VectorCoding`` packs them.
  public var vectorData = Data()
  /// The piece.
  public var sourceText = ""
  /// The kind of its owner.
  public var sourceType: SourceType = .meeting
  /// Which piece of its owner's text, from 0.
  public var chunkIndex = 0
  /// When it was written; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// The meeting whose text it is of; null if it is of a note. It is deleted with the meeting.
  public var meetingRecord: Ref<MeetingRecord>?
  /// The note whose text it is of; null if it is of a meeting. It is deleted with the note.
  public var note: Ref<Note>?

  /// The embedder that made the vector; only vectors of the same embedder can be compared. Empty if unknown.
  public var embedder = ""
  /// SHA-256 of the source of the vector (the owner's title and the piece), 64 hexadecimal digits in lower case: as
  /// long as that is unchanged, the embedding is valid. Null if another program made it.
  public var sourceHash: String?

  public init() {}

  public static let schema = Schema("planner.embeddingRecord") {
    Personal()
    // A search finds the words in the owner.
    Unsearched(\.sourceText, \.embedder)
    One(\.meetingRecord, inverse: \MeetingRecord.embeddings)
    One(\.note, inverse: \Note.embeddings)
    // Version 1 stored the numbers as they lie in memory.
    Upcast(\.vectorData, before: 2) { VectorCoding.packed($0) }
    Check(
      \.meetingRecord, "must be null while note is set: an embedding is of one of them", reading: \.note
    ) {
      $0 == nil || $1 == nil
    }
    Check(
      \.note, "must be set while meetingRecord is null: an embedding is of one of them", isOfTheWhole: true
    ) {
      $0.meetingRecord != nil || $0.note != nil
    }
    Check(\.sourceType, "must be meeting where meetingRecord is set, and note where note is") {
      $0.isTypedAsOwned
    }
    Check(value: \.chunkIndex, "must not be negative") { $0 >= 0 }
    Check(
      value: \.vectorData, "must be a packed vector of finite numbers"
    ) {
      VectorCoding.numbers($0)?.allSatisfy(\.isFinite) ?? false
    }
    Bound(\.createdAt, .far)
    Bound(value: \.chunkIndex, "must be at most 1000000") { index, _ in index <= 1_000_000 }
  }
}

extension EmbeddingRecord {
  /// The numbers, bit for bit as they were set. Bytes that do not encode numbers read as none. O(numbers).
  public var vector: [Double] {
    get { VectorCoding.numbers(vectorData) ?? [] }
    set { vectorData = VectorCoding.data(newValue) }
  }

  /// Its owner. If merging gave it two owners, the one that ``sourceType`` names.
  public var owner: Owner? {
    switch (meetingRecord, note) {
    case (let meeting?, nil): .meeting(meeting)
    case (nil, let note?): .note(note)
    case (let meeting?, let note?): sourceType == .note ? .note(note) : .meeting(meeting)
    case (nil, nil): nil
    }
  }

  private var isTypedAsOwned: Bool {
    switch sourceType {
    case .meeting: note == nil
    case .note: meetingRecord == nil
    default: true
    }
  }

  /// The meeting or the note to whose text an embedding belongs.
  public enum Owner: Sendable, Hashable {
    /// The piece comes from a meeting's texts, such as its purpose, outcomes and summary.
    case meeting(Ref<MeetingRecord>)
    /// The piece comes from a note's ``Note/plainText``.
    case note(Ref<Note>)
  }
}
