// What sources said, and what was written here, of the entities of which both wrote. The log keeps what a source said
// last; the records alone do not, once somebody here has written over it.

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
    /// The fields of which what it wrote is erased.
    var erased: [String] = []

    func value(_ names: [String]) -> Hash256? { names.lazy.compactMap { values[$0] }.first }

    func wrote(_ names: [String]) -> Bool { value(names) != nil || names.contains { erased.contains($0) } }
  }

  enum Author: Equatable {
    case somebody
    /// By its id; nil where the event does not say which, as before imports said so: it may be any.
    case source(String?)
  }

  /// What a source had said of a field, and since when.
  struct Base {
    var value: Hash256
    var said: Stamp
    /// How the field read when a further source first spoke of the entity, without a word of this field: it may have
    /// said that as well.
    var read: Hash256?
    /// Whether what it had said is erased; `value` says nothing then.
    var isErased = false

    func holds(_ hash: Hash256) -> Bool { hash == value || hash == read }
  }

  /// How many touches the records had.
  let touchCount: Int
  private var entities: [EntityIndex: [Write]] = [:]

  init(touchCount: Int) { self.touchCount = touchCount }

  mutating func add(_ write: Write, of entity: EntityIndex) { entities[entity, default: []].append(write) }

  /// Adds what sources said of `former` to an entity that took its key over: its sources speak of that entity now.
  mutating func inherit(_ entity: EntityIndex, from former: EntityIndex) {
    let said = (entities[former] ?? []).filter { $0.author != .somebody }
    if !said.isEmpty { entities[entity, default: []] += said }
  }

  mutating func sort() {
    for entity in entities.keys { entities[entity]?.sort { $0.order < $1.order } }
  }

  /// Whether a write of an entity is somebody's of this ledger, and not a source's.
  func isLocal(_ stamp: Stamp, of entity: EntityIndex) -> Bool {
    entities[entity]?.contains { $0.stamp == stamp && $0.author == .somebody } ?? false
  }

  /// What a source said last of a field: as it wrote it. Else what another source had said before it first spoke of
  /// the entity, which it then repeated without a write; else as the field read then. Of a source that never spoke of
  /// the entity, such as a file under a new name, what any source said. Nil where none did.
  ///
  /// - Parameter end: only what was said before it.
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

  /// Both count for what either was written by.
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

  /// Every event that writes fields of this side, also one of which they are erased.
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
  /// Whose word the event is. Before imports said which source they repeat, all of their events were `sync` without
  /// `was`; a local value that an import writes again has `was`.
  fileprivate func author(_ bytes: Span<UInt8>) -> SourceHistory.Author {
    guard op == .sync else { return .somebody }
    if hasOther, let source = other(bytes)[Mutation.sourceKey]?.string { return .source(source) }
    return was == nil ? .source(nil) : .somebody
  }
}

extension JSONValue {
  var contentHash: Hash256 { Hash256.of(canonicalBytes.span) }
}
