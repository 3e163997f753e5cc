public import Daybook

/// People who own something together.
public struct JointInterest: Entity {
  public var id = ID()
  public var members: [Ref<Person>] = []
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
