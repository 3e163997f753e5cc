import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

/// Events of two replicas, one commit each, and the records they come to in any order of arrival.
struct Story {
  private(set) var events: [(replica: Int, event: Event)] = []
  /// Of each event, how many of the other replica's its author had seen.
  private var seen: [UInt64] = []
  private var minutes: Int64 = 0
  private var seqs: [UInt64] = [0, 0]

  static let replicas = [ReplicaID(rawValue: 0xaaaa), ReplicaID(rawValue: 0xbbbb)]
  /// The first event's time.
  static let start: Int64 = 1_795_241_580_000

  /// Each mutation a minute after the one before, all by one replica.
  init(_ mutations: Mutation...) { for mutation in mutations { add(mutation) } }

  ///
  /// - Parameter seeing: whether the author had seen all there is so far of the other replica.
  mutating func add(
    _ mutation: Mutation, by replica: Int = 0, over: Event.Over? = nil, seeing: Bool = false
  ) {
    let stamp = Stamp(
      milliseconds: Self.start + minutes * 60_000, counter: 0, replica: Self.replicas[replica])
    minutes += 1
    seqs[replica] += 1
    if let stamp {
      add(
        Event(stamp: stamp, seq: seqs[replica], mutation: mutation, over: over), by: replica, seeing: seeing)
    }
  }

  /// The greatest stamp so far.
  var last: Stamp { events.map(\.event.stamp).max() ?? Stamp(time: 0, replica: Self.replicas[0]) }

  mutating func add(_ event: Event, by replica: Int = 0, seeing: Bool = false) {
    seen.append(seeing ? UInt64(events.count { $0.replica != replica }) : 0)
    events.append((replica, event))
  }

  /// The records after the events in this order (as they were added, unless told).
  ///
  /// - Parameters:
  ///   - touches: how many touches they keep, and from which event on.
  ///   - exchange: after how many events the records are exchanged for others that say the same, and those.
  func records(
    _ order: [Int]? = nil, touches: (countMax: Int, from: Int)? = nil,
    exchange: (after: Int, make: (borrowing Records) throws -> Records)? = nil,
    afterEach: (borrowing Records) throws -> Void = { _ in }
  ) throws -> Records {
    var records = Records()
    let branches = Self.replicas.map { records.declareBranch(replica: $0, parent: nil) }
    var counts: [UInt64] = [0, 0]
    let places = events.map { event in
      counts[event.replica] += 1
      return counts[event.replica] - 1
    }
    for (number, index) in (order ?? Array(events.indices)).enumerated() {
      if let exchange, exchange.after == number { records = try exchange.make(records) }
      if let touches, touches.from == number { records.keepTouches(countMax: touches.countMax) }
      let (replica, event) = events[index]
      let earlier = places[index]
      var bytes = EventLineWriter.line(event) + [0x0a]
      // Of each commit an event and a line.
      let part = Seen.Part(end: seen[index] * 2, root: Hash256(words: (0, 0, 0, 0)))
      let told = seen[index] == 0 ? Seen() : Seen([(Self.replicas[1 - replica], [part])])
      bytes += CommitLine.write(Commit(number: earlier + 1, events: 1, seen: told)) + [0x0a]
      guard case .content(let content) = FrameContent.parse(bytes) else { throw StoryError() }
      // Each replica has one history, whatever the root.
      records.setBranchResolver { told, _, _ in Self.replicas.firstIndex(of: told).map { branches[$0] } }
      records.apply(content, commits: 0..<1, branch: branches[replica], firstLeaf: earlier * 2)
      try afterEach(records)
    }
    return records
  }
}

struct StoryError: Error {}

extension Mutation {
  static func upsert(_ kind: String, _ id: String, _ set: JSONObject = [:]) -> Mutation {
    Mutation(.upsert, kind: kind, id: id, set: set)
  }
  static func link(_ kind: String, _ id: String, _ rel: String, _ to: String) -> Mutation {
    Mutation(.link, kind: kind, id: id, rel: rel, to: to)
  }
  static func delete(_ kind: String, _ id: String) -> Mutation { Mutation(.delete, kind: kind, id: id) }
  static func restore(_ kind: String, _ id: String) -> Mutation { Mutation(.restore, kind: kind, id: id) }
  static func sync(_ kind: String, _ id: String, _ set: JSONObject? = nil, present: Bool? = nil) -> Mutation {
    var mutation = Mutation(.sync, kind: kind, id: id, set: set)
    mutation.present = present
    return mutation
  }
}

/// A view of the club, or of nothing.
func clubView() throws -> View { View(registry: try SchemaRegistry([.club])) }

extension View {
  /// The ids that a query finds, in its order.
  func ids(
    _ kind: String, _ expression: String? = nil, sort: [SortKey] = [], includesDeleted: Bool = false,
    in records: borrowing Records
  ) throws -> [String] {
    var query = Query(kind, sort: sort)
    query.includesDeleted = includesDeleted
    if let expression {
      query.condition = try WhereParser.parse(
        expression, kind: kind, registry: registry, zone: .utc, now: Instant(milliseconds: Story.start))
    }
    return try fetch(query, in: records).rows.map(\.id)
  }
}

/// Every order of a few things.
func permutations(_ count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return permutations(count - 1).flatMap { order in
    (0...order.count).map { place in
      var longer = order
      longer.insert(count - 1, at: place)
      return longer
    }
  }
}
