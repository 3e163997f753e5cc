package import DaybookRecords

/// Entities whose presence was known and may have changed with that of another, numbered from 0: for code that keeps
/// data about all present entities. The list is bounded: a reader that asks too late gets nil, and must check all of
/// them.
struct ForgottenPresence {
  private static let countMax = 1 << 16

  private var first = 0
  private var entities: [EntityIndex] = []

  var end: Int { first + entities.count }

  mutating func note(_ entity: EntityIndex) {
    if entities.count >= Self.countMax { lose() }
    entities.append(entity)
  }

  /// From here on, earlier entries are unknown.
  mutating func lose() {
    first = end + 1
    entities.removeAll(keepingCapacity: true)
  }

  func since(_ position: Int) -> ArraySlice<EntityIndex>? {
    position >= first && position <= end ? entities[(position - first)...] : nil
  }
}

extension View {
  /// The position of a reader that knows the present presence of all entities.
  package func forgottenCount(in records: borrowing Records) -> Int {
    refresh(records)
    return forgotten.end
  }

  /// The entities whose presence may have changed since, besides those touched themselves; nil if that is no longer
  /// known. Only entities whose presence the reader asked for count.
  package func forgotten(since position: Int, in records: borrowing Records) -> ArraySlice<EntityIndex>? {
    refresh(records)
    return forgotten.since(position)
  }
}
