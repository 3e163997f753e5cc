package import Daybook

/// Records in memory.
package struct MemoryStorage: FarStorage {
  private var records: [FarPath: FarRecord] = [:]
  /// Every write, the latest last; those that a later one of the same document made void are passed over.
  private var order: [FarPath: [(time: ServerTime, path: FarPath)]] = [:]
  private var memberships: [String: Set<FarPath>] = [:]
  private var last = ServerTime(seconds: 0)
  private let clock: @Sendable () -> ServerTime

  package init(clock: @escaping @Sendable () -> ServerTime) { self.clock = clock }

  package var all: [FarRecord] { records.values.sorted { $0.path < $1.path } }

  package func record(_ path: FarPath) throws(FarSideError) -> FarRecord? { records[path] }

  package mutating func put(_ record: FarRecord) throws(FarSideError) {
    let old = records.updateValue(record, forKey: record.path)
    order[record.path.root, default: []].append((record.revision, record.path))
    guard record.path.components.count == 2 else { return }
    for user in AccessTable.texts(old?.fields["participantIDs"]) { memberships[user]?.remove(record.path) }
    for user in AccessTable.texts(record.fields["participantIDs"]) {
      memberships[user, default: []].insert(record.path)
    }
  }

  package mutating func nextTime() throws(FarSideError) -> ServerTime {
    last = max(clock(), last.next)
    return last
  }

  package func conversations(of user: String) throws(FarSideError) -> [FarPath] {
    (memberships[user] ?? []).sorted()
  }

  package func records(
    of root: FarPath, after time: ServerTime?, limit: Int
  ) throws(FarSideError) -> [FarRecord] {
    guard let writes = order[root] else { return [] }
    var (low, high) = (0, time == nil ? 0 : writes.count)
    while low < high {
      let middle = (low + high) / 2
      if let time, writes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    var found: [FarRecord] = []
    for write in writes[low...] where found.count < limit {
      if let record = records[write.path], record.revision == write.time { found.append(record) }
    }
    return found
  }
}

extension ServerTime {
  /// The least later time.
  package var next: ServerTime {
    nanoseconds == 999_999_999
      ? ServerTime(seconds: seconds + 1) : ServerTime(seconds: seconds, nanoseconds: nanoseconds + 1)
  }
}
