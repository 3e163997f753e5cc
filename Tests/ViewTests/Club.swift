import DaybookModel
import DaybookView
import FoundationEssentials

// A made-up system with one of everything: every field type, every kind of relation and rule, and
// cascades that go round in circles.

struct Role: OpenEnum {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  static let member: Self = "member"
  static let chair: Self = "chair"
  static let known: [Self] = [.member, .chair]
}

struct Address: Codable, Sendable, Equatable {
  var street = ""
  var city: String?
}

struct Person: Entity {
  var id = ID()
  var email: String?
  var name = ""
  var age = 0
  var score = 0.5
  var isActive = true
  var role: Role = .member
  var born: CivilDay?
  var joinedAt: Date?
  var createdAt = Date.unwritten
  var updatedAt = Date.unwritten
  var token: UUID?
  var photo: Data?
  var tags: [String] = []
  var address: Address?
  var secret = ""
  var leftAt: Date?
  var manager: Ref<Person>?
  var reports: [Ref<Person>] = []
  var friends: [Ref<Person>] = []
  var memberships: [Ref<Membership>] = []
  var tasks: [Ref<Task>] = []
  var groupsWatched: [Ref<Group>] = []
  var membershipCount = 0
  init() {}

  static let schema = Schema("club.person") {
    Key(\.email, .trimmedLowercased)
    Unique(\.token)
    One(\.manager, inverse: \.reports)
    Many(\.friends)
    Inverse(\.tasks, of: \Task.owner, onDelete: .cascade)
    Inverse(\.groupsWatched, of: \Group.watchers)
    Personal()
    Sensitive(\.secret)
    Indexed(\.age, \.secret)
    Dismissal(\.leftAt)
    Renamed("fullName", to: \.name)
    Upcast(\.role, before: 2) { $0 == "boss" ? "chair" : $0 }
    Projection(\.membershipCount) { $0.count("memberships") }
    Check(\.age, "must not be negative") { $0.age >= 0 }
  }
}

struct Group: Entity {
  var id = ID()
  var name = ""
  var parent: Ref<Group>?
  var children: [Ref<Group>] = []
  var memberships: [Ref<Membership>] = []
  var watchers: [Ref<Person>] = []
  var chair: Ref<Person>?
  var badges: [Ref<Badge>] = []
  init() {}

  static let schema = Schema("club.group") {
    Key(\.name, .trimmedComposed)
    One(\.parent, inverse: \.children, onDelete: .cascade)
    Inverse(\.children, of: \.parent, onDelete: .cascade)
    Inverse(\.memberships, of: \Membership.group, onDelete: .cascade)
    Many(\.watchers, inverse: \Person.groupsWatched)
    One(\.chair)
    Many(\.badges, inverse: \Badge.groups, onDelete: .cascade)
  }
}

struct Membership: Entity {
  var id = ID()
  var person: Ref<Person>?
  var group: Ref<Group>?
  var since: Date?
  var isPrimary = false
  init() {}

  static let schema = Schema("club.membership") {
    One(\.person, inverse: \Person.memberships)
    One(\.group, inverse: \Group.memberships)
  }
}

struct State: OpenEnum {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  static let open: Self = "open"
  static let done: Self = "done"
  static let known: [Self] = [.open, .done]
}

struct Task: Entity {
  var id = ID()
  var title = ""
  var state: State = .open
  var owner: Ref<Person>?
  var room: Ref<Room>?
  var needs: [Ref<Badge>] = []
  init() {}

  static let schema = Schema("club.task") {
    One(\.owner, inverse: \Person.tasks)
    One(\.room, inverse: \Room.tasks)
    Many(\.needs, inverse: \Badge.neededBy)
    Dismissal(\.state, dismissed: .done, restored: .open)
  }
}

/// Cannot be deleted while a task is planned in it.
struct Room: Entity {
  var id = ID()
  var label = ""
  var tasks: [Ref<Task>] = []
  init() {}

  static let schema = Schema("club.room") {
    Inverse(\.tasks, of: \Task.room, onDelete: .deny)
    Unique(\.label)
    IDAlias("uuid")
  }
}

/// Goes with the groups that give it, and takes the tasks along that need it.
struct Badge: Entity {
  var id = ID()
  var label = ""
  var groups: [Ref<Group>] = []
  var neededBy: [Ref<Task>] = []
  init() {}

  static let schema = Schema("club.badge") {
    Inverse(\.neededBy, of: \Task.needs, onDelete: .cascade)
  }
}

extension System {
  static let club = System(
    "club", version: 2, kinds: [Person.self, Group.self, Membership.self, Task.self, Room.self, Badge.self])
}
