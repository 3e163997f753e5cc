import DaybookLog
import DaybookModel

/// What the mutations of one commit have done so far, before any of it is in the records; and their events.
struct CommitOverlay {
  struct Pending {
    var set = JSONObject()
    /// Nil: not touched.
    var isAlive: Bool?
    var lastOrder: Stamp
  }

  /// An entity that was touched.
  struct Item {
    fileprivate let hash: Int
    /// Kind and id lie behind one another in `names`.
    fileprivate let start: Int
    fileprivate let kindCount: Int
    fileprivate let idCount: Int
    fileprivate(set) var isAlive: Bool?
    fileprivate(set) var lastOrder: Stamp
    /// Index plus 1 of the latest of `writes` that is its.
    fileprivate(set) var lastWrite = 0

    var hasFields: Bool { lastWrite > 0 }
  }

  private enum Fields {
    case object(JSONObject)
    /// The object's text within the events.
    case text(ByteRange)
  }

  var bodies = EventBodies()
  /// How many events there are so far.
  private(set) var eventCount = 0
  private(set) var lastStamp: Stamp?
  private var items: [Item] = []
  private var writes: [(previous: Int, fields: Fields)] = []
  private var names: [UInt8] = []
  /// Open addressing: index plus 1 of an item, or 0.
  private var slots = [Int32](repeating: 0, count: 64)

  subscript(kind: String, id: String) -> Pending? {
    var (kind, id) = (kind, id)
    return kind.withUTF8 { kind in id.withUTF8 { id in find(kind, id) } }.map { pending(items[$0]) }
  }

  subscript(index: Int) -> Item { items[index] }

  private func pending(_ item: Item) -> Pending {
    var layers: [JSONObject] = []
    var next = item.lastWrite
    while next > 0 {
      switch writes[next - 1].fields {
      case .object(let object): layers.append(object)
      case .text(let range):
        let span = bodies.bytes.span.extracting(range.start..<range.end)
        layers.append(JSONParser.parse(accepted: span).object ?? [:])
      }
      next = writes[next - 1].previous
    }
    var pending = Pending(isAlive: item.isAlive, lastOrder: item.lastOrder)
    for layer in layers.reversed() {
      for member in layer { pending.set[member.key] = member.value }
    }
    return pending
  }

  mutating func add(_ planned: PlannedMutation) {
    let mutation = planned.mutation
    let order = planned.order
    lastStamp = planned.stamp
    var (kind, id) = (mutation.kind, mutation.id)
    let index = kind.withUTF8 { kind in id.withUTF8 { id in touch(kind, id, order) } }
    if mutation.op == .delete { items[index].isAlive = false }
    if mutation.op == .upsert || mutation.op == .restore { items[index].isAlive = true }
    if HeldFields(planned.over) == .hidden { items[index].lastWrite = 0 }
    if let set = mutation.set, !set.isEmpty { note(.object(set), of: index) }
  }

  /// Notes an event that was written to `bodies` as it stands. `set`: its fields' text there.
  mutating func add(
    _ op: EventLine.Op, _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>,
    set: ByteRange?, _ stamp: Stamp
  ) {
    let index = touch(kind, id, stamp)
    lastStamp = stamp
    if op == .delete { items[index].isAlive = false }
    if op == .upsert { items[index].isAlive = true }
    if let set, set.count > 2 { note(.text(set), of: index) }
    bodies.end(stamp)
  }

  private mutating func note(_ fields: Fields, of index: Int) {
    writes.append((items[index].lastWrite, fields))
    items[index].lastWrite = writes.count
  }

  /// The entity's item, made if it is not there.
  private mutating func touch(
    _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>, _ order: Stamp
  ) -> Int {
    eventCount += 1
    if let found = find(kind, id) {
      items[found].lastOrder = max(items[found].lastOrder, order)
      return found
    }
    items.append(
      Item(
        hash: Self.hash(kind, id), start: names.count, kindCount: kind.count, idCount: id.count,
        lastOrder: order))
    names.append(contentsOf: kind)
    names.append(contentsOf: id)
    if items.count * 2 > slots.count { grow() } else { place(items.count - 1) }
    return items.count - 1
  }

  func find(_ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>) -> Int? {
    if items.isEmpty { return nil }
    let hash = Self.hash(kind, id)
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if items[index].hash == hash, isSame(items[index], kind, id) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isSame(
    _ item: Item, _ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let middle = item.start + item.kindCount
    return item.kindCount == kind.count && item.idCount == id.count
      && names[item.start..<middle].elementsEqual(kind)
      && names[middle..<middle + item.idCount].elementsEqual(id)
  }

  private static func hash(_ kind: UnsafeBufferPointer<UInt8>, _ id: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(id))
    hasher.combine(bytes: UnsafeRawBufferPointer(kind))
    return hasher.finalize()
  }

  private mutating func place(_ index: Int) {
    var slot = items[index].hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(index + 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for index in items.indices { place(index) }
  }
}
