// What sources and somebody here wrote about the entities that both have written. The log keeps a source's last value;
// the records do not, once somebody here has overwritten it.

import DaybookLog
import DaybookModel
import DaybookRecords

struct SourceHistory {
  /// One event's write of an entity's fields.
  struct Write {
    var stamp: Stamp
    /// The stamp that decides.
    var order: Stamp
    var author: Author
    /// Hashes of the values' canonical text, which take little memory.
    var values: [String: Hash256]
    /// The fields whose values in this write are erased.
    var erased: [String] = []

    func value(_ names: [String]) -> Hash256? { names.lazy.compactMap { values[$0] }.first }

    func wrote(_ names: [String]) -> Bool { value(names) != nil || names.contains { erased.contains($0) } }
  }

  enum Author: Equatable {
    case somebody
    /// A source, by its id; nil if the event does not name it, as in earlier versions: it may be any.
    case source(String?)
  }

  /// A source's value of a field, and since when it had it.
  struct Base {
    var value: Hash256
    var said: Stamp
    /// The field's value when a further source first wrote the entity without this field: that source may have had the
    /// same value.
    var read: Hash256?
    /// Whether its value is erased; then `value` means nothing.
    var isErased = false

    func holds(_ hash: Hash256) -> Bool { hash == value || hash == read }
  }

  /// How many touches the records had.
  let touchCount: Int
  private var entities: [EntityIndex: [Write]] = [:]

  init(touchCount: Int) { self.touchCount = touchCount }

  mutating func add(_ write: Write, of entity: EntityIndex) { entities[entity, default: []].append(write) }

  /// Adds the sources' writes about `former` to the entity that took over its key: its sources now refer to that
  /// entity.
  mutating func inherit(_ entity: EntityIndex, from former: EntityIndex) {
    let said = (entities[former] ?? []).filter { $0.author != .somebody }
    if !said.isEmpty { entities[entity, default: []] += said }
  }

  mutating func sort() {
    for entity in entities.keys { entities[entity]?.sort { $0.order < $1.order } }
  }

  /// Whether a write to an entity is a local one, and not a source's.
  func isLocal(_ stamp: Stamp, of entity: EntityIndex) -> Bool {
    entities[entity]?.contains { $0.stamp == stamp && $0.author == .somebody } ?? false
  }

  /// A source's last value for a field: the one that it wrote. Otherwise the value that another source had written
  /// before this one first wrote the entity, which it then repeated without a write; otherwise the field's value at
  /// that time. For a source that never wrote the entity, such as a file under a new name, the last value of any
  /// source. Nil if there is none.
  ///
  /// - Parameter end: only writes before it count.
  func base(
    _ names: [String], of entity: EntityIndex, unwritten: Hash256, by source: String?,
    before end: Stamp? = nil
  ) -> Base? {
    guard let writes = entities[entity] else { return nil }
    let all = writes.indices.filter { index in
      writes[index].author != .somebody && end.map { writes[index].order < $0 } ?? true
    }
    var own = all.filter { writes[$0].author == .source(nil) || writes[$0].author == .source(source) }
    if own.isEmpty { own = all }
    guard let first = own.first else { return nil }
    if let last = own.last(where: { writes[$0].wrote(names) }) {
      guard let value = writes[last].value(names) else {
        return Base(value: unwritten, said: writes[last].order, isErased: true)
      }
      return Base(value: value, said: writes[last].order)
    }
    let before = writes[..<first].filter { $0.value(names) != nil }
    let read = before.last?.value(names) ?? unwritten
    guard let said = before.last(where: { $0.author != .somebody })?.value(names), said != read else {
      return Base(value: read, said: writes[first].order)
    }
    return Base(value: said, said: writes[first].order, read: read)
  }
}

/// Which entities a source and somebody here both wrote.
struct SharedEntities {
  private var marks: [UInt8]
  private static let (bySource, byHand): (UInt8, UInt8) = (1, 2)

  init(entityCount: Int) { marks = Array(repeating: 0, count: entityCount) }

  var isEmpty: Bool { !marks.contains(Self.bySource | Self.byHand) }

