import CShim
import DaybookLog

/// The hashes of the writes' lines. Those of a snapshot stay in place, in runs; others are in memory.
struct LineHashes: ~Copyable {
  /// The hashes of consecutive writes, one after the other.
  struct Run: BitwiseCopyable {
    /// The first write.
    var first: UInt64
    /// The place in the bytes.
    var offset: UInt64
  }

  private var added = Arena<LineHash>(capacity: 64)
  private var kept: Kept?

  init() {}

  /// - Parameter runs: each begins where the previous one ends.
  ///
  /// Nil if the runs are not within the bytes.
  init?(_ bytes: SnapshotBytes, _ runs: [Run], count: Int) {
    var next = 0
    for (index, run) in runs.enumerated() {
      let end = index + 1 < runs.count ? runs[index + 1].first : UInt64(count)
      guard run.first == UInt64(next), end >= run.first, end <= UInt64(count),
        run.offset <= UInt64(bytes.count),
        (end - run.first) <= (UInt64(bytes.count) - run.offset) / UInt64(MemoryLayout<LineHash>.stride)
      else { return nil }
      next = Int(end)
    }
    guard next == count else { return nil }
    kept = Kept(bytes: bytes, runs: runs, count: count)
  }

  fileprivate struct Kept {
    let bytes: SnapshotBytes
    let runs: [Run]
    let count: Int

    func hash(_ write: Int) -> LineHash {
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle].first <= UInt64(write) { low = middle } else { high = middle }
      }
      let stride = MemoryLayout<LineHash>.stride
      return bytes[Int(runs[low].offset) + (write - Int(runs[low].first)) * stride, count: stride]
        .loadUnaligned(as: LineHash.self)
    }
  }

  var count: Int { (kept?.count ?? 0) + added.count }

  subscript(write: Int) -> LineHash {
    guard let kept else { return added[write] }
    return write < kept.count ? kept.hash(write) : added[write - kept.count]
  }

  @inline(__always)
  mutating func append(_ hash: LineHash) { added.append(hash) }

  /// Copies those of a snapshot into memory, so that they can be changed.
  mutating func load() {
    guard let kept else { return }
    var all = Arena<LineHash>(capacity: count)
    for write in 0..<kept.count { all.append(kept.hash(write)) }
    all.append(copying: added.bytes)
    added = all
    self.kept = nil
  }

  mutating func move(_ write: Int, to place: Int) { added[place] = added[write] }

  mutating func shrink(to count: Int) { added.shrink(to: count) }

  /// For threads that read them at the same time.
  ///
  /// Sound: used while the table does not change.
  struct Lent: @unchecked Sendable {
    fileprivate let added: UnsafePointer<LineHash>
    fileprivate let kept: Kept?

    @inline(__always)
    subscript(write: Int) -> LineHash {
      guard let kept else { return added[write] }
      return write < kept.count ? kept.hash(write) : added[write - kept.count]
    }

    @inline(__always)
    func prefetch(_ write: Int) { if kept == nil { daybook_prefetch(added + write) } }
  }

  var lent: Lent { Lent(added: UnsafePointer(added.base), kept: kept) }
}
