public import Daybook

extension RemoteServer {
  /// See ``RemoteStore/changes(for:since:)``. The cursor holds a time for every user and conversation, so that a user who
  /// joins a conversation late receives all of it.
  public func changes(for user: String, since cursor: RemoteCursor?) throws(RemoteStoreError) -> RemoteChanges
  {
    guard let own = RemotePath.user(user) else { throw .invalid("not a user's name") }
    var told = RemotePositions(cursor, of: id)
    let conversations = try storage.conversations(of: user)
    var changes: [RemoteChange] = []
    for root in told.roots where root != own && !conversations.contains(root) {
      // Who is in a conversation is unknown while it cannot be read.
      guard (try? storage.record(root)) != nil else { continue }
      changes.append(.withdrawn(root))
      told[root] = nil
    }
    for root in [own] + conversations {
      let room = pageSize - changes.count
      guard room > 0 else { return RemoteChanges(changes: changes, cursor: told.cursor, hasMore: true) }
      let records = try storage.records(of: root, after: told[root], limit: room)
      for record in records where try mayRead(record, user) { changes.append(record.change) }
      if let last = records.last { told[root] = last.revision }
      if records.count == room { return RemoteChanges(changes: changes, cursor: told.cursor, hasMore: true) }
    }
    return RemoteChanges(changes: changes, cursor: told.cursor, hasMore: false)
  }

  private func mayRead(_ record: RemoteRecord, _ user: String) throws(RemoteStoreError) -> Bool {
    try verdict(AccessRequest(.read, record.path, by: user, before: record.fields)) == .allowed
  }
}

/// What a cursor says: of which server, and how far each user's and conversation's changes have been reported.
public struct RemotePositions: Sendable {
  private let server: String
  private var times: [RemotePath: ServerTime] = [:]

  /// Empty for a text that is not a cursor, or is another server's: then everything is reported again.
  public init(_ cursor: RemoteCursor?, of server: String) {
    self.server = server
    guard let cursor, let object = (try? JSONParser.parse(cursor.text))?.object,
      object["of"] == .string(server)
    else { return }
    for member in object["at"]?.object ?? [:] {
      guard let path = RemotePath(member.key), let time = member.value.string.flatMap({ ServerTime($0) })
      else {
        continue
      }
      times[path] = time
    }
  }

  /// Ascending.
  public var roots: [RemotePath] { times.keys.sorted() }

  /// The time up to which the root's changes have been reported; nil if none have. Setting nil has all of them reported
  /// again.
  public subscript(root: RemotePath) -> ServerTime? {
    get { times[root] }
    set { times[root] = newValue }
  }

  /// The positions as a text for the client to keep; it grows with the number of roots.
  public var cursor: RemoteCursor {
    let at = JSONObject(times.map { ($0.key.description, .string($0.value.description)) })
    return RemoteCursor(JSONValue.object(["at": .object(at), "of": .string(server)]).description)
  }
}

/// What was written when, by user and conversation, the latest last. A write that a later write of the same document
/// supersedes stays, and is skipped when the document is read.
public struct ChangeOrder: Sendable {
  public init() {}

  private var writes: [RemotePath: [(time: ServerTime, path: RemotePath)]] = [:]
  /// Of the latest write.
  public private(set) var last: ServerTime?

  /// A write that is not later than the last is inserted at its place.
  public mutating func add(_ path: RemotePath, at time: ServerTime) {
    var list = writes.removeValue(forKey: path.root) ?? []
    if let end = list.last, end.time >= time {
      list.insert((time, path), at: Self.place(after: time, in: list))
    } else {
      list.append((time, path))
    }
    writes[path.root] = list
    last = max(last ?? time, time)
  }

  /// Ascending.
  public var roots: [RemotePath] { writes.keys.sorted() }

  /// The writes later than `time`, ascending; all if it is nil, none of an unknown root. O(log writes).
  public func writes(of root: RemotePath, after time: ServerTime?) -> ArraySlice<
    (time: ServerTime, path: RemotePath)
  > {
    guard let list = writes[root] else { return [] }
    guard let time else { return list[...] }
    return list[Self.place(after: time, in: list)...]
  }

  private static func place(after time: ServerTime, in list: [(time: ServerTime, path: RemotePath)]) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ServerTime {
  /// The least later time.
  public var next: ServerTime {
    nanoseconds == 999_999_999
      ? ServerTime(seconds: seconds + 1) : ServerTime(seconds: seconds, nanoseconds: nanoseconds + 1)
  }
}
