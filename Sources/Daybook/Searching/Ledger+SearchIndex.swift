import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookSearch
import DaybookView

// An index is built, or updated after many writes, in parts: the actor copies the texts of some entities, and their
// words are found outside the actor. What is written meanwhile is added at the end.

extension Ledger {
  /// How many entities are processed on the actor at a time.
  private static let indexPartCount = 200
  /// How often later changes are processed outside the actor.
  private static let indexRoundsMax = 8

  private enum IndexStep {
    case ready(TextIndex)
    case underWay
    case work(LiveTextIndex, IndexWork)
  }

  /// An index that shows the ledger as of the moment when this returns.
  nonisolated func textIndex(_ key: Searching.Key) async throws -> TextIndex {
    while true {
      switch try await beginIndex(key) {
      case .ready(let index): return index
      case .underWay: await waitForIndex(key)
      case .work(let live, let work):
        do {
          return try await bringUpToDate(live, key, work)
        } catch {
          // It is incomplete: the next search builds it anew.
          await endIndex(key, nil)
          throw error
        }
      }
    }
  }

  private func beginIndex(_ key: Searching.Key) throws -> IndexStep {
    try requireFresh()
    if searching.underWay[key] != nil { return .underWay }
    // A value of its own while the ledger is read.
    var live = searching.indexes.removeValue(forKey: key) ?? key.empty
    let entities = live.entitiesToLookAt(view, loaded.records, loaded.token)
    if let entities, entities.count <= Self.indexPartCount, !live.isLoose {
      live.bringUpToDate(entities, view, loaded.records, loaded.token)
      searching.indexes[key] = live
      return .ready(live.index)
    }
    searching.underWay[key] = []
    return .work(live, indexWork(key, entities))
  }

  private func waitForIndex(_ key: Searching.Key) async {
    await withCheckedContinuation { continuation in
      guard searching.underWay[key] != nil else { return continuation.resume() }
      searching.underWay[key]?.append(continuation)
    }
  }

  private func endIndex(_ key: Searching.Key, _ live: LiveTextIndex?) {
    searching.indexes[key] = live
    for waiting in searching.underWay.removeValue(forKey: key) ?? [] { waiting.resume() }
  }

  /// - Parameter entities: nil for all.
  private func indexWork(_ key: Searching.Key, _ entities: Set<EntityIndex>?) -> IndexWork {
    if let session { loaded.noteOwn(session) }
    var work = IndexWork(
      token: loaded.token, touchCount: loaded.records.touchCount,
      forgottenCount: view.forgottenCount(in: loaded.records), entities: [], isAll: entities == nil,
      cache: key.reveals ? nil : textCache().map { textIndexCache(in: $0, key) },
      state: TextIndexState(
        schema: schemas.fingerprint.description, held: loaded.heldText, of: key.words))
    if let entities {
      // In an order that does not depend on their arrival.
      work.entities = entities.sorted { $0.rawValue < $1.rawValue }
    } else {
      for kind in loaded.records.kindIDs {
        guard key.kinds?.contains(loaded.records.name(of: kind)) ?? true else { continue }
        work.entities += loaded.records.entities(of: kind)
      }
    }
    return work
  }

  private enum IndexEnd {
    case done(TextIndex, ReadingToken, TextIndexCache?, TextIndexState)
    case more(IndexWork)
  }

  private nonisolated func bringUpToDate(
    _ begun: LiveTextIndex, _ key: Searching.Key, _ begin: IndexWork
  ) async throws -> TextIndex {
    var (live, work) = (begun, begin)
    var isMade = begun.isNew
    if begun.isNew, let kept = work.cache?.read(work.state) {
      isMade = false
      live.take(kept.segment)
      if kept.isPresent { (work.entities, work.isAll) = ([], false) }
    }
    var round = 0
    while true {
      round += 1
      let isWhole =
        isMade && live.isNew ? try await make(&live, key, work) : try await look(at: work, &live, key)
      if isWhole { live.follow(work) }
      if live.isLoose { live.pack() }
      switch try await finishIndex(key, live, isLast: round >= Self.indexRoundsMax) {
      case .more(let next): work = next
      case .done(let index, let token, let cache, let state):
        let changed = isMade ? index.count : index.changeCount
        if begun.isNew, let made = cache?.make(index, state, changed: changed) { await keep(made, token) }
        return index
      }
    }
  }

  /// Adds what came since the work began, or returns what remains to be done outside the actor.
  private func finishIndex(
    _ key: Searching.Key, _ index: LiveTextIndex, isLast: Bool
  ) throws -> IndexEnd {
    try requireFresh()
    var live = index
    let entities = live.entitiesToLookAt(view, loaded.records, loaded.token)
    // If other writers are always faster than this, they must wait this once.
    guard isLast || entities.map({ $0.count <= Self.indexPartCount }) ?? false else {
      return .more(indexWork(key, entities))
    }
    if entities == nil { live.build(view, loaded.records) }
    live.bringUpToDate(entities ?? [], view, loaded.records, loaded.token)
    let work = indexWork(key, [])
    endIndex(key, live)
    return .done(live.index, work.token, work.cache, work.state)
  }

