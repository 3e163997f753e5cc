import DaybookLog
import DaybookModel
import DaybookRecords

/// Which commits carry an idempotency key. Keys are equal if their bytes are. Those of a snapshot stay there, ascending
/// by key; they are read when a key is first looked up, and are found by binary search.
struct KeyedCommits {
  struct Place: Sendable {
    var replica: ReplicaID
    var commit: UInt64
    /// Known if this process wrote it: the same flush may look it up before a file has it.
    var events: [Event]?
  }

  private let kept: Kept?
  /// Noted since; they go before those.
  private var added: [[UInt8]: Place] = [:]

  init() { kept = nil }

  /// Those of a snapshot.
  init(_ file: SnapshotFile) { kept = Kept(file) }

  subscript(key: String) -> Place? {
    get { added[Array(key.utf8)] ?? kept?.place(of: Array(key.utf8)) }
    set { added[Array(key.utf8)] = newValue }
  }

  func write(to writer: inout SnapshotWriter) throws(FileError) {
    var all: [(key: [UInt8], replica: UInt64, commit: UInt64)] = []
    kept?.forEach { key, row in
      if added[key] == nil { all.append((key, row.replica, row.commit)) }
    }
    for (key, place) in added { all.append((key, place.replica.rawValue, place.commit)) }
    all.sort { $0.key.lexicographicallyPrecedes($1.key) }
    var (rows, text): ([Row], [UInt8]) = ([], [])
    for (key, replica, commit) in all {
      rows.append(
        Row(offset: UInt64(text.count), count: UInt64(key.count), replica: replica, commit: commit))
      text += key
    }
    try writer.add("keys.rows", rows)
    try writer.add("keys.text", text)
  }

  private struct Row: BitwiseCopyable {
    var offset: UInt64
    var count: UInt64
    var replica: UInt64
    var commit: UInt64
  }

  private final class Kept {
    private let file: SnapshotFile
    private lazy var rows: [Row] = file.elements("keys.rows")
    private lazy var text: [UInt8] = file.elements("keys.text")

    init(_ file: SnapshotFile) { self.file = file }

    func place(of key: [UInt8]) -> Place? {
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if self.key(of: rows[middle]).lexicographicallyPrecedes(key) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      guard low < rows.count, self.key(of: rows[low]).elementsEqual(key) else { return nil }
      return Place(replica: ReplicaID(rawValue: rows[low].replica), commit: rows[low].commit)
    }

    func forEach(_ body: ([UInt8], Row) -> Void) {
      for row in rows { body(Array(key(of: row)), row) }
    }

    private func key(of row: Row) -> ArraySlice<UInt8> {
      text[Int(row.offset)..<Int(row.offset + row.count)]
    }
  }
}
