import DaybookRecords
import DaybookSearch
import DaybookView

/// An index of the texts of all existing entities, and how far it follows the records.
struct LiveTextIndex: Sendable {
  let reveals: Bool
  /// Whether it holds words or their stems.
  let words: TextWords
  /// The only kinds that it holds; nil: all.
  let kinds: Set<String>?
  private(set) var index = TextIndex()
  /// The reading whose records it followed; nil while it followed none.
  private var token: ReadingToken?
  private var touchCount = 0
  private var forgottenCount = 0
  /// Whether it asked for every entity's presence: only then does it learn of changes that follow from other entities.
  private var knowsPresence = false

  init(reveals: Bool, words: TextWords = .exact, kinds: Set<String>? = nil) {
    (self.reveals, self.words, self.kinds) = (reveals, words, kinds)
  }

  /// Whether it has not followed any records yet.
  var isNew: Bool { token == nil }

  /// Builds the index from scratch.
  mutating func build(_ view: View, _ records: borrowing Records) {
    let (reveals, words, kinds) = (reveals, words, kinds)
    index = withUnsafePointer(to: records) { records in
      let reader = TextReader(view, records)
      var builder = TextSegmentBuilder(words)
      for kind in records.pointee.kindIDs {
        let name = records.pointee.name(of: kind)
        guard kinds?.contains(name) ?? true else { continue }
        for entity in records.pointee.entities(of: kind) where view.isShown(entity, in: records.pointee) {
          guard let hash = reader.hash(of: entity, reveals: reveals) else { continue }
          reader.forEachText(of: entity) { field, text in
            if reveals || !field.isHidden { builder.add(text, isTitle: field.isTitle) }
          }
          builder.end(name, records.pointee.id(of: entity), hash: hash)
        }
      }
      return TextIndex(builder.finish())
    }
    knowsPresence = true
  }

  /// The entities to check before it shows the present records; none if it does already. Nil if it may be any of them.
  func entitiesToLookAt(
    _ view: View, _ records: borrowing Records, _ token: ReadingToken
  ) -> Set<EntityIndex>? {
    guard self.token === token else { return nil }
    let isSame = touchCount == records.touchCount && forgottenCount == view.forgottenCount(in: records)
    if isSame { return [] }
    guard knowsPresence, let touches = records.touches(since: touchCount),
      let others = view.forgotten(since: forgottenCount, in: records)
    else { return nil }
    return Set(touches.map(\.entity)).union(others)
  }

  /// Updates it to the present records, from entities that may have changed since.
  mutating func bringUpToDate(
    _ entities: Set<EntityIndex>, _ view: View, _ records: borrowing Records, _ token: ReadingToken
  ) {
    if !entities.isEmpty { update(entities, view, records) }
    (self.token, touchCount, forgottenCount) = (token, records.touchCount, view.forgottenCount(in: records))
  }

  /// Follows the records from the beginning of `work`.
  mutating func follow(_ work: IndexWork) {
    (token, touchCount, forgottenCount) = (work.token, work.touchCount, work.forgottenCount)
    if work.isAll { knowsPresence = true }
  }

  /// Whether packing is due. Packing is O(everything), so it is done outside the ledger's actor.
  var isLoose: Bool { index.isLoose }

  /// Replaces its contents by a segment.
  mutating func take(_ segment: TextSegment) { index = TextIndex(segment) }

  /// The place of a document whose texts have this hash, where it is held.
  mutating func place(_ kind: String, _ id: String, hash: UInt64) -> Int? {
    var id = id
    return id.withUTF8 { index.place(kind, $0, hash: hash) }
  }

  /// Adds a document, or removes it if no word of it is left; returns its place.
  mutating func set(
    _ texts: GatheredTexts, _ document: GatheredTexts.Document, _ gatherer: inout TextGatherer
  )
    -> Int?
  {
    texts.forEachText(of: document) { gatherer.add($0, isTitle: $1) }
    if let hash = texts.hash(of: document),
      let made = gatherer.document(document.kind, document.id, hash: hash)
    {
      return index.set(made)
    }
    index.remove(document.kind, document.id)
    return nil
  }

  /// Removes an entity.
  mutating func remove(_ kind: String, _ id: String) { index.remove(kind, id) }

  /// Removes all documents except those at these places.
  mutating func keep(only places: [Bool]) { index.keep(only: places) }

  mutating func pack() { index.pack() }

  private mutating func update(_ entities: Set<EntityIndex>, _ view: View, _ records: borrowing Records) {
    let (reveals, words, kinds) = (reveals, words, kinds)
    var index = index
    self.index = TextIndex()
    withUnsafePointer(to: records) { records in
      let reader = TextReader(view, records)
      var gatherer = TextGatherer(words)
      // In an order that does not depend on their arrival.
      for entity in entities.sorted(by: { $0.rawValue < $1.rawValue }) {
        let kind = records.pointee.name(of: records.pointee.kind(of: entity))
        guard kinds?.contains(kind) ?? true else { continue }
        Self.update(&index, entity, of: kind, view, records, reader, &gatherer, reveals: reveals)
      }
    }
    self.index = index
  }

  /// An entity with unchanged texts is skipped.
  private static func update(
    _ index: inout TextIndex, _ entity: EntityIndex, of kind: String, _ view: View,
    _ records: UnsafePointer<Records>, _ reader: TextReader, _ gatherer: inout TextGatherer, reveals: Bool
  ) {
    if view.isShown(entity, in: records.pointee), let hash = reader.hash(of: entity, reveals: reveals) {
      let held = records.pointee.withID(of: entity) { id in
        id.withUnsafeBufferPointer { index.place(kind, $0, hash: hash) }
      }
      if held != nil { return }
      reader.forEachText(of: entity) { field, text in
        if reveals || !field.isHidden { gatherer.add(text, isTitle: field.isTitle) }
      }
      if let document = gatherer.document(kind, records.pointee.id(of: entity), hash: hash) {
        index.set(document)
        return
      }
    }
    index.remove(kind, records.pointee.id(of: entity))
  }
}
