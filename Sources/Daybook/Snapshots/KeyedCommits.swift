import DaybookLog
import DaybookModel
import DaybookRecords

/// Which commits carry an idempotency key. Those of a snapshot stay as they lie there, ascending by key, and are
/// looked for by halving.
struct KeyedCommits {
  struct Place: Sendable {
    var replica: ReplicaID
    var commit: UInt64
    /// Known where this process wrote it: the same flush may ask before a file has it.
    var events: [Event]?
  }

  private struct Row: BitwiseCopyable {
    var offset: UInt64
    var count: UInt64
    var replica: UInt64
    var commit: UInt64
  }

  private var rows: [Row] = []
  private var text: [UInt8] = []
  /// Noted since; they go before the rows.
  private var added: [String: Place] = [:]

  init() {}

  /// Those of a snapshot.
  init(_ file: SnapshotFile) {
    rows = file.elements("keys.rows")
    text = file.elements("keys.text")
  }

  subscript(key: String) -> Place? {
    get { added[key] ?? kept(key) }
    set { added[key] = newValue }
  }

  private func kept(_ key: String) -> Place? {
    let wanted = Array(key.utf8)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if text(of: rows[middle]).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    guard low < rows.count, text(of: rows[low]).elementsEqual(wanted) else { return nil }
    return Place(replica: ReplicaID(rawValue: rows[low].replica), commit: rows[low].commit)
  }

  private func text(of row: Row) -> ArraySlice<UInt8> {
    text[Int(row.offset)..<Int(row.offset + row.count)]
  }

  func write(to writer: inout SnapshotWriter) throws(FileError) {
    var all: [(key: [UInt8], replica: UInt64, commit: UInt64)] = []
    for row in rows where added[String(decoding: text(of: row), as: UTF8.self)] == nil {
      all.append((Array(text(of: row)), row.replica, row.commit))
    }
    for (key, place) in added { all.append((Array(key.utf8), place.replica.rawValue, place.commit)) }
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
}
