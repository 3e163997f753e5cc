import Daybook

/// A storage that collects several writes, and passes them on together at the end.
struct RemoteBatch<Storage: RemoteStorage>: RemoteStorage {
  private let storage: Storage
  private var held: [RemotePath: RemoteRecord] = [:]
  private var last: ServerTime?

  init(_ storage: Storage) { self.storage = storage }

  /// Ascending by revision.
  var records: [RemoteRecord] { held.values.sorted { $0.revision < $1.revision } }

  func record(_ path: RemotePath) throws(RemoteStoreError) -> RemoteRecord? {
    if let record = held[path] { return record }
    return try storage.record(path)
  }

  mutating func put(_ record: RemoteRecord) { held[record.path] = record }

  mutating func nextTime(after time: ServerTime?) throws(RemoteStoreError) -> ServerTime {
    var storage = storage
    let next = try storage.nextTime(after: [time, last].compactMap { $0 }.max())
    last = next
    return next
  }

  func conversations(of user: String) throws(RemoteStoreError) -> [RemotePath] {
    try storage.conversations(of: user)
  }

  func records(
    of root: RemotePath, after time: ServerTime?, limit: Int
  ) throws(RemoteStoreError) -> [RemoteRecord] {
    try storage.records(of: root, after: time, limit: limit)
  }
}

extension RemoteServer {
  /// See ``RemoteStore/write(all:by:)``.
  public mutating func write(
    all writes: [RemoteWrite], by user: String
  ) throws(RemoteStoreError) -> [Result<RemoteReceipt, RemoteStoreError>] {
    var batch = RemoteServer<RemoteBatch<Storage>>(RemoteBatch(storage), id: id)
    var answers: [Result<RemoteReceipt, RemoteStoreError>] = []
    for write in writes {
      do throws(RemoteStoreError) {
        answers.append(.success(try batch.write(write, by: user)))
      } catch {
        answers.append(.failure(error))
        if error.mayPass { break }
      }
    }
    try storage.put(all: batch.storage.records)
    return answers
  }
}
