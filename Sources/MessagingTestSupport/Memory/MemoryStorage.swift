package import Daybook
package import Messaging

/// Records in memory.
package struct MemoryStorage: RemoteStorage {
  private var records: [RemotePath: RemoteRecord] = [:]
  private var order = ChangeOrder()
  private var memberships: [String: Set<RemotePath>] = [:]
  private var last: ServerTime?
  private let clock: @Sendable () -> ServerTime

  /// Makes an empty storage.
  /// - Parameter clock: the server's clock; it may stand still or go back, the times that are given out still ascend.
  package init(clock: @escaping @Sendable () -> ServerTime) { self.clock = clock }

  /// All records, deleted documents too, ascending by path. O(records × log records).
  package var all: [RemoteRecord] { records.values.sorted { $0.path < $1.path } }

  /// Never throws, like all that this storage does. O(1).
  package func record(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord? { records[path] }

  /// Replaces the record of its path. O(1) if its revision is the latest of its user or conversation.
  package mutating func put(_ record: RemoteRecord) throws(RemoteStoreError) {
    let old = records.updateValue(record, forKey: record.path)
    order.add(record.path, at: record.revision)
    guard record.path.components.count == 2 else { return }
    for user in AccessTable.texts(old?.fields["participantIDs"]) { memberships[user]?.remove(record.path) }
    for user in AccessTable.texts(record.fields["participantIDs"]) {
      memberships[user, default: []].insert(record.path)
    }
  }

  /// The clock's time, or one nanosecond after the last time or `time`, whichever is later.
  package mutating func nextTime(after time: ServerTime?) throws(RemoteStoreError) -> ServerTime {
    let next = [last, time].compactMap { $0?.next }.reduce(clock(), max)
    last = next
    return next
  }

  /// O(n log n) for n conversations of the user.
  package func conversations(of user: String) throws(RemoteStoreError) -> [RemotePath] {
    (memberships[user] ?? []).sorted()
  }

  /// O(log writes + writes after the time).
  package func records(
    of root: RemotePath, after time: ServerTime?, limit: Int
  ) throws(RemoteStoreError) -> [RemoteRecord] {
    var found: [RemoteRecord] = []
    for write in order.writes(of: root, after: time) where found.count < limit {
      if let record = records[write.path], record.revision == write.time { found.append(record) }
    }
    return found
  }
}
