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

    func value(_ names: [String]) -> Hash256? { names.lazy.compactMap { values[$0] }.first }
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
  }

  /// How many touches the records had.
  let touchCount: Int
  private var entities: [EntityIndex: [Write]] = [:]

  init(touchCount: Int) { self.touchCount = touchCount }

  mutating func add(_ write: Write, of entity: EntityIndex) { entities[entity, default: []].append(write) }

  mutating func sort() {
    for entity in entities.keys { entities[entity]?.sort { $0.order < $1.order } }
  }

  /// Whether a write of an entity is somebody's of this ledger, and not a source's.
  func isLocal(_ stamp: Stamp, of entity: EntityIndex) -> Bool {
    entities[entity]?.contains { $0.stamp == stamp && $0.author == .somebody } ?? false
  }

  /// What a source said last of a field: as it wrote it, else as the field read when the source first spoke of the
  /// entity, as it then said nothing else. Of a source that never spoke of the entity, such as a file under a new
  /// name, what any source said. Nil where none did.
  func base(_ names: [String], of entity: EntityIndex, unwritten: Hash256, by source: String?) -> Base? {
    guard let writes = entities[entity] else { return nil }
    let all = writes.indices.filter { writes[$0].author != .somebody }
    var own = all.filter { writes[$0].author == .source(nil) || writes[$0].author == .source(source) }
    if own.isEmpty { own = all }
    guard let first = own.first else { return nil }
    if let last = own.last(where: { writes[$0].value(names) != nil }), let value = writes[last].value(names) {
      return Base(value: value, said: writes[last].order)
    }
    let before = writes[..<first].last { $0.value(names) != nil }
    return Base(value: before?.value(names) ?? unwritten, said: writes[first].order)
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
}

extension Ledger {
  /// Reads the log twice: O(size of the log), in memory O(entities), plus what was written of those that a source and
  /// somebody here both wrote.
  func sourceHistory() throws -> SourceHistory {
    var shared = SharedEntities(entityCount: loaded.records.entityCount)
    try forEachFieldWrite { line, bytes in
      guard let entity = loaded.records.entity(line.kind.text(bytes), line.id.text(bytes)) else { return }
      shared.note(line.author(bytes), entity)
    }
    var history = SourceHistory(touchCount: loaded.records.touchCount)
    if shared.isEmpty { return history }
    try forEachFieldWrite { line, bytes in
      guard let entity = loaded.records.entity(line.kind.text(bytes), line.id.text(bytes)),
        shared.contains(entity), let set = line.set
      else { return }
      var write = SourceHistory.Write(
        stamp: line.stamp, order: line.order, author: line.author(bytes), values: [:])
      for member in JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:] {
        write.values[member.key] = member.value.contentHash
      }
      history.add(write, of: entity)
    }
    history.sort()
    return history
  }

  /// Every event that writes fields of this side.
  private func forEachFieldWrite(
    _ body: (EventLine, Span<UInt8>) throws -> Void
  ) throws {
    try forEachFrame { frame in
      try frame.forEach(where: { $0.events[$1].line.set != nil && $0.events[$1].line.server == nil }) {
        held in
        let line = held.content.events[held.event].line
        let content = held.content
        let range = content.leaves[content.events[held.event].leaf].range
        let bytes = content.bytes.span.extracting(range.start..<range.end)
        try body(line, bytes)
      }
    }
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
