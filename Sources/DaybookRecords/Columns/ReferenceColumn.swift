package import DaybookLog

/// The target in a to-one relation's register: an entity, or the id of one that nobody has made yet.
package enum ReferenceEnd: Equatable, Sendable {
  case entity(EntityIndex)
  case id(String)
}

/// Which entities refer to an entity by one to-one relation: pairs sorted by target, 12 bytes each, and separately what
/// came since they were sorted.
package final class ReferenceColumn {
  /// The pairs, by target, then by source.
  private var targets = Arena<UInt32>()
  private var sources = Arena<UInt32>()
  /// The pairs' places, by source.
  private var places = Arena<UInt32>()
  /// Sources whose target differs from their pair, or that have no pair; nil: they refer to nothing.
  private var moved: [EntityIndex: ReferenceEnd?] = [:]
  /// The ones among them that refer to entities, by target.
  private var gained: [EntityIndex: [EntityIndex]] = [:]
  /// The ones among them that refer to ids, by id.
  private var waiting: [String: [EntityIndex]] = [:]
  /// The number of changes since everything was sorted.
  private var changeCount = 0

  /// - Parameter ends: what each source refers to, by ascending sources.
  package init(_ ends: [(source: EntityIndex, end: ReferenceEnd)], entityCount: Int) {
    settle(ends, entityCount)
  }

  /// The column in a snapshot; nil if it has none.
  package init?(_ name: String, _ file: SnapshotFile) {
    guard file.has(name + ".targets") else { return nil }
    targets = file.arena(name + ".targets")
    sources = file.arena(name + ".sources")
    places = file.arena(name + ".places")
    let text: [UInt8] = file.elements(name + ".text")
    var start = 0
    for row in file.elements(name + ".waiting", as: WaitingRow.self) {
      let end = min(text.count, start + Int(row.idCount))
      note(
        EntityIndex(rawValue: row.source), .id(String(decoding: text[start..<end], as: UTF8.self)))
      start = end
    }
  }

  private struct WaitingRow: BitwiseCopyable {
    var source: UInt32
    var idCount: UInt32
  }

  package func write(
    to writer: inout SnapshotWriter, _ name: String, entityCount: Int
  ) throws(FileError) {
    settleAll(entityCount)
    try writer.add(name + ".targets", targets)
    try writer.add(name + ".sources", sources)
    try writer.add(name + ".places", places)
    var (rows, text): ([WaitingRow], [UInt8]) = ([], [])
    for case (let source, .id(let id)?) in moved.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      rows.append(WaitingRow(source: source.rawValue, idCount: UInt32(id.utf8.count)))
      text += id.utf8
    }
    try writer.add(name + ".waiting", rows)
    try writer.add(name + ".text", text)
  }

  /// Sorts pairs by counting: O(ends + entities).
  private func settle(_ ends: [(source: EntityIndex, end: ReferenceEnd)], _ entityCount: Int) {
    (moved, gained, waiting, changeCount) = ([:], [:], [:], 0)
    var starts = Arena<UInt32>(capacity: entityCount + 1)
    starts.appendZeros(entityCount + 1)
    var count = 0
    for case (_, .entity(let target)) in ends {
      starts[Int(target.rawValue) + 1] += 1
      count += 1
    }
    for place in 0..<entityCount { starts[place + 1] += starts[place] }
    targets = Arena(capacity: count)
    sources = Arena(capacity: count)
    places = Arena(capacity: count)
    targets.appendZeros(count)
    sources.appendZeros(count)
    for (source, end) in ends {
      switch end {
      case .id: note(source, end)
      case .entity(let target):
        let place = Int(starts[Int(target.rawValue)])
        starts[Int(target.rawValue)] += 1
        (targets[place], sources[place]) = (target.rawValue, source.rawValue)
        places.append(UInt32(place))
      }
    }
  }

  /// In no particular order.
  package func sources(of target: EntityIndex) -> [EntityIndex] {
    var found: [EntityIndex] = []
    var place = firstPlace(targets.count) { targets[$0] >= target.rawValue }
    while place < targets.count, targets[place] == target.rawValue {
      let source = EntityIndex(rawValue: sources[place])
      if moved.isEmpty || moved[source] == nil { found.append(source) }
      place += 1
    }
    return gained.isEmpty ? found : found + (gained[target] ?? [])
  }

  private func firstPlace(_ count: Int, where isReached: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func end(of source: EntityIndex) -> ReferenceEnd? {
    if let end = moved[source] { return end }
    return settledTarget(of: source).map { .entity($0) }
  }

  private func settledTarget(of source: EntityIndex) -> EntityIndex? {
    let index = firstPlace(places.count) { sources[Int(places[$0])] >= source.rawValue }
    guard index < places.count, sources[Int(places[index])] == source.rawValue else { return nil }
    return EntityIndex(rawValue: targets[Int(places[index])])
  }

  /// Notes what a source refers to now; returns what it referred to before.
  @discardableResult
  package func set(_ source: EntityIndex, _ end: ReferenceEnd?) -> ReferenceEnd? {
    let old = self.end(of: source)
    guard old != end else { return old }
    changeCount += 1
    if let end = moved[source] {
      switch end {
      case .entity(let target): Self.remove(source, from: &gained, target)
      case .id(let id): Self.remove(source, from: &waiting, id)
      case nil: break
      }
    }
    note(source, end)
    return old
  }

  private func note(_ source: EntityIndex, _ end: ReferenceEnd?) {
    moved[source] = .some(end)
    switch end {
    case .entity(let target): gained[target, default: []].append(source)
    case .id(let id): waiting[id, default: []].append(source)
    case nil: break
    }
  }

  private static func remove<Key>(
    _ source: EntityIndex, from lists: inout [Key: [EntityIndex]], _ key: Key
  ) {
    lists[key]?.removeAll { $0 == source }
    if lists[key]?.isEmpty == true { lists[key] = nil }
  }

  /// Notes that an entity was made: sources that referred to its id now refer to it.
  package func resolve(_ id: String, _ target: EntityIndex) {
    if waiting.isEmpty { return }
    for source in waiting.removeValue(forKey: id) ?? [] {
      changeCount += 1
      moved[source] = .some(.entity(target))
      gained[target, default: []].append(source)
    }
  }

  /// Sorts everything again once enough has come since: then lookups cost as little as at first.
  package func settle(entityCount: Int) {
    if changeCount > 1024, changeCount > places.count / 4 { settleAll(entityCount) }
  }

  private func settleAll(_ entityCount: Int) {
    guard changeCount > 0 else { return }
    var ends: [(source: EntityIndex, end: ReferenceEnd)] = []
    for index in 0..<places.count {
      let source = EntityIndex(rawValue: sources[Int(places[index])])
      if moved[source] == nil {
        ends.append((source, .entity(EntityIndex(rawValue: targets[Int(places[index])]))))
      }
    }
    for case (let source, let end?) in moved { ends.append((source, end)) }
    ends.sort { $0.source.rawValue < $1.source.rawValue }
    settle(ends, entityCount)
  }
}
