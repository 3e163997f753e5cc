import Daybook

/// Compares the required and the existing embeddings of one embedder, for all owners or for some.
struct EmbeddingSurvey: Sendable {
  struct OwnerKey: Hashable, Sendable {
    var kind: String
    var id: String
  }

  /// Of each owner that was looked at; no pieces where it is gone or has no text.
  var wanted: [OwnerKey: [TextPiece]] = [:]
  /// The ids of embeddings that are there, of these owners, and which piece each says it is.
  var stored: [String: Int] = [:]
  /// Those that this program made from texts that have changed since.
  var stale: [String] = []
  var mark: TouchMark
  /// Whether all owners were looked at.
  var isWhole: Bool

  /// - Parameter since: nil for everything.
  init(
    _ state: borrowing LedgerState, since mark: TouchMark?, known: [String: OwnerKey], embedder: String,
    _ chunker: TextChunker
  ) {
    self.mark = state.touchMark
    let touched = mark.flatMap { state.touched(since: $0) }
    isWhole = touched == nil
    if let touched {
      readTouched(state, touched, known, embedder, chunker)
    } else {
      readAll(state, embedder, chunker)
    }
    let ids = Set(wanted.values.joined().map(\.id))
    stale = stored.keys.filter { !ids.contains($0) }.sorted()
  }

  private mutating func readAll(
    _ state: borrowing LedgerState, _ embedder: String, _ chunker: TextChunker
  ) {
    for kind in [Note.kind, MeetingRecord.kind] {
      state.forEach(kind) { read($0, embedder, chunker) }
    }
    state.forEach(EmbeddingRecord.kind) { note($0, embedder) }
  }

  private mutating func readTouched(
    _ state: borrowing LedgerState, _ touched: [String: Set<String>], _ known: [String: OwnerKey],
    _ embedder: String, _ chunker: TextChunker
  ) {
    var owners: Set<OwnerKey> = []
    for kind in [Note.kind, MeetingRecord.kind] {
      for id in touched[kind] ?? [] { owners.insert(OwnerKey(kind: kind, id: id)) }
    }
    // Its notes come and go with a meeting.
    for id in touched[MeetingRecord.kind] ?? [] {
      let notes = state.read(MeetingRecord.kind, id, includesGone: true) { meeting in
        meeting.storedReferrers(of: "meetingRecord", kind: Note.kind)
      }
      for note in notes ?? [] { owners.insert(OwnerKey(kind: Note.kind, id: note)) }
    }
    for id in touched[EmbeddingRecord.kind] ?? [] {
      if let owner = known[id] { owners.insert(owner) }
      _ = state.read(EmbeddingRecord.kind, id) { record in
        if let owner = Self.owner(of: record) { owners.insert(owner) }
      }
    }
    for owner in owners {
      wanted[owner] = []
      _ = state.read(owner.kind, owner.id) { read($0, embedder, chunker) }
      _ = state.read(owner.kind, owner.id) { owner in
        owner.map("embeddings") { note($0, embedder) }
      }
    }
  }

  private mutating func read(
    _ reader: borrowing EntityReader, _ embedder: String, _ chunker: TextChunker
  ) {
    let owner = EmbeddingRecord.Owner(kind: reader.kind, id: reader.id)
    wanted[OwnerKey(kind: reader.kind, id: reader.id)] = TextPiece.pieces(
      of: owner, title: reader.value("title").string ?? "", body: EmbeddingRecord.Owner.body(of: reader),
      embedder: embedder, chunker)
  }

  /// Embeddings of other programs have no hash, and are left alone.
  private mutating func note(_ record: borrowing EntityReader, _ embedder: String) {
    guard record.value("embedder").string == embedder, record.value("sourceHash").string != nil else {
      return
    }
    stored[record.id] = record.value("chunkIndex").int.map { Int($0) } ?? -1
  }

  private static func owner(of record: borrowing EntityReader) -> OwnerKey? {
    if let id = record.value("note").string { return OwnerKey(kind: Note.kind, id: id) }
    return record.value("meetingRecord").string.map { OwnerKey(kind: MeetingRecord.kind, id: $0) }
  }
}
