/// What a replica held of others when it wrote: `{"<replica>":[[41,"<root>"],[50,60,"<root>"]]}`. It accumulates over a
/// replica's commits; each commit names only the replicas for which it changed.
public struct Seen: Sendable, Equatable {
  /// The leaves of one branch from `first` up to, not including, `end`: from its beginning, or behind a gap.
  public struct Part: Sendable, Hashable {
    /// The index of the first leaf, from 0; 0 for a part from the beginning.
    public var first: UInt64
    /// The index behind the last leaf.
    public var end: UInt64
    /// The root of the branch's tree after `end` leaves. Commits of format 1 lack it behind a gap.
    public var root: Hash256?

    /// The leaves from `first` up to, not including, `end`.
    public init(first: UInt64 = 0, end: UInt64, root: Hash256?) {
      (self.first, self.end, self.root) = (first, end, root)
    }
  }

  /// Ascending by replica.
  public var entries: [(replica: ReplicaID, parts: [Part])]

  /// Sorts the entries by replica; each replica must occur once.
  public init(_ entries: [(replica: ReplicaID, parts: [Part])] = []) {
    self.entries = entries.sorted { $0.replica < $1.replica }
  }

  /// Whether the author held nothing new of other replicas since its commit before.
  public var isEmpty: Bool { entries.isEmpty }

  public static func == (left: Seen, right: Seen) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.replica == $1.replica && $0.parts == $1.parts }
  }
}

extension Seen {
  /// The form of a commit line: replica ids to parts, each `[end,"root"]`, `[first,end,"root"]` or `[first,end]`.
  public var json: JSONObject {
    JSONObject(
      entries.map { entry in
        (entry.replica.description, .array(entry.parts.map(\.json)))
      })
  }

  /// Nil when it is not of the form above.
  public init?(_ json: JSONObject) {
    var entries: [(replica: ReplicaID, parts: [Part])] = []
    for member in json {
      guard let replica = ReplicaID(member.key), let list = member.value.array else { return nil }
      var parts: [Part] = []
      for item in list {
        guard let part = Part(item) else { return nil }
        parts.append(part)
      }
      entries.append((replica, parts))
    }
    self.init(entries)
  }
}

extension Seen.Part {
  /// `[end,"root"]` from the beginning, `[first,end,"root"]` or `[first,end]` behind a gap.
  fileprivate var json: JSONValue {
    let root = root.map { JSONValue.string($0.description) }
    let numbers = (first == 0 && root != nil ? [end] : [first, end]).map { JSONValue.int(Int64($0)) }
    return .array(numbers + (root.map { [$0] } ?? []))
  }

  fileprivate init?(_ json: JSONValue) {
    guard var items = json.array, (2...3).contains(items.count) else { return nil }
    root = items.last?.string.flatMap { Hash256($0) }
    if root != nil { items.removeLast() }
    let numbers = items.compactMap(\.int).compactMap { UInt64(exactly: $0) }
    guard numbers.count == items.count else { return nil }
    switch numbers.count {
    case 1: (first, end) = (0, numbers[0])
    case 2 where numbers[0] < numbers[1]: (first, end) = (numbers[0], numbers[1])
    default: return nil
    }
  }
}

/// How far a reader got: for each replica the highest contiguous seq it holds.
public struct Frontier: Sendable, Equatable {
  /// The highest contiguous seq of each replica, from 1; a replica without any held event is absent.
  public private(set) var seqs: [ReplicaID: UInt64] = [:]

  public init() {}

  /// 0 where nothing is held.
  public subscript(replica: ReplicaID) -> UInt64 {
    get { seqs[replica] ?? 0 }
    set { seqs[replica] = newValue == 0 ? nil : newValue }
  }

  /// The greater of both, replica by replica.
  public mutating func formUnion(_ other: Frontier) {
    for (replica, seq) in other.seqs { self[replica] = max(self[replica], seq) }
  }
}
