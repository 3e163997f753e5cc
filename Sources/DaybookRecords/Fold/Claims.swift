package import DaybookModel

/// The `at` values of an entity's events that did not count when the events arrived. A write over such an event must
/// still show once the `at` counts.
struct Claims: Sendable {
  /// A writer answers each with a separate event, so the number of answers is limited.
  static let countMax = 16

  /// The greatest claims, ascending, without repetition.
  private(set) var stamps: [Stamp] = []
  /// The greatest of the claims for which there was no room.
  private(set) var dropped: Stamp?

  mutating func insert(_ at: Stamp) {
    if let dropped, at <= dropped { return }
    let index = stamps.firstIndex { at <= $0 } ?? stamps.count
    if index < stamps.count, stamps[index] == at { return }
    stamps.insert(at, at: index)
    if stamps.count > Self.countMax { dropped = stamps.removeFirst() }
  }

  /// The form in a snapshot.
  func elements(of entity: UInt32) -> [WaitingClaim] {
    stamps.map { WaitingClaim($0, entity: entity, isDropped: false) }
      + (dropped.map { [WaitingClaim($0, entity: entity, isDropped: true)] } ?? [])
  }

  mutating func add(_ claim: WaitingClaim) {
    if claim.isDropped { dropped = claim.at } else { insert(claim.at) }
  }
}

struct WaitingClaim: BitwiseCopyable {
  private var time: UInt64
  private var replica: UInt64
  let entity: UInt32
  private var dropped: UInt32

  init(_ at: Stamp, entity: UInt32, isDropped: Bool) {
    (time, replica, self.entity) = (at.time, at.replica.rawValue, entity)
    dropped = isDropped ? 1 : 0
  }

  var at: Stamp { Stamp(time: time, replica: ReplicaID(rawValue: replica)) }
  var isDropped: Bool { dropped != 0 }
}

extension Records {
  /// Whether an event of the entity claims to count at a later time than it can now.
  package func hasWaitingClaims(_ entity: EntityIndex) -> Bool {
    if reach.claims.isEmpty { return false }
    guard let greatest = reach.claims[entity.rawValue]?.stamps.last else { return false }
    return greatest.time > atLimit
  }

  /// The greatest claim of an entity's events up to a time, as ``Stamp/time``.
  package func claim(_ entity: EntityIndex, upTo time: UInt64) -> Stamp? {
    guard let claims = reach.claims[entity.rawValue] else { return nil }
    return claims.stamps.last { $0.time <= time } ?? claims.dropped.flatMap { $0.time <= time ? $0 : nil }
  }

  /// The claims of an entity's events above a time, as ``Stamp/time``, ascending: those that do not count yet. Nil if
  /// they are more than are kept.
  package func waitingClaims(_ entity: EntityIndex, above time: UInt64) -> [Stamp]? {
    guard let claims = reach.claims[entity.rawValue] else { return [] }
    if let dropped = claims.dropped, dropped.time > time { return nil }
    return claims.stamps.filter { $0.time > time }
  }
}
