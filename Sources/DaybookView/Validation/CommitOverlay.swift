import DaybookLog
import DaybookModel

/// What the mutations of one commit have done so far, before any of that is in the records, and their events.
struct CommitOverlay: Sendable {
  /// An entity that was touched.
  struct Item: Sendable {
    fileprivate let hash: Int
    /// Kind and id follow one another in `names`.
    fileprivate let start: Int
    fileprivate let kindCount: Int
    fileprivate let idCount: Int
    /// Nil: not touched.
    fileprivate(set) var isAlive: Bool?
    fileprivate(set) var lastOrder: Stamp
    /// Index plus 1 of its latest element of `writes`.
    fileprivate var lastWrite = 0

    var hasFields: Bool { lastWrite > 0 }
  }

  var bodies = EventBodies()
  /// How many events there are so far.
  var eventCount: Int { bodies.count }
  private(set) var lastStamp: Stamp?
  private var items: [Item] = []
  /// Objects of fields, within the bodies.
  private var writes: [(previous: Int, fields: ByteRange)] = []
  private var names: [UInt8] = []
  /// Open addressing: index plus 1 of an item, or 0.
  private var slots: [Int32] = []

  subscript(index: Int) -> Item { items[index] }

  /// What the commit has written so far to one of the fields; nil if nothing.
  func value(_ fields: [String], of item: Item) -> JSONValue? {
    var next = item.lastWrite
    while next > 0 {
      let object = object(writes[next - 1].fields)
      for field in fields { if let value = object[field] { return value } }
      next = writes[next - 1].previous
    }
    return nil
  }

  private func object(_ range: ByteRange) -> JSONObject {
    JSONParser.parse(accepted: bodies.bytes.span.extracting(range.start..<range.end)).object ?? [:]
  }

  /// Notes the event that was written last. `set`: its fields' text in the bodies.
  mutating func note(
    _ op: EventLine.Op, at place: Place, _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>,
    set: ByteRange?, _ times: PlannedTimes
  ) -> Place {
    let index = touch(place, kind, id, times.order)
    lastStamp = times.event.stamp
    if op == .delete { items[index].isAlive = false }
    if op == .upsert || op == .restore { items[index].isAlive = true }
    if HeldFields(times.event.over) == .hidden { items[index].lastWrite = 0 }
    if let set, set.count > 2 {
      writes.append((items[index].lastWrite, set))
      items[index].lastWrite = writes.count
    }
    return Place(hash: place.hash, index: index)
  }

  /// Writes an event of the commit once more, at another time.
  mutating func repeatEvent(_ index: Int, at stamp: Stamp, _ salt: Salt?) {
    bodies.appendAgain(index, at: stamp, salt)
    lastStamp = stamp
  }

  /// The entity's item, made if it is missing.
  private mutating func touch(
    _ place: Place, _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>, _ order: Stamp
  ) -> Int {
    if let found = place.index {
      items[found].lastOrder = max(items[found].lastOrder, order)
      return found
    }
    items.append(
      Item(
        hash: place.hash, start: names.count, kindCount: kind.count, idCount: id.count,
        lastOrder: order))
    names.append(contentsOf: kind)
    names.append(contentsOf: id)
    if items.count * 2 > slots.count { grow() } else { take(slotOf: items.count - 1) }
    return items.count - 1
  }

  func item(_ kind: String, _ id: String) -> Item? {
    var (kind, id) = (kind, id)
    return kind.withUTF8 { kind in id.withUTF8 { id in find(kind, id) } }.index.map { items[$0] }
  }

  /// The place where an entity's index is, or would be.
  struct Place: Sendable {
    fileprivate(set) var hash = 0
    fileprivate(set) var index: Int?
  }

  func find(_ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>) -> Place {
    let hash = Self.hash(kind, id)
    if items.isEmpty { return Place(hash: hash) }
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if items[index].hash == hash, isSame(items[index], kind, id) { return Place(hash: hash, index: index) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return Place(hash: hash)
  }

  private func isSame(
    _ item: Item, _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let middle = item.start + item.kindCount
    return item.kindCount == kind.count && item.idCount == id.count
      && names.withUnsafeBufferPointer {
        $0[item.start..<middle].elementsEqual(kind) && $0[middle..<middle + item.idCount].elementsEqual(id)
      }
  }

  private static func hash(_ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(id))
    hasher.combine(bytes: UnsafeRawBufferPointer(kind))
    return hasher.finalize()
  }

  private mutating func take(slotOf index: Int) {
    var slot = items[index].hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(index + 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: max(64, slots.count * 2))
    for index in items.indices { take(slotOf: index) }
  }
}
