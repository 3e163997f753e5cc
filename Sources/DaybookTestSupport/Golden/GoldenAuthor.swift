package import DaybookModel

/// Writes a golden ledger's events as a program with some version of a system did: each event has its data and the
/// version, and a minute passes between two events.
package struct GoldenAuthor {
  package let version: Int64
  private let author: String
  private var clock: HybridClock
  private var now: Int64
  private let replica: ReplicaID

  package init(version: Int64, by author: String, replica: ReplicaID, start: Instant) {
    (self.version, self.author, self.replica) = (version, author, replica)
    clock = HybridClock(replica: replica)
    now = start.milliseconds
  }

  package mutating func replicaMade() -> GoldenDraft {
    let mutation = Mutation(
      .upsert, kind: "daybook.replica", id: replica.description,
      set: ["name": .string("version \(version)"), "createdAt": .string(instant.description)])
    return GoldenDraft(events: [stamped(mutation, salt: nil)])
  }

  package mutating func upsert(_ kind: String, _ id: String, _ set: JSONObject) -> Event {
    write(Mutation(.upsert, kind: kind, id: id, set: set))
  }

  package mutating func link(_ kind: String, _ id: String, _ rel: String, to target: String) -> Event {
    write(Mutation(.link, kind: kind, id: id, rel: rel, to: target))
  }

  /// Values carry a salt, as those of personal kinds do.
  package mutating func write(_ mutation: Mutation) -> Event {
    var mutation = mutation
    mutation.v = version
    return stamped(mutation, salt: mutation.set == nil ? nil : "AAECAwQFBgcICQoL")
  }

  private var instant: Instant { Instant(milliseconds: now) }

  private mutating func stamped(_ mutation: Mutation, salt: String?) -> Event {
    now += 60_000
    var mutation = mutation
    mutation.by = author
    return Event(stamp: clock.next(now: instant), seq: 0, mutation: mutation, salt: salt)
  }
}
