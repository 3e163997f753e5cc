package import DaybookRecords

/// Entities whose presence was known and may have changed with that of another, numbered on from 0: for code that keeps
/// something about all present entities. Bounded: a reader that asks too late gets nil, and has to look at all of them.
struct ForgottenPresence {
  private static let countMax = 1 << 16

  private var first = 0
  private var entities: [EntityIndex] = []

  var end: Int { first + entities.count }

  mutating func note(_ entity: EntityIndex) {
    if entities.count >= Self.countMax { lose() }
    entities.append(entity)
  }

  /// From here on nobody knows what came before.
  mutating func lose() {
    first = end + 1
    entities.removeAll(keepingCapacity: true)
  }

  func since(_ position: Int) -> ArraySlice<EntityIndex>? {
    position >= first && position <= end ? entities[(position - first)...] : nil
  }
}

extension View {
  /// Where a reader stands that knows the presence of all as it is now.
  package func forgottenCount(in records: borrowing Records) -> Int {
    refresh(records)
    return forgotten.end
  }

  /// Those whose presence may have changed since, besides what was touched itself; nil where nobody knows any more.
  /// Only of those counts whose presence the reader asked for.
  package func forgotten(since position: Int, in records: borrowing Records) -> ArraySlice<EntityIndex>? {
    refresh(records)
    return forgotten.since(position)
  }
}
