import Daybook

/// A storage that collects several writes, and passes them on together at the end.
struct FarBatch<Storage: FarStorage>: FarStorage {
  private let storage: Storage
  private var held: [FarPath: FarRecord] = [:]
  private var last: ServerTime?

  init(_ storage: Storage) { self.storage = storage }

  /// Ascending by revision.
  var records: [FarRecord] { held.values.sorted { $0.revision < $1.revision } }

  func record(_ path: FarPath) throws(FarSideError) -> FarRecord? {
    if let record = held[path] { return record }
    return try storage.record(path)
  }

  mutating func put(_ record: FarRecord) { held[record.path] = record }

  mutating func nextTime(after time: ServerTime?) throws(FarSideError) -> ServerTime {
    var storage = storage
    let next = try storage.nextTime(after: [time, last].compactMap { $0 }.max())
    last = next
    return next
  }

  func conversations(of user: String) throws(FarSideError) -> [FarPath] {
    try storage.conversations(of: user)
  }

  func records(
    of root: FarPath, after time: ServerTime?, limit: Int
  ) throws(FarSideError) -> [FarRecord] {
    try storage.records(of: root, after: time, limit: limit)
  }
}

extension FarServer {
  /// See ``FarSide/write(all:by:)``.
  public mutating func write(
    all writes: [FarWrite], by user: String
  ) throws(FarSideError) -> [Result<FarReceipt, FarSideError>] {
    var batch = FarServer<FarBatch<Storage>>(FarBatch(storage), id: id)
    var answers: [Result<FarReceipt, FarSideError>] = []
    for write in writes {
      do throws(FarSideError) {
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
