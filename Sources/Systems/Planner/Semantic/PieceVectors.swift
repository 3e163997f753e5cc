import Daybook
import DaybookProviders
import DaybookSearch

/// The vectors that depend only on texts: one for each piece of each meeting and note with a text. Kept in the
/// machine's cache; deleting it is always safe.
struct PieceVectors: Sendable {
  typealias OwnerKey = EmbeddingSurvey.OwnerKey

  struct Row: Sendable, Equatable {
    var owner: OwnerKey
    /// Which piece of the owner's text, from 0.
    var piece: Int
  }

  private struct Held: Sendable {
    /// Of the owner's texts, when the vectors were made.
    var hash: UInt64
    var rows: [Int]
  }

  let dimensions: Int
  private(set) var matrix: ByteMatrix
  private(set) var rows: [Row] = []
  private var held: [OwnerKey: Held] = [:]

  init(dimensions: Int) {
    self.dimensions = dimensions
    matrix = ByteMatrix(dimensions: dimensions)
  }

  /// In no particular order.
  var owners: [OwnerKey] { Array(held.keys) }
  var ownerCount: Int { held.count }

  /// Whether the owner's vectors are those of a text with this hash.
  func stands(_ owner: OwnerKey, hash: UInt64) -> Bool { held[owner]?.hash == hash }

  /// Puts an owner's vectors in the place of its former ones.
  mutating func set(_ owner: OwnerKey, hash: UInt64, _ vectors: [[Float]]) {
    remove(owner)
    var numbers: [Int] = []
    for (piece, vector) in vectors.enumerated() {
      numbers.append(rows.count)
      rows.append(Row(owner: owner, piece: piece))
      matrix.append(vector)
    }
    held[owner] = Held(hash: hash, rows: numbers)
  }

  mutating func remove(_ owner: OwnerKey) {
    guard let gone = held.removeValue(forKey: owner) else { return }
    // From the last row on, so that the row moved into a gap is never one to be removed.
    for row in gone.rows.sorted(by: >) {
      let last = rows.count - 1
      matrix.remove(row)
      rows.swapAt(row, last)
      rows.removeLast()
      guard row < last, let place = held[rows[row].owner]?.rows.firstIndex(of: last) else { continue }
      held[rows[row].owner]?.rows[place] = row
    }
  }
}

// MARK: The file.

extension PieceVectors {
  private static let mark = Array("daybook-piece-vectors-1\n".utf8)

  /// - Parameter name: the embedder's.
  func file(_ name: String) -> [UInt8] {
    let owners = held.sorted { ($0.key.kind, $0.key.id) < ($1.key.kind, $1.key.id) }
    var kinds: [String] = []
    var kindOf: [UInt32] = []
    var ids: [UInt8] = []
    var idOffsets: [UInt32] = [0]
    for (owner, _) in owners {
      if kinds.last != owner.kind { kinds.append(owner.kind) }
      kindOf.append(UInt32(kinds.count - 1))
      ids += Array(owner.id.utf8)
      idOffsets.append(UInt32(ids.count))
    }
    // In the order of the pieces, whatever was removed meanwhile.
    let ordered = matrix.rows(owners.flatMap { $0.value.rows.sorted { rows[$0].piece < rows[$1].piece } })
    return HashedSections.file(
      Self.mark,
      [
        Array(name.utf8), HashedSections.bytes([UInt32(dimensions)]),
        Array(kinds.joined(separator: "\0").utf8),
        HashedSections.bytes(kindOf), ids, HashedSections.bytes(idOffsets),
        HashedSections.bytes(owners.map { $0.value.hash }),
        HashedSections.bytes(owners.map { UInt32($0.value.rows.count) }),
        HashedSections.bytes(ordered.steps), HashedSections.bytes(ordered.scales.map(\.bitPattern)),
      ])
  }

  /// Nil where the bytes are not a whole and undamaged file of this embedder.
  init?(_ file: [UInt8], _ name: String) {
    guard let parts = HashedSections.sections(of: file, Self.mark, count: 10),
      parts[0].elementsEqual(name.utf8),
      let dimensions = HashedSections.numbers(UInt32.self, parts[1]).first.map({ Int($0) })
    else { return nil }
    let kinds = parts[2].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let kindOf = HashedSections.numbers(UInt32.self, parts[3])
    let ids = Array(parts[4])
    let idOffsets = HashedSections.numbers(UInt32.self, parts[5])
    let hashes = HashedSections.numbers(UInt64.self, parts[6])
    let counts = HashedSections.numbers(UInt32.self, parts[7])
    guard
      let matrix = ByteMatrix(
        dimensions: dimensions, steps: HashedSections.numbers(Int8.self, parts[8]),
        scales: HashedSections.numbers(UInt32.self, parts[9]).map { Float(bitPattern: $0) }),
      idOffsets.count == kindOf.count + 1, hashes.count == kindOf.count, counts.count == kindOf.count
    else { return nil }
    self.init(dimensions: dimensions)
    self.matrix = matrix
    rows.reserveCapacity(matrix.count)
    held.reserveCapacity(kindOf.count)
    for place in kindOf.indices {
      let (start, end) = (Int(idOffsets[place]), Int(idOffsets[place + 1]))
      guard Int(kindOf[place]) < kinds.count, start <= end, end <= ids.count,
        Int(counts[place]) <= matrix.count - rows.count
      else { return nil }
      let owner = OwnerKey(
        kind: kinds[Int(kindOf[place])], id: String(decoding: ids[start..<end], as: UTF8.self))
      let first = rows.count
      for piece in 0..<Int(counts[place]) { rows.append(Row(owner: owner, piece: piece)) }
      let former = held.updateValue(Held(hash: hashes[place], rows: Array(first..<rows.count)), forKey: owner)
      guard former == nil else { return nil }
    }
    guard rows.count == matrix.count else { return nil }
  }
}

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
    // The rows move when one is removed, and of equal scores the first row is shown.
    let gone = (pieces?.owners ?? []).filter { hashes[$0] == nil }
      .sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
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
