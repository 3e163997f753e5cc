/// What a replica held of others when it wrote: `{"<replica>":[[41,"<root>"],[50,60]]}`. Adds up
/// over a replica's commits; each commit names only the replicas where it changed.
public struct Seen: Sendable, Equatable {
  /// One branch held from its beginning, or a run of leaves applied behind a gap.
  public enum Part: Sendable, Hashable {
    /// The first `size` leaves, whose tree has this root.
    case tree(size: UInt64, root: Hash256)
    /// The leaves from `first` up to, not including, `end`.
    case leaves(first: UInt64, end: UInt64)
  }

  /// Ascending by replica.
  public var entries: [(replica: ReplicaID, parts: [Part])]

  public init(_ entries: [(replica: ReplicaID, parts: [Part])] = []) {
    self.entries = entries.sorted { $0.replica < $1.replica }
  }

  public var isEmpty: Bool { entries.isEmpty }

  public static func == (left: Seen, right: Seen) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.replica == $1.replica && $0.parts == $1.parts }
  }
}

extension Seen {
  public var json: JSONObject {
    JSONObject(
      entries.map { entry in
        let parts = entry.parts.map { part -> JSONValue in
          switch part {
          case .tree(let size, let root): .array([.int(Int64(size)), .string(root.description)])
          case .leaves(let first, let end): .array([.int(Int64(first)), .int(Int64(end))])
          }
        }
        return (entry.replica.description, .array(parts))
      })
  }

  /// Nil when it is not of the form above.
  public init?(_ json: JSONObject) {
    var entries: [(replica: ReplicaID, parts: [Part])] = []
    for member in json {
      guard let replica = ReplicaID(member.key), let list = member.value.array else { return nil }
      var parts: [Part] = []
      for item in list {
        guard let pair = item.array, pair.count == 2, let first = pair[0].int, first >= 0 else { return nil }
        if let text = pair[1].string, let root = Hash256(text) {
          parts.append(.tree(size: UInt64(first), root: root))
        } else if let end = pair[1].int, end > first {
          parts.append(.leaves(first: UInt64(first), end: UInt64(end)))
        } else {
          return nil
        }
      }
      entries.append((replica, parts))
    }
    self.init(entries)
  }
}
