public import Daybook

/// People who own something together.
public struct JointInterest: Entity {
  public var id = ID()
  /// The owners, each once; a deleted person drops out.
  public var members: [Ref<Person>] = []
  /// Whether a deceased owner's share passes to the surviving owners; false by default.
  public var hasSurvivorshipRights = false
  /// Such as "Joint bank account".
  public var description = ""

  public init() {}

  public static let schema = Schema("sam.jointInterest") {
    Personal()
    Names(\.description)
    Many(\.members, inverse: \Person.jointInterests, onDelete: .nullify)
  }
}
