import DaybookModel
import DaybookView
import Testing

/// What the command tests cannot see: the registry's own answers.
@Suite struct DisclosureTests {
  let schemas: SchemaRegistry

  init() throws { schemas = try SchemaRegistry([.club]) }

  @Test(
    arguments: [
      ("club.person", "secret", true), ("club.person", "name", false), ("club.person", "fullName", false),
      ("club.person", "id", false), ("club.person", "ofLaterVersions", true), ("club.group", "name", false),
      ("club.group", "ofLaterVersions", false), ("club.ofLaterVersions", "name", true),
      ("other.kind", "secret", false), ("clubs.kind", "secret", false),
    ])
  func sensitiveFieldsAreHidden(_ kind: String, _ field: String, _ isHidden: Bool) {
    #expect(schemas.hides(field, of: kind) == isHidden)
    #expect(Disclosure(schemas).hides(field, of: kind) == isHidden)
    #expect(!Disclosure(schemas, reveals: true).hides(field, of: kind))
  }

  @Test(
    arguments: [
      ("club.membership", "person.secret", true), ("club.membership", "person.name", false),
      ("club.membership", "person.manager.secret", true), ("club.membership", "person.reports.count", false),
      ("club.membership", "person._id", false), ("club.membership", "person._stamp", false),
      ("club.membership", "person.address.street", false), ("club.task", "owner.secret.length", true),
      ("club.person", "reports.secret", true), ("other.kind", "person.secret", false),
    ])
  func followsPaths(_ kind: String, _ path: String, _ isHidden: Bool) {
    #expect(Disclosure(schemas).hides(path: path, of: kind) == isHidden)
  }

  @Test func countsWhatItMasksAndIsToldOnce() {
    let count = HiddenCount()
    let shown = Disclosure(schemas, count: count)
    #expect(count.take() == nil)
    #expect(shown.value("soft", of: "secret", kind: "club.person") == "•••")
    #expect(shown.value(.null, of: "secret", kind: "club.person") == .null)
    #expect(shown.value("", of: "secret", kind: "club.person") == "")
    #expect(shown.value([:], of: "secret", kind: "club.person") == [:])
    #expect(shown.value(false, of: "secret", kind: "club.person") == "•••")
    #expect(count.count == 2 && count.take() == 2 && count.take() == nil)
  }

  @Test func masksAnEntitysField() throws {
    let ann = Person(id: "ann") { ($0.name, $0.secret) = ("Ann", "soft") }
    #expect(try Disclosure(schemas).value(\.secret, of: ann) == "•••")
    #expect(try Disclosure(schemas).value(\.name, of: ann) == "Ann")
    #expect(try Disclosure(schemas, reveals: true).value(\.secret, of: ann) == "soft")
  }

  /// What nobody may see groups as one, and what is not there as another.
  @Test func hiddenGroupsAreOne() {
    var query = Query("club.person")
    query.groupBy = "secret"
    var result = QueryResult()
    result.groups = [("a", 2), ("b", 3), ("", 1)].map { QueryResult.Group(value: .string($0.0), count: $0.1) }
    let groups = Disclosure(schemas).result(result, of: query).groups
    #expect(groups == [.init(value: "•••", count: 5), .init(value: "", count: 1)])
  }

  @Test func bothEndsOfARelationAreHidden() throws {
    let schemas = try SchemaRegistry([System("safe", version: 1, kinds: [Safe.self, SafeKey.self])])
    #expect(schemas.hides("safe", of: "safe.key") && schemas.hides("keys", of: "safe.safe"))
    var link = Mutation(.link, kind: "safe.safe", id: "s", rel: "keys", to: "k")
    link.other = ["later": "value"]
    let shown = Disclosure(schemas).mutation(link)
    #expect(shown.to == "•••" && shown.other == ["later": "•••"])
  }

  @Test func anIDCannotBeSensitive() {
    #expect(throws: LedgerError.self) {
      try SchemaRegistry([System("safe", version: 1, kinds: [NamelessSafe.self])])
    }
  }
}

private struct Safe: Entity {
  var id = ID()
  var keys: [Ref<SafeKey>] = []
  static let schema = Schema("safe.safe") {}
}

private struct SafeKey: Entity {
  var id = ID()
  var safe: Ref<Safe>?
  static let schema = Schema("safe.key") {
    One(\.safe, inverse: \Safe.keys)
    Sensitive(\.safe)
  }
}

private struct NamelessSafe: Entity {
  var id = ID()
  static let schema = Schema("safe.nameless") { Sensitive(\.id) }
}
