import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hidden fields of every type and for every rule that reads values, and open ones beside them.
struct Secret: Entity {
  var id = ID()
  /// Open.
  var name = ""
  var limit = 0
  /// Hidden.
  var text: String?
  var flag: Bool?
  var count: Int?
  var amount: Double?
  var time: Date?
  var day: CivilDay?
  var token: UUID?
  var photo: Data?
  var level: SecretLevel?
  var tags: [String] = []
  var labels: [String: String] = [:]
  var place: SecretPlace?
  var anything: JSONValue?
  var code: String?
  var renamed: String?
  var preview = ""
  var shout: String?
  var guardian: Ref<Secret>?
  var wards: [Ref<Secret>] = []
  var friends: [Ref<Secret>] = []
  var visits: [Ref<SecretVisit>] = []

  init() {}

  static let schema = Schema("vault.secret", version: 2) {
    Sensitive(\.text, \.flag, \.count, \.amount, \.time, \.day, \.token, \.photo, \.level)
    Sensitive(
      \.tags, \.labels, \.place, \.anything, \.code, \.renamed, \.preview, \.shout, \.guardian, \.friends)
    Unique(\.code)
    Renamed("formerly", to: \.renamed)
    Upcast(\.renamed, before: 2) { $0 }
    Merge(\.tags, .union)
    Projection(\.preview) { $0.value("text").string ?? "" }
    Derived(\.shout, from: \.text) { text in text.map { $0 + "!" } }
    One(\.guardian, inverse: \.wards)
    Many(\.friends)
    Check(value: \.text, "must not hold a question mark") { !($0 ?? "").contains("?") }
    Check(value: \.limit, "must not be negative") { $0 >= 0 }
    Personal()
  }
}

struct SecretLevel: OpenEnum {
  var rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  static let low: Self = "low"
  static let known: [Self] = [.low]
}

struct SecretPlace: Codable, Sendable, Equatable {
  var street = ""
  var number: Int?
}

/// Leads to hidden fields, and has only open ones.
struct SecretVisit: Entity {
  var id = ID()
  var title = ""
  var secret: Ref<Secret>?
  init() {}

  static let schema = Schema("vault.visit") { One(\.secret, inverse: \Secret.visits) }
}

/// Identified by a hidden value.
struct SecretKey: Entity {
  var id = ID()
  var number = ""
  var note = ""
  init() {}

  static let schema = Schema("vault.key") {
    Key(\.number, .trimmedLowercased)
    Sensitive(\.number)
  }
}

/// Cannot be deleted while a hidden relation leads to it.
struct SecretBox: Entity {
  var id = ID()
  var label = ""
  var holders: [Ref<SecretHolder>] = []
  init() {}

  static let schema = Schema("vault.box") {
    Inverse(\.holders, of: \SecretHolder.box, onDelete: .deny)
    Sensitive(\.holders)
  }
}

struct SecretHolder: Entity {
  var id = ID()
  var box: Ref<SecretBox>?
  init() {}

  static let schema = Schema("vault.holder") { One(\.box, inverse: \SecretBox.holders) }
}

extension System {
  static let vault = System(
    "vault", version: 1,
    kinds: [Secret.self, SecretVisit.self, SecretKey.self, SecretBox.self, SecretHolder.self])
}
