/// Which fields of a line an erasure erases, by the names that they are stored under.
package enum ErasedFields: Sendable, Hashable {
  /// Every field, and who wrote them.
  case all
  case named(Set<String>)

  package func union(_ other: ErasedFields) -> ErasedFields {
    guard case .named(let mine) = self, case .named(let others) = other else { return .all }
    return .named(mine.union(others))
  }

  func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .named(let names): names.contains(name)
    }
  }
}
