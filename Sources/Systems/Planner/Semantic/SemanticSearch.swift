public import Daybook
public import DaybookProviders
import DaybookSearch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of updating the embeddings.
public struct EmbeddingSummary: Sendable, Equatable {
  /// Meetings and notes with a text.
  public var owners = 0
  /// The pieces of their texts.
  public var pieces = 0
  /// The pieces that got a vector.
  public var embedded = 0
  /// The outdated embeddings that were deleted.
  public var removed = 0
  /// The events that were written; 0 if nothing is new.
  public var events = 0

  public init() {}
}

/// A meeting or a note that matches a question by meaning.
public struct SemanticHit: Sendable, Equatable {
  /// The meeting or the note, by its id.
  public var owner: EmbeddingRecord.Owner
  /// Its title; empty if it has none.
  public var title: String
  /// The piece of its text that comes nearest.
  public var text: String
  /// The cosine of the piece's vector and the question's, up to 1.
  public var score: Float
}

/// Finds meetings and notes by meaning: each piece of their texts has a vector, and so has the question.
///
///     let search = SemanticSearch(ledger: ledger)
///     try await search.embed()
///     let hits = try await search.search("what did we decide about the budget")
///
/// Vectors are kept as ``EmbeddingRecord``s of the embedder's name; those of an embedder whose vectors depend only on
/// the texts, such as the built-in one, are in the machine's cache instead. All of them are in memory while this lives.
/// The first use reads everything, later ones only what changed since.
public actor SemanticSearch {
  typealias OwnerKey = EmbeddingSurvey.OwnerKey

  private let ledger: Ledger
  let embedder: any Embedder
  private let chunker: TextChunker

  /// Of an embedder whose vectors follow from the texts.
  private var computed = ComputedVectors()
  /// Of any other embedder.
  private var held = HeldVectors()
  /// Up to where the ledger's changes are among the held vectors.
  private var mark: TouchMark?
  private var running: Task<EmbeddingSummary, any Error>?

  /// Makes a search that has read nothing yet.
  /// - Parameters:
  ///   - ledger: the ledger whose meetings and notes are searched.
  ///   - embedder: by default the built-in one, whose vectors are computed and never written.
  ///   - chunker: how texts are cut into pieces.
  public init(
    ledger: Ledger, embedder: any Embedder = BuiltInEmbedder(), chunker: TextChunker = TextChunker()
  ) { (self.ledger, self.embedder, self.chunker) = (ledger, embedder, chunker) }

  /// Gives a vector to every piece that has none, and deletes outdated embeddings. All vectors
  /// are made before anything is written: an embedder that fails leaves everything as it was. Runs follow
  /// one another.
  ///
  /// For an embedder whose vectors depend only on the texts, nothing is written: its vectors are made again if a text
  /// changes. Embeddings that it wrote to the ledger in former versions stay there.
  ///
  /// - Parameters:
  ///   - writes: if false, new vectors are kept only in memory.
  ///   - options: how the embeddings are written: author, reason, or as a dry run; unused where none are.
  @discardableResult
  public func embed(writes: Bool = true, options: AppendOptions = AppendOptions()) async throws
    -> EmbeddingSummary
  {
    let before = running
    let task = Task {
      _ = try? await before?.value
      return try await run(writes: writes, options)
    }
    running = task
    return try await task.value
  }

  private func run(writes: Bool, _ options: AppendOptions) async throws -> EmbeddingSummary {
    if embedder.isComputed {
      var vectors = computed
      let summary = try await vectors.bringUpToDate(ledger, embedder, chunker)
      computed = vectors
      return summary
    }
    let (since, known, name, chunker) = (mark, held.known, embedder.name, chunker)
    let survey = try await ledger.read {
      EmbeddingSurvey($0, since: since, known: known, embedder: name, chunker)
    }
    let wanted = survey.wanted.values.joined().sorted { $0.id < $1.id }
    // No vector is requested for a piece that has a row already, or a vector in the ledger.
    let lackingRow = wanted.filter { survey.isWhole || !held.hasRow($0.id) }
    let missing = lackingRow.filter { survey.stored[$0.id] == nil }
    let unread = lackingRow.filter { survey.stored[$0.id] != nil }
    let stored = try await storedVectors(unread)
    var vectors: [String: [Float]] = [:]
    let lacking = missing + unread.filter { stored[$0.id] == nil }
    for batch in lacking.batches(of: EmbeddingLimit.textsMax) {
      for (piece, vector) in zip(batch, try await embedder.vectors(of: batch.map(\.embedded))) {
        vectors[piece.id] = vector
      }
    }
    let fresh = vectors
    vectors.merge(stored) { fresh, _ in fresh }
    try requireOneLength(vectors, anew: survey.isWhole)

    var summary = EmbeddingSummary()
    (summary.embedded, summary.removed) = (fresh.count, writes ? survey.stale.count : 0)
    if writes { summary.events = try await write(survey, wanted, fresh, options) }
    held.take(survey, vectors)
    mark = survey.mark
    summary.owners = held.ownerCount
    summary.pieces = held.rows.count
    return summary
  }

  /// The vectors of embeddings that are there; without those whose bytes are not here or make no sense.
  private func storedVectors(_ pieces: [TextPiece]) async throws -> [String: [Float]] {
    guard !pieces.isEmpty else { return [:] }
    let ids = pieces.map(\.id)
    let values = try await ledger.withView { view in
      ids.map { id in view.read(EmbeddingRecord.kind, id) { $0.value("vectorData") } ?? .null }
    }
    var vectors: [String: [Float]] = [:]
    for (id, value) in zip(ids, values) {
      let data: Data?
      if let text = value.string {
        data = Data(base64Encoded: text)
      } else {
        data = try await ledger.blobs.bytes(referredToBy: value).map { Data($0) }
      }
      guard let numbers = data.flatMap({ VectorCoding.numbers($0) }), !numbers.isEmpty else { continue }
      let vector = numbers.map { Float($0) }
      if vector.allSatisfy(\.isFinite) { vectors[id] = vector }
    }
    return vectors
  }

  /// Vectors of one embedder name have one dimension: otherwise another model uses that name.
  private func requireOneLength(_ vectors: [String: [Float]], anew: Bool) throws {
    var lengths = Set(vectors.values.map(\.count))
    if !anew, let matrix = held.matrix { lengths.insert(matrix.dimensions) }
    guard lengths.count > 1 else { return }
    let told = lengths.sorted().map { "\($0)" }.joined(separator: " and ")
    throw LedgerError(
      .badData, "\(embedder.name) gives vectors of \(told) numbers",
      advice: "give the other model another name, or delete its embeddings")
  }

  private func write(
    _ survey: EmbeddingSurvey, _ wanted: [TextPiece], _ fresh: [String: [Float]], _ options: AppendOptions
  ) async throws -> Int {
    var mutations: [Mutation] = []
    for piece in wanted {
      if let vector = fresh[piece.id] {
        let data = VectorCoding.data(vector.map { Double($0) })
        let bytes = [UInt8](data)
        let value = options.isDryRun ? DataValue.stored(bytes).value : try ledger.blobs.store(bytes).value
        mutations.append(piece.mutation(value, embedder: embedder.name))
      } else if let index = survey.stored[piece.id], index != piece.index {
        mutations.append(
          Mutation(
            .upsert, kind: EmbeddingRecord.kind, id: piece.id, set: ["chunkIndex": .int(Int64(piece.index))],
            why: "embed"))
      }
    }
    for id in survey.stale {
      mutations.append(Mutation(.delete, kind: EmbeddingRecord.kind, id: id, why: "embed"))
    }
    var events = 0
    for batch in mutations.batches(of: Self.commitCountMax) {
      events += try await ledger.append(batch, options: options).events.count
    }
    return events
  }

  private static let commitCountMax = 256

  // MARK: Asking.

  /// A piece that is not near at all is not an answer, however few answers there are.
  static let partOfBestMin = 0.25

  /// An owner that comes near, by its best piece.
  struct Near: Sendable {
    var owner: OwnerKey
    var score: Float
    var piece: Piece

    enum Piece: Sendable {
      case read(TextPiece)
      /// To be cut from the owner's text.
      case number(Int)
    }
  }

  /// The meetings and notes that are nearest to a question, by their best piece, the nearest first. Only those with a
  /// vector are found: call ``embed(writes:options:)`` first.
  ///
  /// - Throws: `LedgerError` with code `usage` for an empty question.
  public func search(_ text: String, limit: Int = 20) async throws -> [SemanticHit] {
    try await told(try await nearest(to: text, limit: limit))
  }

  func nearest(to text: String, limit: Int) async throws -> [Near] {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw LedgerError(.usage, "there is nothing to search for", advice: "give a text")
    }
    let vector = try await embedder.vectors(of: [text])[0]
    guard limit > 0, let dimensions = computed.pieces?.dimensions ?? held.matrix?.dimensions else {
      return []
    }
    guard vector.count == dimensions else {
      throw LedgerError(
        .badData, "\(embedder.name) answered \(vector.count) numbers, and \(dimensions) before")
    }
    // More are asked for below, where these do not do.
    var wanted = min(limit, 1 << 20) * 4 + 16
    while true {
      let rows =
        computed.pieces?.matrix.nearest(to: vector, count: wanted)
        ?? held.matrix?.nearest(to: vector, count: wanted) ?? []
      let least = max(0, (rows.first?.score ?? 0) * Float(Self.partOfBestMin))
      let near = try await shown(rows.filter { $0.score > least })
      // What is hidden with its meeting has a row still.
      if near.count >= limit || rows.count < wanted { return Array(near.prefix(limit)) }
      wanted *= 4
    }
  }

  /// The best piece of each owner that is there; of equals by kind and id.
  private func shown(_ nearest: [VectorMatrix.Neighbour]) async throws -> [Near] {
    var best: [OwnerKey: Near] = [:]
    for neighbour in nearest {
      let near = self.near(neighbour)
      if let other = best[near.owner], other.score >= near.score { continue }
      best[near.owner] = near
    }
    let keys = Array(best.keys)
    let isThere = try await ledger.withView { view in
      keys.map { view.read($0.kind, $0.id) { _ in true } ?? false }
    }
    return zip(keys, isThere).compactMap { $1 ? best[$0] : nil }.sorted {
      $0.score != $1.score
        ? $0.score > $1.score : ($0.owner.kind, $0.owner.id) < ($1.owner.kind, $1.owner.id)
    }
  }

  private func near(_ neighbour: VectorMatrix.Neighbour) -> Near {
    if let row = computed.pieces?.rows[neighbour.row] {
      return Near(owner: row.owner, score: neighbour.score, piece: .number(row.piece))
    }
    let piece = held.rows[neighbour.row]
    return Near(
      owner: OwnerKey(kind: piece.owner.kind, id: piece.owner.id), score: neighbour.score, piece: .read(piece)
    )
  }

  /// With their texts; without those that are gone meanwhile. O(texts of these owners).
  func told(_ near: [Near]) async throws -> [SemanticHit] {
    let chunker = chunker
    return try await ledger.withView { view in
      near.compactMap { near -> SemanticHit? in
        let owner = EmbeddingRecord.Owner(kind: near.owner.kind, id: near.owner.id)
        switch near.piece {
        case .read(let piece):
          return SemanticHit(owner: owner, title: piece.title, text: piece.text, score: near.score)
        case .number(let number):
          return view.read(near.owner.kind, near.owner.id) { reader in
            let piece = TextPiece.piece(number, of: reader, chunker)
            return SemanticHit(
              owner: owner, title: piece?.title ?? "", text: piece?.text ?? "", score: near.score)
          }
        }
      }
    }
  }
}
