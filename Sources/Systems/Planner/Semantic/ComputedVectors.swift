import Daybook
import DaybookProviders
import DaybookSearch

/// The vectors of an embedder whose vectors depend only on the texts. They are kept up to date with the ledger's texts,
/// and stored in the machine's cache for other processes, but never written to the ledger.
struct ComputedVectors: Sendable {
  typealias OwnerKey = EmbeddingSurvey.OwnerKey

  private(set) var pieces: PieceVectors?
  /// How many owners came, changed or went since the file was read or written.
  private var changeCount = 0

  static let kinds = [Note.kind, MeetingRecord.kind]
  private static let sizeBytesMax = 1 << 30

  /// Updates the vectors, and returns how many pieces got one.
  mutating func bringUpToDate(
    _ ledger: Ledger, _ embedder: any Embedder, _ chunker: TextChunker
  ) async throws -> EmbeddingSummary {
    let texts = try await ledger.texts(of: Self.kinds)
    let name = Self.name(embedder, chunker)
    if pieces == nil { pieces = await Self.read(ledger, name) }
    let hashes = Dictionary(
      texts.map { (OwnerKey(kind: $0.kind, id: $0.id), $0.hash) }, uniquingKeysWith: { first, _ in first })
    var summary = EmbeddingSummary()
    let gone = (pieces?.owners ?? []).filter { hashes[$0] == nil }
    for owner in gone { pieces?.remove(owner) }
    let changed = hashes.keys.filter { pieces?.stands($0, hash: hashes[$0] ?? 0) != true }
      .sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
    for batch in changed.batches(of: Self.ownersInBatch) {
      let cut = try await ledger.withView { view in
        batch.map { owner in
          view.read(owner.kind, owner.id) { TextPiece.texts(of: $0, chunker) } ?? []
        }
      }
      for (owner, texts) in zip(batch, cut) {
        let vectors = try await embedder.vectors(inBatchesOf: texts)
        try requireLength(vectors, embedder)
        // Of a text that changed meanwhile the hash is that of the text before: it is made again the next time.
        pieces?.set(owner, hash: hashes[owner] ?? 0, vectors)
        summary.embedded += vectors.count
      }
    }
    changeCount += gone.count + changed.count
    await keep(in: ledger, name)
    summary.owners = pieces?.ownerCount ?? 0
    summary.pieces = pieces?.rows.count ?? 0
    return summary
  }

  private static let ownersInBatch = 64

  /// All vectors have the length of the first one.
  private mutating func requireLength(_ vectors: [[Float]], _ embedder: any Embedder) throws {
    guard let first = vectors.first else { return }
    let held = pieces ?? PieceVectors(dimensions: first.count)
    pieces = held
    guard let other = vectors.first(where: { $0.count != held.dimensions }) else { return }
    throw LedgerError(
      .badData, "\(embedder.name) answered \(other.count) numbers, and \(held.dimensions) before")
  }

  /// Another way of cutting makes other pieces.
  private static func name(_ embedder: any Embedder, _ chunker: TextChunker) -> String {
    "\(embedder.name) \(TextChunker.rules) \(chunker.targetBytes) \(chunker.overlapBytes)"
  }

  private static func read(_ ledger: Ledger, _ name: String) async -> PieceVectors? {
    await ledger.maintenance.cached("vectors", sizeBytesMax: sizeBytesMax).flatMap {
      PieceVectors($0, name)
    }
  }

  /// Stores the vectors if enough changed: a few are made again faster.
  private mutating func keep(in ledger: Ledger, _ name: String) async {
    guard let pieces, changeCount >= max(16, pieces.ownerCount / 100) else { return }
    await ledger.maintenance.cache(pieces.file(name), as: "vectors")
    changeCount = 0
  }
}

extension Embedder {
  fileprivate func vectors(inBatchesOf texts: [String]) async throws -> [[Float]] {
    var all: [[Float]] = []
    for batch in texts.batches(of: EmbeddingLimit.textsMax) { all += try await vectors(of: Array(batch)) }
    return all
  }
}
