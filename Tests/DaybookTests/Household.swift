import Daybook
import Foundation

/// A small system for tests of the ledger's face.
struct Member: Entity {
  var id = ID()
  var name = ""
  var email: String?
  var born: CivilDay?
  var picture: Data?
  var household: Ref<Household>?
  var friends: [Ref<Member>] = []
  var befriendedBy: [Ref<Member>] = []
  var dismissedAt: Date?

  static let schema = Schema("house.member") {
    Key(\.email, .trimmedLowercased)
    Personal()
    One(\.household, inverse: \Household.members)
    Many(\.friends, inverse: \Member.befriendedBy)
    Dismissal(\.dismissedAt)
    Check(\.name, "must not be blank") { $0.name != " " }
  }
}

struct Household: Entity {
  var id = ID()
  var address = ""
  var createdAt = Date.unwritten
  var members: [Ref<Member>] = []

  static let schema = Schema("house.household") {
    Inverse(\.members, of: \Member.household, onDelete: .cascade)
  }
}

extension System {
  static let house = System("house", version: 1, kinds: [Member.self, Household.self])
}
