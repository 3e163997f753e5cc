import DaybookModel

/// An entity by its kind and id, which are equal where their bytes are: one letter in two Unicode forms makes two ids.
public struct EntityName: Codable, Sendable, Hashable {
  public var kind: String
  public var id: String

  /// Names an entity, whether or not the ledger has one of this kind and id.
  public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

  public static func == (left: Self, right: Self) -> Bool {
    left.id.hasSameBytes(as: right.id) && left.kind.hasSameBytes(as: right.kind)
  }

  public func hash(into hasher: inout Hasher) {
    kind.hashBytes(into: &hasher)
    id.hashBytes(into: &hasher)
  }
}

extension EntityName: Comparable {
  /// By kind, then by id, in the order of their bytes.
  public static func < (left: Self, right: Self) -> Bool {
    if !left.kind.hasSameBytes(as: right.kind) {
      return left.kind.utf8.lexicographicallyPrecedes(right.kind.utf8)
    }
    return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }
}

extension Mutation {
  /// The entity that it is about.
  public var entity: EntityName { EntityName(kind: kind, id: id) }
}

extension String {
  /// Names and ids are compared in this way; `==` treats a letter and its decomposed form as equal.
  public func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Feeds the text's UTF-8 to a hasher, with a mark for its end: the hash that goes with `hasSameBytes(as:)`.
  public func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Where this text ends.
    hasher.combine(0xff as UInt8)
  }
}
