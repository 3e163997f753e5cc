import DaybookSearch

/// The vectors of an embedder that the ledger holds, in memory: a row for each piece of a text.
struct HeldVectors: Sendable {
  typealias OwnerKey = EmbeddingSurvey.OwnerKey

  private(set) var matrix: VectorMatrix?
  /// Of each row of the matrix.
  private(set) var rows: [TextPiece] = []
  /// The owner of each piece with a row.
  private(set) var known: [String: OwnerKey] = [:]
  private var places: [String: Int] = [:]
  /// The ids of what has a row, by owner.
  private var ids: [OwnerKey: [String]] = [:]

  /// The owners with a piece.
  var ownerCount: Int { ids.count { !$0.value.isEmpty } }

  func hasRow(_ id: String) -> Bool { places[id] != nil }

  /// Brings the rows to what a survey found.
  mutating func take(_ survey: EmbeddingSurvey, _ vectors: [String: [Float]]) {
    if survey.isWhole { self = HeldVectors() }
    for (owner, pieces) in survey.wanted.sorted(by: { ($0.key.kind, $0.key.id) < ($1.key.kind, $1.key.id) }) {
      let wanted = Set(pieces.map(\.id))
      for id in ids[owner] ?? [] where !wanted.contains(id) { remove(id) }
      ids[owner] = pieces.map(\.id)
      for piece in pieces {
        if let place = places[piece.id] {
          rows[place] = piece
        } else if let vector = vectors[piece.id] {
          add(piece, owner, vector)
        }
      }
    }
  }

  private mutating func add(_ piece: TextPiece, _ owner: OwnerKey, _ vector: [Float]) {
    if matrix == nil { matrix = VectorMatrix(dimensions: vector.count) }
    places[piece.id] = rows.count
    known[piece.id] = owner
    rows.append(piece)
    matrix?.append(vector)
  }

  private mutating func remove(_ id: String) {
    known[id] = nil
    guard let place = places.removeValue(forKey: id) else { return }
    matrix?.remove(place)
    rows.swapAt(place, rows.count - 1)
    rows.removeLast()
    if place < rows.count { places[rows[place].id] = place }
  }
}
