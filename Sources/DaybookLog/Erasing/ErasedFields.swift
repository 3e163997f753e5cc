/// Which fields of a line an erasure erases, by the names that they are stored under.
package enum ErasedFields: Sendable, Hashable {
  /// Every field, and who wrote them.
  case all
  /// By the bytes of their names: texts that Unicode takes for equal name different fields.
  case only(Set<[UInt8]>)

  package static func named(_ names: some Sequence<String>) -> ErasedFields {
    .only(Set(names.map { Array($0.utf8) }))
  }

  package func union(_ other: ErasedFields) -> ErasedFields {
    guard case .only(let mine) = self, case .only(let others) = other else { return .all }
    return .only(mine.union(others))
  }

  /// The names by their bytes; nil for all.
  package var names: [String]? {
    guard case .only(let names) = self else { return nil }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  package func contains(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .only(let names): names.contains(Array(name.utf8))
    }
  }
}