  func contains(_ entity: EntityIndex) -> Bool {
    Int(entity.rawValue) < marks.count && marks[Int(entity.rawValue)] == Self.bySource | Self.byHand
  }

  mutating func note(_ author: SourceHistory.Author, _ entity: EntityIndex) {
    guard Int(entity.rawValue) < marks.count else { return }
    marks[Int(entity.rawValue)] |= author == .somebody ? Self.byHand : Self.bySource
  }

  /// Both count as written by the authors of either.
  mutating func join(_ one: EntityIndex, _ other: EntityIndex) {
    guard Int(max(one.rawValue, other.rawValue)) < marks.count else { return }
    let both = marks[Int(one.rawValue)] | marks[Int(other.rawValue)]
    (marks[Int(one.rawValue)], marks[Int(other.rawValue)]) = (both, both)
  }
}

extension Ledger {
  /// Reads the log twice: O(size of the log), in memory O(entities), plus what was written of those that a source and
  /// somebody here both wrote.
  func sourceHistory() throws -> SourceHistory {
    var shared = SharedEntities(entityCount: loaded.records.entityCount)
    try forEachFieldWrite { _, line, bytes in
      guard let entity = loaded.records.entity(line.kind.text(bytes), line.id.text(bytes)) else { return }
      shared.note(line.author(bytes), entity)
    }
    let heirs = loaded.heirs()
    for (former, heir) in heirs { shared.join(former, heir) }
    var history = SourceHistory(touchCount: loaded.records.touchCount)
    if shared.isEmpty { return history }
    try forEachFieldWrite { held, line, bytes in
      guard let entity = loaded.records.entity(line.kind.text(bytes), line.id.text(bytes)),
        shared.contains(entity)
      else { return }
      var write = SourceHistory.Write(
        stamp: line.stamp, order: line.order, author: line.author(bytes), values: [:])
      if let set = line.set {
        for member in JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:] {
          write.values[member.key] = member.value.contentHash
        }
      }
      if line.isStub { write.erased = held.entry.event.erasedFields }
      history.add(write, of: entity)
    }
    for (former, heir) in heirs { history.inherit(heir, from: former) }
    history.sort()
    return history
  }

  /// Every event that writes fields for this side, even if they are erased.
  private func forEachFieldWrite(
    _ body: (HeldEvent, EventLine, Span<UInt8>) throws -> Void
  ) throws {
    try forEachFrame { frame in
      try frame.forEach(where: {
        ($0.events[$1].line.set != nil || $0.events[$1].line.isStub) && $0.events[$1].line.server == nil
      }) {
        held in
        let line = held.content.events[held.event].line
        let content = held.content
        let range = content.leaves[content.events[held.event].leaf].range
        let bytes = content.bytes.span.extracting(range.start..<range.end)
        try body(held, line, bytes)
      }
    }
  }
}

extension LedgerState {
  /// Deleted entities that turned out to be others which have their key now, as a merge hands it over. O(deleted
  /// entities).
  fileprivate func heirs() -> [(former: EntityIndex, heir: EntityIndex)] {
    var found: [(EntityIndex, EntityIndex)] = []
    records.forEachDeleted { former in
      let kind = records.name(of: records.kind(of: former))
      guard schemas[kind]?.successor != nil, let key = schemas[kind]?.key?.field,
        let entity = entity(kind, id: records.id(of: former)), let value = entity.values[key], !value.isNull,
        let successor = successor(of: entity, kind)?.entity, successor.values[key] == value,
        let heir = records.entity(kind, successor.id)
      else { return }
      found.append((former, heir))
    }
    return found
  }
}

extension EventLine {
  /// Who the event's values come from. Before imports named the source that they repeat, all of their events were
  /// `sync` without `was`; a local value that an import writes again has `was`.
  fileprivate func author(_ bytes: Span<UInt8>) -> SourceHistory.Author {
    guard op == .sync else { return .somebody }
    if hasOther, let source = other(bytes)[Mutation.sourceKey]?.string { return .source(source) }
    return was == nil ? .source(nil) : .somebody
  }
}

extension JSONValue {
  var contentHash: Hash256 { Hash256.of(canonicalBytes.span) }
}
