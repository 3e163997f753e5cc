/// The words of a ledger's entities: an immutable segment, and the documents that were added since. Its answers depend
/// only on its documents, not on how it was built.
package struct TextIndex: Sendable {
  private(set) var base: TextSegment
  private(set) var isDead: [Bool]
  private(set) var deadCount = 0
  /// The documents added since; nil for one that was removed again.
  private(set) var tail: [TextDocument?] = []
  private var tailPlaces: [DocumentKey: Int] = [:]
  private var table: DocumentTable?
  /// Of the documents that are there.
  package private(set) var count: Int
  private(set) var totalLength: Int
  /// Whether anything changed since it was made or read.
  package private(set) var changeCount = 0

  struct DocumentKey: Hashable, Sendable {
    var kind: String
    // Compared by bytes, because strings with different bytes can be equal.
    var id: [UInt8]
  }

  package init(_ base: TextSegment = TextSegment()) {
    self.base = base
    isDead = [Bool](repeating: false, count: base.count)
    count = base.count
    totalLength = base.lengths.reduce(0) { $0 + Int($1) }
  }

  /// The number of places that documents have had; some documents were removed.
  var placeCount: Int { base.count + tail.count }

  func isThere(_ place: Int) -> Bool {
    place < base.count ? !isDead[place] : tail[place - base.count] != nil
  }

  package func kind(_ place: Int) -> String {
    place < base.count ? base.kind(place) : tail[place - base.count]?.kind ?? ""
  }

  package func id(_ place: Int) -> String {
    place < base.count ? base.id(place) : tail[place - base.count]?.id ?? ""
  }

  func length(_ place: Int) -> UInt32 {
    place < base.count ? base.lengths[place] : tail[place - base.count]?.length ?? 0
  }

  func hash(_ place: Int) -> UInt64 {
    place < base.count ? base.hashes[place] : tail[place - base.count]?.hash ?? 0
  }

  /// Each document that is there, with the hash of its texts.
  package func forEachDocument(_ body: (_ kind: String, _ id: String, _ hash: UInt64) -> Void) {
    for place in 0..<placeCount where isThere(place) { body(kind(place), id(place), hash(place)) }
  }

  /// The place of an entity's document.
  private mutating func place(_ key: DocumentKey) -> Int? {
    if let place = tailPlaces[key] { return base.count + place }
    return key.id.withUnsafeBufferPointer { basePlace(key.kind, $0) }
  }

  private mutating func basePlace(_ kind: String, _ id: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let number = base.kinds.firstIndex(where: { $0.utf8.elementsEqual(kind.utf8) }) else { return nil }
    let table = self.table ?? DocumentTable(base)
    self.table = table
    return table.place(UInt32(number), id, in: base).flatMap { isDead[$0] ? nil : $0 }
  }

  /// The place of the entity's document if its texts have this hash: then nothing needs to be done.
  package mutating func place(_ kind: String, _ id: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
    if !tailPlaces.isEmpty, let place = tailPlaces[DocumentKey(kind: kind, id: Array(id))] {
      return self.hash(base.count + place) == hash ? base.count + place : nil
    }
    return basePlace(kind, id).flatMap { base.hashes[$0] == hash ? $0 : nil }
  }

  /// Replaces the entity's document. Its place is valid until the index is packed.
  @discardableResult
  package mutating func set(_ document: TextDocument) -> Int {
    let key = DocumentKey(kind: document.kind, id: Array(document.id.utf8))
    if let old = place(key) { remove(at: old, key) }
    tailPlaces[key] = tail.count
    tail.append(document)
    count += 1
    totalLength += Int(document.length)
    changeCount += 1
    return placeCount - 1
  }

  /// Forgets an entity, if it is there.
  package mutating func remove(_ kind: String, _ id: String) {
    let key = DocumentKey(kind: kind, id: Array(id.utf8))
    if let place = place(key) { remove(at: place, key) }
  }

  private mutating func remove(at place: Int, _ key: DocumentKey) {
    count -= 1
    totalLength -= Int(length(place))
    changeCount += 1
    if place < base.count {
      isDead[place] = true
      deadCount += 1
    } else {
      tail[place - base.count] = nil
      tailPlaces[key] = nil
    }
  }

  /// Forgets all documents but those at these places.
  package mutating func keep(only places: [Bool]) {
    for place in 0..<placeCount where isThere(place) && !(place < places.count && places[place]) {
      remove(at: place, DocumentKey(kind: kind(place), id: Array(id(place).utf8)))
    }
  }

  /// Whether packing is due, because many documents were added or removed.
  package var isLoose: Bool { tail.count + deadCount > max(512, base.count / 4) }

  /// One segment of everything that is there. O(everything).
  package func packed() -> TextSegment {
    if tail.isEmpty, deadCount == 0 { return base }
    var builder = TextSegmentBuilder()
    builder.add(base, without: isDead)
    for case let document? in tail { builder.add(document) }
    return builder.finish()
  }

  /// Makes one segment of it. O(everything).
  package mutating func pack() {
    guard !tail.isEmpty || deadCount > 0 else { return }
    let changes = changeCount
    self = TextIndex(packed())
    changeCount = changes
  }
}
