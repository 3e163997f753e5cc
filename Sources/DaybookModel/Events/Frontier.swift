/// How far a reader got: for each replica the highest contiguous seq it holds.
public struct Frontier: Sendable, Equatable {
  /// The highest contiguous seq of each replica, from 1; a replica of which nothing is held is absent.
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
