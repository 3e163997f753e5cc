extension Step {
  /// What can change of an entity. Names and ids are equal where their bytes are.
  public enum Register: Sendable, Hashable {
    /// A field or a to-one relation, by its present name in the schema; a name that the schema does not have as it is
    /// stored.
    case field(String)
    /// A link to the entity with an id: true while linked.
    case relation(String, to: String)
    /// Whether it was made, and not deleted since.
    case alive
    /// Whether its source still has it.
    case present
    /// Whether it shows: alive, present, and with no owner gone.
    case visibility

    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.field(let name), .field(let other)): name.hasSameBytes(as: other)
      case (.relation(let name, let to), .relation(let other, let otherTo)):
        name.hasSameBytes(as: other) && to.hasSameBytes(as: otherTo)
      case (.alive, .alive), (.present, .present), (.visibility, .visibility): true
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .field(let name): name.hashBytes(into: &hasher)
      case .relation(let name, let to):
        name.hashBytes(into: &hasher)
        to.hashBytes(into: &hasher)
      case .alive: hasher.combine(1)
      case .present: hasher.combine(2)
      case .visibility: hasher.combine(3)
      }
    }
  }
}
