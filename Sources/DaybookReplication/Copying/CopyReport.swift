package import DaybookModel

/// One of the two copies of a ledger.
package enum Endpoint: Sendable, Hashable, CaseIterable {
  case here, there

  package var other: Endpoint { self == .here ? .there : .here }
}

/// The result of bringing two copies of a ledger together.
package struct CopyReport: Sendable {
  package struct Replica: Sendable, Equatable {
    package var pulled = CopyTraffic()
    package var pushed = CopyTraffic()
    /// What a side still lacks at the end, because it was not to be written, or because a file is not sound.
    package var lackedHere = CopyTraffic()
    package var lackedThere = CopyTraffic()

    var isEmpty: Bool { self == Replica() }
  }

  /// The replicas for which anything was to be done.
  package var replicas: [ReplicaID: Replica] = [:]
  /// Blobs, which are of no replica.
  package var blobs = Replica()
  /// The files that are not sound or cannot be read, and were left where they are.
  package var findings: [(side: Endpoint, finding: Finding)] = []
  /// Files that were removed, on either side, because other files there hold all of their events.
  package var removed: [String] = []
  /// Replicas whose files kept changing.
  package var unsettled: [ReplicaID] = []
  /// Files that could not be compared, so that it is unknown whether they hold more.
  package var unread: Set<String> = []
  package var strangersHere = 0
  package var strangersThere = 0

  package init() {}

  package var pulled: CopyTraffic { sum(\.pulled) }
  package var pushed: CopyTraffic { sum(\.pushed) }
  package var lackedHere: CopyTraffic { sum(\.lackedHere) }
  package var lackedThere: CopyTraffic { sum(\.lackedThere) }

  /// Whether both sides now hold the same commits and blobs.
  package var isSame: Bool {
    let lacked = [lackedHere, lackedThere]
    return lacked.allSatisfy { $0.commits == 0 && $0.blobs == 0 } && unsettled.isEmpty && unread.isEmpty
  }

  private func sum(_ path: KeyPath<Replica, CopyTraffic>) -> CopyTraffic {
    var sum = blobs[keyPath: path]
    for replica in replicas.values { sum += replica[keyPath: path] }
    return sum
  }
}
