public import Daybook
import DaybookSearch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A piece of a meeting's or a note's text that is to have a vector.
public struct TextPiece: Sendable, Equatable {
  /// The embedding's id: every machine that cuts the same text for the same embedder derives the same.
  public var id: String
  /// The meeting or the note that it is a piece of.
  public var owner: EmbeddingRecord.Owner
  /// The owner's title; empty if it has none.
  public var title: String
  /// The piece with the heading above it; the title itself, if the owner has no other text.
  public var text: String
  /// Its place among the pieces of the owner's text, from 0.
  public var index: Int
  /// The hash of the embedded text.
  public var hash: String

  /// The text for the embedder, with the owner's title, which shows what the piece is about.
  public var embedded: String { Self.embedded(title, text) }

  private static func embedded(_ title: String, _ text: String) -> String {
    title.isEmpty || text == title ? text : title + "\n" + text
  }

  /// The texts of an owner for the embedder, piece by piece.
  static func texts(of owner: borrowing EntityReader, _ chunker: TextChunker) -> [String] {
    let title = owner.value("title").string ?? ""
    return cut(title, EmbeddingRecord.Owner.body(of: owner), chunker).map { embedded(title, $0) }
  }

  /// The title of an owner, and one of the pieces of its text as ``texts(of:_:)`` counts them; nil where it has none.
  static func piece(
    _ number: Int, of owner: borrowing EntityReader, _ chunker: TextChunker
  ) -> (title: String, text: String)? {
    let title = owner.value("title").string ?? ""
    let texts = cut(title, EmbeddingRecord.Owner.body(of: owner), chunker)
    return texts.indices.contains(number) ? (title, texts[number]) : nil
  }

  /// A text without a body is its title.
  private static func cut(_ title: String, _ body: String, _ chunker: TextChunker) -> [String] {
    let texts = chunker.pieces(of: body)
    return texts.isEmpty ? chunker.pieces(of: title) : texts
  }

  /// The pieces of an owner's text.
  public static func pieces(
    of owner: EmbeddingRecord.Owner, title: String, body: String, embedder: String, _ chunker: TextChunker
  ) -> [TextPiece] {
    let texts = cut(title, body, chunker)
    var counts: [String: Int] = [:]
    return texts.enumerated().map { index, text in
      let hash = DataValue.hash(of: embedded(title, text))
      // A text may contain the same piece twice.
      let number = counts[hash, default: 0]
      counts[hash] = number + 1
      let name: JSONValue = [
        .string(owner.kind), .string(owner.id), .string(embedder), .string(hash), .int(Int64(number)),
      ]
      return TextPiece(
        id: NaturalKey.id(of: EmbeddingRecord.kind, normalized: name.description), owner: owner,
        title: title, text: text, index: index, hash: hash)
    }
  }

  /// What is written of it.
  func mutation(_ vectorData: JSONValue, embedder: String) -> Mutation {
    Mutation(
      .upsert, kind: EmbeddingRecord.kind, id: id, set: fields(vectorData, embedder: embedder), why: "embed")
  }

  /// As an embedding has it.
  func fields(_ vectorData: JSONValue, embedder: String) -> JSONObject {
    var set: JSONObject = [
      "vectorData": vectorData, "sourceText": .string(text), "chunkIndex": .int(Int64(index)),
      "embedder": .string(embedder), "sourceHash": .string(hash),
    ]
    switch owner {
    case .meeting(let meeting):
      set["sourceType"] = .string(SourceType.meeting.rawValue)
      set["meetingRecord"] = .string(meeting.rawValue)
    case .note(let note):
      set["sourceType"] = .string(SourceType.note.rawValue)
      set["note"] = .string(note.rawValue)
    }
    return set
  }
}

extension EmbeddingRecord {
  /// The embeddings of the built-in embedder, in the same form as those of a service in the ledger.
  static func computed(of owner: borrowing EntityReader) -> [ComputedEntity] {
    let embedder = BuiltInEmbedder()
    let pieces = TextPiece.pieces(
      of: Owner(kind: owner.kind, id: owner.id), title: owner.value("title").string ?? "",
      body: Owner.body(of: owner), embedder: embedder.name, TextChunker())
    return pieces.map { piece in
      let vector = BuiltInEmbedder.vector(piece.embedded).map { Double($0) }
      let data = DataValue.stored(Array(VectorCoding.data(vector))).value
      return ComputedEntity(id: piece.id, fields: piece.fields(data, embedder: embedder.name))
    }
  }
}

extension EmbeddingRecord.Owner {
  public var kind: String {
    switch self {
    case .meeting: MeetingRecord.kind
    case .note: Note.kind
    }
  }

  public var id: String {
    switch self {
    case .meeting(let meeting): meeting.rawValue
    case .note(let note): note.rawValue
    }
  }

  /// Every kind other than that of notes makes a meeting.
  public init(kind: String, id: String) {
    self = kind == Note.kind ? .note(Ref(id)) : .meeting(Ref(id))
  }

  /// The text of an owner that is embedded besides its title.
  public static func body(of owner: borrowing EntityReader) -> String {
    let fields =
      owner.kind == Note.kind
      ? ["plainText"]
      : ["purpose", "outcomes", "actionItems", "summary", "location", "calendarNotes"]
    var parts: [String] = []
    for field in fields {
      if let text = owner.value(field).string, !text.isEmpty { parts.append(text) }
    }
    return parts.joined(separator: "\n\n")
  }
}
