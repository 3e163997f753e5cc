/// Up to 64 events whose entities are looked up together: each pass over the batch only starts loads
/// that do not depend on one another, so that the memory's latencies overlap.
struct Batch: ~Copyable {
  static let countMax = 64

  struct Item: BitwiseCopyable {
    /// Index into the frame's events.
    var event: Int
    /// Where the event's line begins in the frame.
    var line: Int
    /// The first slot of the id's hash; 0 when the entity is known already.
    var slot: UInt64
    var hash: UInt32
    var kind: UInt32
    /// `SideCell.none` until it is known.
    var entity: UInt32
    /// False where the event has an `at` that does not count.
    var reachesAt: Bool
  }

  var items = Arena<Item>(capacity: countMax)
  var count = 0

  init() { items.appendZeros(Self.countMax) }
}