  /// Keeps an index for other processes, unless something was erased since it was made: then its words are not kept.
  private func keep(_ made: TextIndexCache.Made, _ token: ReadingToken) {
    if loaded.token === token, !loaded.erasing.hasMoved { made.put() } else { made.drop() }
  }

  /// Builds an index from scratch. False where the records were read anew meanwhile.
  private nonisolated func make(
    _ live: inout LiveTextIndex, _ key: Searching.Key, _ work: IndexWork
  ) async throws -> Bool {
    var builder = TextSegmentBuilder(key.words)
    for part in work.parts(of: Self.indexPartCount) {
      guard let texts = try await texts(of: part, key, work.token) else { return false }
      for document in texts.documents {
        guard let hash = texts.hash(of: document) else { continue }
        texts.forEachText(of: document) { builder.add($0, isTitle: $1) }
        builder.end(document.kind, document.id, hash: hash)
      }
    }
    live.take(builder.finish())
    return true
  }

  /// Checks entities, and reads those whose texts changed. False where the records were read anew meanwhile.
  private nonisolated func look(
    at work: IndexWork, _ live: inout LiveTextIndex, _ key: Searching.Key
  ) async throws -> Bool {
    var gatherer = TextGatherer(key.words)
    var isThere: [Bool] = []
    func note(_ place: Int) {
      while isThere.count <= place { isThere.append(false) }
      isThere[place] = true
    }
    for part in work.parts(of: Self.indexPartCount) {
      guard let hashes = try await hashes(of: part, key, work.token) else { return false }
      var changed: [EntityIndex] = []
      for found in hashes {
        guard let hash = found.hash else {
          live.remove(found.kind, found.id)
          continue
        }
        if let place = live.place(found.kind, found.id, hash: hash) {
          note(place)
        } else {
          changed.append(found.entity)
        }
      }
      if changed.isEmpty { continue }
      guard let texts = try await texts(of: changed[...], key, work.token) else { return false }
      for document in texts.documents {
        if let place = live.set(texts, document, &gatherer) { note(place) }
      }
    }
    if work.isAll { live.keep(only: isThere) }
    return true
  }

  private struct HashedTexts: Sendable {
    var entity: EntityIndex
    var kind: String
    var id: String
    /// Nil if the entity does not show, or has no texts.
    var hash: UInt64?
  }

  /// Nil if the records have been replaced.
  private func hashes(
    of entities: ArraySlice<EntityIndex>, _ key: Searching.Key, _ token: ReadingToken
  ) throws -> [HashedTexts]? {
    try requireFresh()
    guard loaded.token === token else { return nil }
    return Self.withReader(view, loaded.records) { reader, records in
      entities.compactMap { entity in
        let kind = records.pointee.name(of: records.pointee.kind(of: entity))
        guard key.kinds?.contains(kind) ?? true else { return nil }
        return HashedTexts(
          entity: entity, kind: kind, id: records.pointee.id(of: entity),
          hash: view.isShown(entity, in: records.pointee)
            ? reader.hash(of: entity, reveals: key.reveals) : nil)
      }
    }
  }

  /// Nil if the records have been replaced.
  private func texts(
    of entities: ArraySlice<EntityIndex>, _ key: Searching.Key, _ token: ReadingToken
  ) throws -> GatheredTexts? {
    try requireFresh()
    guard loaded.token === token else { return nil }
    return Self.withReader(view, loaded.records) { reader, records in
      var texts = GatheredTexts()
      for entity in entities {
        if view.isShown(entity, in: records.pointee) {
          reader.forEachText(of: entity) { field, text in
            guard key.reveals || !field.isHidden, !text.isEmpty else { return }
            texts.add(text, isTitle: field.isTitle)
          }
        }
        texts.end(records.pointee.name(of: records.pointee.kind(of: entity)), records.pointee.id(of: entity))
      }
      return texts
    }
  }

  static func withReader<Result>(
    _ view: View, _ records: borrowing Records, _ body: (TextReader, UnsafePointer<Records>) throws -> Result
  ) rethrows -> Result {
    try withUnsafePointer(to: records) { try body(TextReader(view, $0), $0) }
  }
}

extension IndexWork {
  fileprivate func parts(of count: Int) -> some Sequence<ArraySlice<EntityIndex>> {
    stride(from: 0, to: entities.count, by: count).lazy.map {
      entities[$0..<Swift.min($0 + count, entities.count)]
    }
  }
}
