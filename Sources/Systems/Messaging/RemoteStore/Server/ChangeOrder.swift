public import Daybook

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
