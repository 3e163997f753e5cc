import DaybookModel
import DaybookView
import FoundationEssentials
import Testing

@Suite struct SchemaTests {
  @Test func structsSayTheirFields() throws {
    let registry = try SchemaRegistry([.club])
    #expect(
      registry.kinds.map(\.kind) == [
        "club.badge", "club.group", "club.membership", "club.person", "club.room", "club.task",
      ])
    let person = try #require(registry["club.person"])
    #expect(person.version == 2)
    #expect(person.fields.map(\.name).prefix(4) == ["id", "email", "name", "age"])
    let types: [(String, FieldType, Bool, JSONValue)] = [
      ("email", .string, true, .null), ("name", .string, false, ""), ("age", .int, false, 0),
      ("score", .double, false, 0.5), ("isActive", .bool, false, true),
      ("role", .enumeration(["member", "chair"]), false, "member"), ("born", .day, true, .null),
      ("joinedAt", .instant, true, .null), ("createdAt", .instant, false, "1970-01-01T00:00:00.000Z"),
      ("token", .uuid, true, .null), ("photo", .data, true, .null), ("tags", .array(.string), false, []),
      ("manager", .one("club.person"), true, .null), ("friends", .many("club.person"), false, []),
    ]
    for (name, type, isOptional, defaultValue) in types {
      let field = try #require(person.field(name))
      #expect(field.type == type)
      #expect(field.isOptional == isOptional)
      #expect(field.defaultValue == defaultValue)
    }
    guard case .object(let address) = person.field("address")?.type else {
      Issue.record("address is not an object")
      return
    }
    #expect(address.map(\.name) == ["street", "city"])
    #expect(person.field("createdAt")?.stampDefault == .first)
    #expect(person.field("updatedAt")?.stampDefault == .last)
    #expect(person.field("membershipCount")?.isProjection == true)
    #expect(person.field("secret")?.isSensitive == true)
    #expect(person.isPersonal)
    #expect(person.uniques == [["email"], ["token"]])
  }

  @Test func bothSidesDeclareTheirRules() throws {
    let registry = try SchemaRegistry([.club])
    let group = try #require(registry["club.group"])
    let parent = try #require(group.relations.first { $0.name == "parent" })
    #expect(parent.onDelete == .cascade && parent.onTargetDelete == .cascade)
    #expect(parent.inverse == "children")
    let membership = try #require(registry["club.membership"]?.relations.first { $0.name == "group" })
    #expect(membership.onDelete == .nullify && membership.onTargetDelete == .cascade)
    let tasks = try #require(registry["club.room"]?.inverses.first)
    #expect(tasks.owner == "club.task" && tasks.onTargetDelete == .deny)
  }

  @Test func keyPathsAreNames() {
    #expect(PropertyNames.name(of: \Person.email) == "email")
    #expect(PropertyNames.name(of: \Person.membershipCount) == "membershipCount")
    #expect(PropertyNames.name(of: \Person.id) == "id")
    #expect(PropertyNames.name(of: \Person.hashValueForTest) == nil)
    #expect(Ref<Person>.member(\Ref<Person>[field: \.email]).debugDescription.contains("field(\"email\")"))
    #expect(Ref<Person>.member(\Ref<Person>.id).debugDescription.contains("itself"))
    #expect(Ref<Person>.member(\Ref<Person>.uuid) == nil)
    #expect(Ref<Person>.member(\Ref<Person>[field: \.hashValueForTest]) == nil)
  }

  @Test(arguments: [
    (System("bad", version: 1, kinds: [Misnamed.self]), "must begin with 'bad.'"),
    (System("bad", version: 1, kinds: [Undeclared.self]), "no One, Many or Inverse declares it"),
    (System("bad", version: 1, kinds: [Renaming.self]), "property's own name"),
    (System("bad", version: 1, kinds: [Computed.self]), "must name a stored property"),
    (System("bad", version: 1, kinds: [Dangling.self]), "is not a kind of these systems"),
    (System("bad", version: 1, kinds: [Former.self]), "is both a former and a current name"),
  ])
  func disagreementsAreRefused(system: System, reason: String) {
    let error = #expect(throws: LedgerError.self) { try SchemaRegistry([system]) }
    #expect(error?.code == .badSchema)
    #expect(error?.what.contains(reason) == true, "\(error?.what ?? "")")
  }
}

