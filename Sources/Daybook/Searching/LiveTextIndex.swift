import DaybookModel
import DaybookRecords
import DaybookSearch
import DaybookView

/// The indexes that an open ledger keeps.
struct Searching {
  /// Of what everybody may see who holds the ledger without asking for more; this one alone is ever written to a file.
  var shown = LiveTextIndex(reveals: false)
  /// Of hidden fields too.
  var revealed = LiveTextIndex(reveals: true)
  /// For questions: of the kinds that were asked about.
  var asked: [Asked: LiveTextIndex] = [:]

  struct Asked: Hashable {
    var kinds: [String]?
    var reveals: Bool
  }
}

/// An index of the texts of all entities that are there, and how far it follows the records.
struct LiveTextIndex {
  let reveals: Bool
  /// What of the words it holds.
  let words: TextWords
  /// The only kinds that it holds; nil: all.
  let kinds: Set<String>?
  private(set) var index = TextIndex()
  /// Of the records that it followed; nil while it followed none.
  private var token: ReadingToken?
  private var touchCount = 0
  private var forgottenCount = 0
  /// Whether it asked for every entity's presence: only then is it told of what follows from others.
  private var knowsPresence = false

  init(reveals: Bool, words: TextWords = .exact, kinds: Set<String>? = nil) {
    (self.reveals, self.words, self.kinds) = (reveals, words, kinds)
  }

  /// Another one of the same, of nothing.
  var emptied: LiveTextIndex { LiveTextIndex(reveals: reveals, words: words, kinds: kinds) }

  /// From nothing.
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

  /// Brings it up to the records: by what was touched, where that is known; else by looking at every entity, and
  /// reading those whose texts changed.
  mutating func bringUpToDate(
    _ view: View, _ records: borrowing Records, _ token: ReadingToken, _ cache: TextIndexCache?,
    state: @autoclosure () -> TextIndexState
  ) {
    let forgotten = view.forgottenCount(in: records)
    defer { (self.token, touchCount, forgottenCount) = (token, records.touchCount, forgotten) }
    if self.token === token, touchCount == records.touchCount, forgottenCount == forgotten { return }
    if self.token === token, knowsPresence, let touches = records.touches(since: touchCount),
      let others = view.forgotten(since: forgottenCount, in: records)
    {
      update(Set(touches.map(\.entity)).union(others), view, records)
      if index.isLoose { index.pack() }
      return
    }
    guard self.token == nil, let cache else {
      if self.token == nil { build(view, records) } else { compare(view, records) }
      return
    }
    let state = state()
    guard let kept = cache.read(state) else {
      build(view, records)
      cache.write(index, state, changed: index.count)
      return
    }
    index = TextIndex(kept.segment)
    guard !kept.isPresent else { return }
    compare(view, records)
    cache.write(index, state, changed: index.changeCount)
  }

  private mutating func update(_ entities: Set<EntityIndex>, _ view: View, _ records: borrowing Records) {
    let (reveals, words, kinds) = (reveals, words, kinds)
    var index = index
    self.index = TextIndex()
    withUnsafePointer(to: records) { records in
      let reader = TextReader(view, records)
      var gatherer = TextGatherer(words)
      // In an order that does not depend on how they came.
      for entity in entities.sorted(by: { $0.rawValue < $1.rawValue }) {
        let kind = records.pointee.name(of: records.pointee.kind(of: entity))
        guard kinds?.contains(kind) ?? true else { continue }
        Self.update(&index, entity, of: kind, view, records, reader, &gatherer, reveals: reveals)
      }
    }
    self.index = index
  }

  /// The place of the entity's document; nil where it has none. Of one whose texts are as they were nothing is made.
  @discardableResult
  private static func update(
    _ index: inout TextIndex, _ entity: EntityIndex, of kind: String, _ view: View,
    _ records: UnsafePointer<Records>, _ reader: TextReader, _ gatherer: inout TextGatherer, reveals: Bool
  ) -> Int? {
    if view.isShown(entity, in: records.pointee), let hash = reader.hash(of: entity, reveals: reveals) {
      let held = records.pointee.withID(of: entity) { id in
        id.withUnsafeBufferPointer { index.place(kind, $0, hash: hash) }
      }
      if let held { return held }
      reader.forEachText(of: entity) { field, text in
        if reveals || !field.isHidden { gatherer.add(text, isTitle: field.isTitle) }
      }
      if let document = gatherer.document(kind, records.pointee.id(of: entity), hash: hash) {
        return index.set(document)
      }
    }
    index.remove(kind, records.pointee.id(of: entity))
    return nil
  }

  /// Looks at every entity.
  private mutating func compare(_ view: View, _ records: borrowing Records) {
    let (reveals, words, kinds) = (reveals, words, kinds)
    var index = index
    self.index = TextIndex()
    withUnsafePointer(to: records) { records in
      let reader = TextReader(view, records)
      var gatherer = TextGatherer(words)
      var isThere: [Bool] = []
      for kind in records.pointee.kindIDs {
        let name = records.pointee.name(of: kind)
        guard kinds?.contains(name) ?? true else { continue }
        for entity in records.pointee.entities(of: kind) {
          guard
            let place = Self.update(
              &index, entity, of: name, view, records, reader, &gatherer, reveals: reveals)
          else { continue }
          while isThere.count <= place { isThere.append(false) }
          isThere[place] = true
        }
      }
      index.keep(only: isThere)
    }
    if index.isLoose { index.pack() }
    self.index = index
    knowsPresence = true
  }
}