extension Person {
  fileprivate var hashValueForTest: Int { 0 }
}

private struct Misnamed: Entity {
  var id = ID()
  static let schema = Schema("other.misnamed")
}

private struct Undeclared: Entity {
  var id = ID()
  var other: Ref<Undeclared>?
  static let schema = Schema("bad.undeclared")
}

private struct Renaming: Entity {
  enum CodingKeys: String, CodingKey { case id, name = "title" }
  var id = ID()
  var name = ""
  static let schema = Schema("bad.renaming")
}

private struct Computed: Entity {
  var id = ID()
  var name = ""
  var shout: String? { name.uppercased() }
  static let schema = Schema("bad.computed") { Key(\.shout) }
}

private struct Dangling: Entity {
  var id = ID()
  var person: Ref<Person>?
  static let schema = Schema("bad.dangling") { One(\.person) }
}

private struct Former: Entity {
  var id = ID()
  var name = ""
  static let schema = Schema("bad.former") { Renamed("name", to: \.name) }
}

// Relations from one system to another.

private struct Guide: Entity {
  var id = ID()
  var name = ""
  init() {}
  static let schema = Schema("near.guide") {}
}

private struct Tour: Entity {
  var id = ID()
  var guide: Ref<Guide>?
  init() {}
  static let schema = Schema("far.tour") { One(\.guide) }
}

private struct DependentTour: Entity {
  var id = ID()
  var guide: Ref<Guide>?
  init() {}
  static let schema = Schema("far.tour") { One(\.guide, onDelete: .cascade) }
}

private struct Welcome: Entity {
  var id = ID()
  var text = ""
  init() {}
  static let schema = Schema("near.welcome") { Provided { [Welcome(id: "1") { $0.text = "Hello" }] } }
}

@Suite struct SystemsTogetherTests {
  private let near = System("near", version: 1, kinds: [Guide.self])

  private func problem(_ systems: [System]) -> String? {
    do throws(LedgerError) {
      _ = try SchemaRegistry(systems)
      return nil
    } catch {
      return error.what
    }
  }

  @Test func aRelationToAnotherSystemHasNoRule() {
    #expect(problem([near, System("far", version: 1, kinds: [Tour.self])]) == nil)
    let cascading = problem([near, System("far", version: 1, kinds: [DependentTour.self])])
    #expect(cascading?.contains("guide leads to another system") ?? false)
    let alone = problem([System("far", version: 1, kinds: [Tour.self])])
    #expect(alone?.contains("near.guide, which is not a kind of these systems") ?? false)
    #expect(problem([near, near])?.contains("two systems") ?? false)
  }

  @Test func aSystemSaysWhichOfItsKindsProvide() throws {
    let silent = problem([System("near", version: 1, kinds: [Welcome.self])])
    #expect(silent?.contains("provides entities, but its system does not declare this") ?? false)
    let said = try SchemaRegistry([
      System("near", version: 1, kinds: [Welcome.self], providing: [Welcome.self])
    ])
    #expect(said.provided.map(\.id) == ["1"])
  }

  @Test func whatIsTrustedIsReadWhenItIsAskedFor() {
    let trusting = SchemaRegistry(trusting: [near, System("far", version: 1, kinds: [DependentTour.self])])
    // The wrong one is not read.
    #expect(trusting["near.guide"]?.fields.map(\.name) == ["id", "name"])
    #expect(
      trusting["near.other"] == nil && trusting["elsewhere.guide"] == nil && trusting["nearby.x"] == nil)
  }
}
